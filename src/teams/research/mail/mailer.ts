/** Sends mail: through an SMTP server, or, where none is configured, into a folder that a person can read. */
import { mkdir, open, rm, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import { AppError } from '../../../platform/errors.ts';
import type { Approval } from '../approval.ts';

export interface Mailer {
  /** Resolves when the server has accepted it. A temporary failure is `mail_unavailable`; a permanent one is `mail_refused`. */
  send(approval: Approval): Promise<void>;
  /** Deletes what is kept of a mail here. One that a server has accepted cannot be recalled. */
  forget(approvalId: string): Promise<void>;
  close(): void;
}

type Settings = { SMTP_URL?: string | undefined; MAIL_FROM: string; DATA_DIR: string };

const CONNECT_MS = 10_000;

export function openMailer({ SMTP_URL, MAIL_FROM, DATA_DIR }: Settings): Mailer {
  return SMTP_URL ? smtp(SMTP_URL, MAIL_FROM) : outbox(folderIn(DATA_DIR), MAIL_FROM);
}

/** Deletes a mail from the folder and returns how many were there. Mail that a server has accepted cannot be recalled. */
export async function forgetMail(dataDir: string, approvalId: string): Promise<number> {
  try {
    await unlink(fileOf(folderIn(dataDir), approvalId));
    return 1;
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code === 'ENOENT') return 0;
    throw thrown;
  }
}

/** Answers to a mail contain its Message-ID, which identifies the agent that wrote it. */
export function messageId(approvalId: string, from: string): string {
  return `<${approvalId}@${domainOf(from)}>`;
}

function smtp(url: string, from: string): Mailer {
  const transport = createTransport(url, { connectionTimeout: CONNECT_MS, greetingTimeout: CONNECT_MS } as never);
  return {
    async send(approval) {
      try {
        await transport.sendMail(envelope(approval, from));
      } catch (thrown) {
        throw translated(thrown);
      }
    },
    forget: async () => undefined,
    close: () => transport.close(),
  };
}

/** One file per mail, named by its approval, so that a second delivery does not make a second file. */
function outbox(dir: string, from: string): Mailer {
  const transport = createTransport({ streamTransport: true, buffer: true });
  return {
    async send(approval) {
      const { message } = await transport.sendMail(envelope(approval, from));
      await mkdir(dir, { recursive: true, mode: 0o700 });
      const file = await open(fileOf(dir, approval.id), 'w', 0o600);
      try {
        await file.writeFile(message as Buffer);
        await file.sync();
      } finally {
        await file.close();
      }
    },
    async forget(approvalId) {
      await rm(fileOf(dir, approvalId), { force: true });
    },
    close: () => transport.close(),
  };
}

function folderIn(dataDir: string): string {
  return join(dataDir, 'outbox');
}

function fileOf(folder: string, approvalId: string): string {
  return join(folder, `${approvalId}.eml`);
}

function envelope({ id, mail }: Approval, from: string) {
  return { from, to: mail.to, subject: mail.subject, text: mail.body, messageId: messageId(id, from) };
}

/** 5xx is permanent; anything else is temporary. */
function translated(thrown: unknown): AppError {
  const code = (thrown as { responseCode?: number }).responseCode ?? 0;
  if (code >= 500 && code < 600)
    return new AppError('mail_refused', `The mail server has refused the mail (${code}).`, { cause: thrown });
  return new AppError('mail_unavailable', 'The mail server could not be reached; it is tried again.', {
    cause: thrown,
  });
}

function domainOf(from: string): string {
  return /@([A-Za-z0-9.-]+)/.exec(from)?.[1] ?? 'medfleet.invalid';
}

/** An answer to a mail, as a mail service posts it to us, and the signature that shows it comes from there. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { AppError } from '../../../platform/errors.ts';

/** As the webhook sends it. `in_reply_to` and `references` name the mail that is answered. */
export const InboundMail = z.object({
  message_id: z.string().min(1).max(500),
  in_reply_to: z.string().max(500).optional(),
  references: z.array(z.string().max(500)).max(100).default([]),
  from: z.string().min(3).max(320),
  subject: z.string().max(1000).default(''),
  text: z.string().max(200_000),
});

export type IncomingMail = {
  approval_id: string;
  message_id: string;
  from: string;
  subject: string;
  text: string;
  received_at: string;
};

const OURS = /<?([0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12})@/;
/** How old a signed request may be: long enough for a slow clock, too short for a replay attack. */
const FRESH_SECONDS = 300;

/** Null if it answers none of our mails. */
export function answerTo(mail: z.infer<typeof InboundMail>, now: Date): IncomingMail | null {
  const named = [mail.in_reply_to ?? '', ...mail.references].map((id) => OURS.exec(id)?.[1]).find(Boolean);
  if (!named) return null;
  const { message_id, from, subject, text } = mail;
  return {
    approval_id: named,
    message_id,
    from: oneLine(from),
    subject: oneLine(subject),
    text,
    received_at: now.toISOString(),
  };
}

/** `t=<unix seconds>,v1=<hex>`: HMAC-SHA256 of "<seconds>.<body>" with the shared secret. */
export function checkSignature(header: string | undefined, body: Buffer, secret: string, now: Date): void {
  const refuse = (why: string) => new AppError('unauthenticated', `X-Medfleet-Signature ${why}.`);
  const [, seconds = '', hex = ''] = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(header ?? '') ?? [];
  if (hex === '') throw refuse('is missing; send t=<unix seconds>,v1=<hex of the HMAC-SHA256 of "<seconds>.<body>">');
  if (Math.abs(now.getTime() / 1000 - Number(seconds)) > FRESH_SECONDS) throw refuse('is too old');
  const wanted = createHmac('sha256', secret).update(`${seconds}.`).update(body).digest();
  if (!timingSafeEqual(wanted, Buffer.from(hex, 'hex'))) throw refuse('does not fit the body');
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

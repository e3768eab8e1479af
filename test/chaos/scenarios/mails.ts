/**
 * Mails that were approved while workers and producers are killed: none is sent twice, and each is sent or reported as unclear. The mail
 * server is real; a researcher's model writes one mail for each message.
 */
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { type ScriptedAnswer, type ScriptedRequest, startScriptedGemini } from '../../support/scripted-gemini.ts';
import { answered } from '../../support/scripted-health.ts';
import { type ChaosFleet, openChaosFleet } from '../chaos-fleet.ts';
import { equal, type Finding, figure } from '../finding.ts';
import { createAgents } from '../research.ts';
import type { Setting } from '../scenarios.ts';
import { groupBy, inParallel, until } from '../wait.ts';

const AGENTS = 20;
const MAILS_EACH = 3;
const KILLS = 5;

type Approval = { id: string; status: string; mail: { subject: string } };

export async function mails({ dir, code, seed }: Setting): Promise<Finding[]> {
  const subjects: string[] = [];
  const smtp = await mailServer(subjects);
  const model = await startScriptedGemini(write);
  const env = {
    GEMINI_BASE_URL: model.url,
    SMTP_URL: `smtp://127.0.0.1:${(smtp.server.address() as AddressInfo).port}`,
    MAIL_FROM: 'fleet@example.org',
  };
  const fleet = await openChaosFleet({ dir, code, seed, workers: 2, producers: 2, env });
  try {
    const all = AGENTS * MAILS_EACH;
    const agents = await createAgents(fleet, AGENTS);
    await inParallel(agents, AGENTS, async ({ id }) => {
      for (let n = 1; n < MAILS_EACH; n += 1)
        await fleet.call(
          'POST',
          `/v1/agents/${id}/messages`,
          { text: `Write ${n}.` },
          { 'Idempotency-Key': `${id}-${n}` },
        );
    });
    let drafts: Approval[] = [];
    const written = async () => {
      drafts = await approvals(fleet);
      return drafts.length >= all;
    };
    await until(written, { progress: () => drafts.length, everyMs: 200 });
    const sending = inParallel(drafts, 5, async ({ id }) => {
      await fleet.call('POST', `/v1/approvals/${id}`, { decision: 'approve' });
    });
    for (let n = 0; n < KILLS; n += 1) {
      await until(() => subjects.length >= ((n + 0.5) * all) / KILLS, { everyMs: 5, stalledMs: 20_000 });
      const role = n === 2 ? 'producer' : 'worker';
      await fleet.kill(role);
      await fleet.start(role);
    }
    await sending;
    let open = all;
    const settled = async () => {
      drafts = await approvals(fleet);
      open = drafts.filter(({ status }) => status !== 'sent' && status !== 'unclear').length;
      return open === 0;
    };
    await until(settled, { progress: () => open, stalledMs: 90_000, everyMs: 500 });
    const copies = groupBy(subjects, (subject) => subject);
    const unsent = drafts.filter(({ status, mail }) => status === 'sent' && !copies.has(mail.subject));
    return [
      equal('mails', `drafts, of ${all}`, drafts.length, all),
      equal('mails', 'sent twice', [...copies.values()].filter((some) => some.length > 1).length, 0),
      equal('mails', 'neither sent nor reported as unclear', open, 0),
      equal('mails', 'reported as sent and not received', unsent.length, 0),
      figure('mails', 'unclear', String(drafts.filter(({ status }) => status === 'unclear').length)),
    ];
  } finally {
    await fleet.close();
    await model.close();
    await new Promise<void>((resolve) => smtp.close(() => resolve()));
  }
}

async function approvals(fleet: ChaosFleet): Promise<Approval[]> {
  return (await fleet.call('GET', '/v1/approvals?user_id=dr-wren')).body.approvals as Approval[];
}

function write(request: ScriptedRequest): ScriptedAnswer {
  const isResearcher = request.systemText.includes(', a research agent. Your topic');
  if (!isResearcher) return { calls: [{ name: 'respond', args: { message: 'Fine.' } }] };
  // It is also told what became of its mails.
  const isAsked = /^(Look at number|Write) \d/.test(request.lastUserText);
  if (!isAsked || answered(request, 'email_send')) return { text: 'Good.' };
  const topic = /Agent \d+/.exec(request.systemText)?.[0];
  const subject = `${topic}: ${request.lastUserText}`;
  return { calls: [{ name: 'email_send', args: { to: 'author@example.org', subject, body: 'When?' } }] };
}

function mailServer(subjects: string[]): Promise<SMTPServer> {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _session, done) {
      let mail = '';
      stream.on('data', (chunk) => {
        mail += chunk;
      });
      stream.on('end', () => {
        subjects.push(/^Subject: (.+)$/m.exec(mail)?.[1]?.trim() ?? '');
        done();
      });
    },
  });
  // A killed worker breaks its connection.
  server.on('error', () => undefined);
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));
}

/** Mail is sent once, and only if a person has approved it: against a real SMTP server that is stopped and started again. */
import { createHmac } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openFleet } from '../../../queues/open-fleet.ts';
import type { Approval } from '../../../src/teams/research/approval.ts';
import { createResearchDesk, type FleetResearchDesk } from '../../../src/teams/research/fleet-desk.ts';
import { researchKeys } from '../../../src/teams/research/keys.ts';
import type { ResearchAgent } from '../../../src/teams/research/research-agent.ts';
import { type Fleet, startFleet } from '../../support/fleet.ts';

const SECRET = 'a secret of sixteen or more';
const received: string[] = [];

function smtpServer(port = 0): Promise<SMTPServer> {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: ({ address }, _session, done) =>
      done(address.startsWith('refused') ? Object.assign(new Error('no such person'), { responseCode: 550 }) : null),
    onData(stream, _session, done) {
      let mail = '';
      stream.on('data', (chunk) => {
        mail += chunk;
      });
      stream.on('end', () => {
        received.push(mail);
        done();
      });
    },
  });
  return new Promise((resolve) => server.listen(port, '127.0.0.1', () => resolve(server)));
}

let smtp: SMTPServer;
let port: number;
let fleet: Fleet;
let desk: FleetResearchDesk;
let agent: ResearchAgent;

beforeAll(async () => {
  smtp = await smtpServer();
  port = (smtp.server.address() as AddressInfo).port;
  const env = { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'fleet@example.org', MAIL_INBOUND_SECRET: SECRET };
  fleet = await startFleet({ env });
  const { base } = fleet;
  const redis = base.redis.connect('worker');
  const { fleet: queues } = openFleet(base, redis, { maxOpenTasks: 100 });
  const { keys, workspaces, config: settings } = base;
  desk = createResearchDesk({ redis, tag: keys.tag, fleet: queues, workspaces, settings });
  const conversation = { tenant: 'local', user_id: 'dr-wren', session_id: 's' };
  agent = await desk.create(conversation, { name: 'Mail Research', description: 'Follows mail.' }, 'mail-test');
});
afterAll(async () => {
  await fleet.close();
  await new Promise<void>((resolve) => smtp.close(() => resolve()));
});

let count = 0;
async function draft(to = 'author@example.org'): Promise<Approval> {
  count += 1;
  return desk.askToSend(
    agent,
    { to, subject: `Question ${count}`, body: 'When will the results be out?' },
    `key-${count}`,
  );
}
const decide = (id: string, decision: string) => fleet.call('POST', `/v1/approvals/${id}`, { decision });
const status = async (id: string) => (await desk.approval({ tenant: agent.tenant }, id)).status;
const copies = (approval: Approval) => received.filter((mail) => mail.includes(approval.mail.subject)).length;

test('a mail waits until it is approved, then is sent once, however often it is approved', async () => {
  const mail = await draft();
  expect((await fleet.call('GET', '/v1/approvals?user_id=dr-wren&status=pending')).body.approvals).toHaveLength(1);
  expect(copies(mail)).toBe(0);
  expect((await decide(mail.id, 'approve')).status).toBe(200);
  expect((await decide(mail.id, 'approve')).status).toBeOneOf([200, 409]);
  await expect.poll(() => status(mail.id)).toBe('sent');
  expect(copies(mail)).toBe(1);
  expect(received[0]).toContain(`Message-ID: <${mail.id}@example.org>`);
  // It is filed after it was sent.
  const folders = async () => {
    const { body } = await fleet.call('GET', `/v1/agents/${agent.id}/files`);
    return (body.files as { path: string }[]).map(({ path }) => path.split('/')[0]);
  };
  await expect.poll(folders).toContain('correspondence');
});

test('a rejected mail is never sent, and cannot be approved afterwards', async () => {
  const mail = await draft();
  expect((await decide(mail.id, 'reject')).body.status).toBe('rejected');
  expect((await decide(mail.id, 'approve')).status).toBe(409);
  expect(copies(mail)).toBe(0);
});

test('a crash between the approval and its job loses nothing: upkeep adds the job', async () => {
  const mail = await draft();
  const { base } = fleet;
  // The state that a producer leaves when it dies right after the decision.
  await base.redis
    .connect('worker')
    .hset(researchKeys(base.keys.tag).approval(mail.id), 'status', 'approved', 'decided_at', new Date().toISOString());
  await base.redis.connect('worker').sadd(researchKeys(base.keys.tag).deliveries(), mail.id);
  const [upkeep] = (await fleet.queue('upkeep').getDelayed()).filter(({ name }) => name === 'upkeep');
  await upkeep?.promote();
  await expect.poll(() => status(mail.id)).toBe('sent');
  expect(copies(mail)).toBe(1);
});

test('a worker that died while sending leaves it unclear: not sent again without a person', async () => {
  const mail = await draft();
  const { base } = fleet;
  await base.redis.connect('worker').hset(researchKeys(base.keys.tag).approval(mail.id), 'status', 'sending');
  await fleet.queue('delivery').add('deliver', { team: 'research', id: mail.id });
  await expect.poll(() => status(mail.id)).toBe('unclear');
  expect(copies(mail)).toBe(0);
  await decide(mail.id, 'approve');
  await expect.poll(() => status(mail.id)).toBe('sent');
  expect(copies(mail)).toBe(1);
});

test('an unreachable server is tried again; a refusal is final', async () => {
  await new Promise<void>((resolve) => smtp.close(() => resolve()));
  const mail = await draft();
  await decide(mail.id, 'approve');
  await expect.poll(async () => (await desk.approval({ tenant: agent.tenant }, mail.id)).note).toMatch(/tried again/);
  smtp = await smtpServer(port);
  await expect.poll(() => status(mail.id)).toBe('sent');
  expect(copies(mail)).toBe(1);

  const refused = await draft('refused@example.org');
  await decide(refused.id, 'approve');
  await expect.poll(() => status(refused.id)).toBe('failed');
});

test('a signed answer starts the agent that wrote the mail, once', async () => {
  const mail = await draft();
  const answer = JSON.stringify({
    message_id: '<1@lab.example>',
    in_reply_to: `<${mail.id}@example.org>`,
    from: 'author@example.org',
    subject: 'Re: Question',
    text: 'In May.',
  });
  const seconds = Math.floor(Date.now() / 1000);
  const sign = (body: string, secret = SECRET) =>
    `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`;
  const post = (signature: string, body = answer) =>
    fleet.call('POST', '/v1/mail/inbound', body, { 'X-Medfleet-Signature': signature });
  expect((await post(sign(answer, 'another secret, just as long'))).status).toBe(401);
  expect((await post('')).status).toBe(401);
  for (let times = 0; times < 2; times += 1) expect((await post(sign(answer))).body).toEqual({ status: 'delivered' });
  const stranger = answer.replace(mail.id, '00000000-0000-5000-8000-000000000000');
  expect((await post(sign(stranger), stranger)).body).toEqual({ status: 'unknown' });

  const { body } = await fleet.call('GET', `/v1/agents/${agent.id}/files`);
  const file = (body.files as { path: string }[]).find(({ path }) => path.includes('answer'));
  const content = (await fleet.call('GET', `/v1/agents/${agent.id}/files/${file?.path}`)).body.content as string;
  expect(content.match(/In May\./g)).toHaveLength(1);
});

/** Erasing a patient reaches what a clinician's agents hold about them, and leaves the clinician's other work alone. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Redis } from 'ioredis';
import { expect, onTestFinished, test } from 'vitest';
import { openFleet } from '../../../queues/open-fleet.ts';
import { createResearchDesk } from '../../../src/teams/research/fleet-desk.ts';
import { type Fleet, startFleet } from '../../support/fleet.ts';
import { testRedis } from '../../support/redis.ts';
import { filesHolding, redisLines } from '../../support/stores.ts';

const MARK = 'Zyqophane';

/** The lines that hold the marker, for a message that says where it is. */
const marked = async (redis: Redis, prefix: string) =>
  (await redisLines(redis, prefix)).filter((line) => line.includes(MARK));

/** One mail that waits for approval, and one that is in the outbox. */
async function writeMails({ base, call }: Fleet, agentId: string): Promise<void> {
  const redis = base.redis.connect('worker');
  const { fleet } = openFleet(base, redis, { maxOpenTasks: 100 });
  const { keys, workspaces, config: settings } = base;
  const desk = createResearchDesk({ redis, tag: keys.tag, fleet, workspaces, settings });
  const agent = await desk.agent({ tenant: 'local' }, agentId);
  const mail = { to: 'author@example.org', subject: `About ${MARK}`, body: 'Is it known?' };
  await desk.askToSend(agent, mail, 'waiting');
  const { id } = await desk.askToSend(agent, mail, 'approved');
  await call('POST', `/v1/approvals/${id}`, { decision: 'approve' });
  await expect.poll(async () => (await desk.approval({ tenant: 'local' }, id)).status).toBe('sent');
}

const openTasks = (fleet: Fleet) => fleet.base.redis.connect('worker').zcard(fleet.base.keys.open());
const rosterOf = async (fleet: Fleet) =>
  (await fleet.call('GET', '/v1/agents?user_id=dr-wren')).body.agents as { id: string; name: string }[];

test('agents, files, triggers, reports, mails, turns and session logs about a patient go; the clinician’s others stay', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'medfleet-erase-patient-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const fleet = await startFleet({ env: { DATA_DIR: dataDir } });
  onTestFinished(() => fleet.close());
  const redis = testRedis();
  const prefix = fleet.base.config.REDIS_PREFIX;
  const clinician = { user_id: 'dr-wren', session_id: 'wren', team: 'research' };

  await fleet.say('Research asthma and keep me updated weekly', { ...clinician, patient_id: 'dr-wren' });
  await fleet.say(`Research lupus nephritis for ${MARK} and keep me updated weekly`, {
    ...clinician,
    patient_id: 'zoe',
  });
  await expect.poll(() => openTasks(fleet)).toBe(0);
  const agents = await rosterOf(fleet);
  expect(agents).toHaveLength(2);
  const made = await fleet.call('POST', '/v1/agents', {
    user_id: 'dr-wren',
    patient_id: 'zoe',
    session_id: 'wren',
    name: `Second ${MARK}`,
    description: `Follows ${MARK}.`,
    message: `Look for ${MARK}.`,
  });
  expect(made.status).toBe(201);
  const plan = { agent_id: made.body.id, schedule: 'weekly', instruction: `Look for ${MARK}.` };
  expect((await fleet.call('POST', '/v1/triggers', plan)).status).toBe(201);
  await writeMails(fleet, String(made.body.id));
  await expect.poll(() => openTasks(fleet)).toBe(0);
  expect(await marked(redis, prefix)).not.toEqual([]);
  expect(filesHolding(dataDir, MARK).some((file) => file.includes('outbox'))).toBe(true);

  const { status, body } = await fleet.call('DELETE', '/v1/patients/zoe');
  expect(status).toBe(200);
  expect(body.counts).toMatchObject({ agents: 2 });
  expect(body.stays).toEqual(expect.arrayContaining([expect.stringMatching(/without naming this patient/)]));

  expect(await marked(redis, prefix)).toEqual([]);
  expect(filesHolding(dataDir, MARK)).toEqual([]);
  const left = await rosterOf(fleet);
  expect(left.map(({ name }) => name)).toEqual([expect.stringMatching(/asthma/i)]);
  const { triggers } = (await fleet.call('GET', '/v1/triggers?user_id=dr-wren')).body as { triggers: unknown[] };
  expect(triggers).toHaveLength(1);
  const { messages } = (await fleet.call('GET', '/v1/sessions/wren')).body as { messages: { text: string }[] };
  expect(messages.some(({ text }) => /asthma/i.test(text))).toBe(true);
  expect((await fleet.call('GET', `/v1/agents/${left[0]?.id}/files`)).body.files).not.toEqual([]);
  expect(await fleet.say('Who is working for me?', { ...clinician, patient_id: 'dr-wren' })).toMatchObject({
    status: 'completed',
    reply: expect.stringMatching(/asthma/i),
  });
});

test('in a turn about a patient, only the agents of that patient can be given their words', async () => {
  const fleet = await startFleet();
  onTestFinished(() => fleet.close());
  const clinician = { user_id: 'dr-wren', session_id: 'wren', team: 'research' };
  await fleet.say('Research asthma', { ...clinician, patient_id: 'dr-wren' });
  await fleet.say(`Any asthma news for ${MARK}?`, { ...clinician, patient_id: 'zoe' });
  await expect.poll(() => openTasks(fleet)).toBe(0);
  expect(await rosterOf(fleet)).toHaveLength(2);
  await fleet.call('DELETE', '/v1/patients/dr-wren');
  const redis = testRedis();
  const left = await redis.keys(`{${fleet.base.config.REDIS_PREFIX}}:research:*`);
  // Counts of tool calls hold ids of steps, and expire.
  expect(left.filter((key) => !key.includes(':research:calls:'))).toEqual([]);
});

/** Erasing a patient reaches what a clinician's agents hold about them, and leaves the clinician's other work alone. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Redis } from 'ioredis';
import { expect, onTestFinished, test } from 'vitest';
import { eraseSubject } from '../../../queues/erase-subject.ts';
import { openFleet } from '../../../queues/open-fleet.ts';
import type { TeamModule } from '../../../src/engine/run/team-module.ts';
import type { Letter } from '../../../src/engine/task/fleet.ts';
import { type Task, TaskRequest } from '../../../src/engine/task/task.ts';
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

test('what is begun while its person is erased is refused, and what is written late does not stay', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'medfleet-erase-born-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const fleet = await startFleet({ env: { DATA_DIR: dataDir } });
  onTestFinished(() => fleet.close());
  const { base } = fleet;
  const redis = base.redis.connect('worker');
  const open = openFleet(base, redis, { maxOpenTasks: 100 });
  const owner = { tenant: 'local', user_id: 'dr-wren', session_id: 'wren' };
  const wish = { name: MARK, description: `Follows ${MARK}.`, message: `Look for ${MARK}.` };
  const answers: number[] = [];
  const send = async (id: string) => {
    const { status } = await fleet.call('POST', '/v1/agents', { ...owner, tenant: undefined, ...wish });
    const turn = {
      user_id: owner.user_id,
      patient_id: owner.user_id,
      session_id: id,
      team: 'research',
      text: wish.message,
    };
    answers.push(status, (await fleet.call('POST', '/v1/turns', turn)).status);
  };
  const meanwhile: TeamModule = {
    name: 'meanwhile',
    subject: null,
    erase: { stop: () => send('first'), forget: async () => send('last').then(() => ({})) },
  };
  const modules = [...open.modules, meanwhile];
  const erase = (with_ = modules) =>
    eraseSubject({ ...base, ...open, modules: with_, redis }, 'local', { kind: 'patient', id: owner.user_id });
  await erase();
  expect(answers).toEqual([409, 409, 409, 409]);

  // The erasure comes between an agent and its first task.
  const { keys, workspaces, config: settings } = base;
  const post = async (letter: Letter) => erase(open.modules.slice()).then(() => open.fleet.post(letter));
  const desk = createResearchDesk({ redis, tag: keys.tag, fleet: { ...open.fleet, post }, workspaces, settings });
  await expect(desk.createWithTask(owner, wish, 'key')).rejects.toThrow(/erased/);
  const agent = await desk.create(owner, wish, 'late');
  await erase(open.modules.slice());
  const request = TaskRequest.parse({
    ...owner,
    id: 't',
    kind: 'turn',
    team: 'research',
    agent: 'ResearchAgent',
    origin: { kind: 'message', agent_id: agent.id },
    created_at: agent.created_at,
  });
  await desk.remember({ ...request, text: wish.message } satisfies Task, MARK);
  await expect(desk.createTrigger(agent, { schedule: 'weekly', instruction: MARK }, 'UTC', 'k')).rejects.toThrow(
    /no such/,
  );
  await expect.poll(() => openTasks(fleet)).toBe(0);
  expect(await marked(testRedis(), base.config.REDIS_PREFIX)).toEqual([]);
  expect(filesHolding(dataDir, MARK)).toEqual([]);
});

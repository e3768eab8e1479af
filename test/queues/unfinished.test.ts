/** What a team does after a task has ended is done at least once, whatever dies in between; and facts are never dropped. */
import { expect, onTestFinished, test } from 'vitest';
import { openFleet } from '../../queues/open-fleet.ts';
import { AGAIN, createTryAgain } from '../../queues/try-again.ts';
import { createUnfinished } from '../../queues/unfinished.ts';
import type { Ended, TeamModule } from '../../src/engine/run/team-module.ts';
import { EMPTY_RESULT } from '../../src/engine/task/task.ts';
import { AppError } from '../../src/platform/errors.ts';
import type { PatientRecord } from '../../src/record/index.ts';
import { TEAMS } from '../../src/teams/teams.ts';
import { writeTeam } from '../engine/agents/team-files.ts';
import { type Fleet, startFleet } from '../support/fleet.ts';
import { testRedis } from '../support/redis.ts';
import { taskRequest } from '../support/task-request.ts';
import { upkeepOf } from './upkeep-parts.ts';

const AGENTS = {
  'team.yml': `
name: diary
root: Writer
description: Writes down what was said.
queues: [turn, triage]
fallback_reply: Nothing was written.
`,
  Writer: 'name: Writer\ndescription: Writes\nworker: triage\nmodel: gemini-2.5-flash\ninstruction: You write.',
};

/** Everything that is due within an hour. */
const ALL_MS = 3_600_000;

function unfinishedOf(fleet: Fleet) {
  const redis = testRedis();
  const open = openFleet(fleet.base, redis, { maxOpenTasks: 100 });
  const { keys, log } = fleet.base;
  const { sweep } = createUnfinished({
    redis,
    keys,
    equipmentOf: open.equipmentOf,
    tryAgain: createTryAgain({ queues: open.queues, teams: fleet.base.teams }),
  });
  return { ...open, sweep: () => sweep(log, ALL_MS), waiting: () => redis.zcard(keys.unfinished()) };
}

async function startDiary(ended: (end: Ended) => Promise<void>): Promise<Fleet> {
  const module: TeamModule = { name: 'diary', subject: null, offline: { Writer: () => ({ text: 'Written.' }) }, ended };
  const fleet = await startFleet({
    teamFactories: [...TEAMS, () => module],
    // Without `trigger`: the test itself does what upkeep does.
    roles: ['turn', 'triage'],
    env: { AGENTS_DIR: await writeTeam(AGENTS, 'diary') },
  });
  onTestFinished(() => fleet.close());
  return fleet;
}

const say = (fleet: Fleet, text: string) => fleet.say(text, { team: 'diary', patient_id: undefined, user_id: 'u1' });

test('a team is told of an ended task once, and nothing is left to do', async () => {
  const told: Ended[] = [];
  const fleet = await startDiary(async (end) => void told.push(end));
  const turn = await say(fleet, 'Dear diary');
  const { waiting, sweep } = unfinishedOf(fleet);
  await expect.poll(waiting).toBe(0);
  expect(await sweep()).toEqual({ finished: 0, waiting: 0 });
  expect(told).toMatchObject([{ task: { id: turn.turn_id, text: 'Dear diary' }, reply: 'Written.' }]);
});

test('what a team could not do after a task had ended is tried until it succeeds', async () => {
  const told: Ended[] = [];
  const fleet = await startDiary(async (end) => {
    told.push(end);
    if (told.length < 3) throw new AppError('workspace_unavailable', 'The disk is full');
  });
  const turn = await say(fleet, 'Dear diary');
  const { waiting, sweep } = unfinishedOf(fleet);
  expect(turn.status).toBe('completed');
  await expect.poll(() => told.length).toBe(1);
  expect(await sweep()).toEqual({ finished: 0, waiting: 1 });
  expect(await waiting()).toBe(1);
  expect(await sweep()).toEqual({ finished: 1, waiting: 0 });
  expect(await waiting()).toBe(0);
  const [first, second, third] = told;
  expect([second, third]).toEqual([first, first]);
});

test('the worker dies right after it has ended a task: upkeep tells the team', async () => {
  const told: Ended[] = [];
  const fleet = await startDiary(async (end) => void told.push(end));
  const { admission, sweep } = unfinishedOf(fleet);
  const request = taskRequest({ id: 'cut-off', team: 'diary', agent: 'Writer', subject: null });
  await admission.admit({ request, text: 'Dear diary', doubleText: 'enqueue', idempotency: null });
  // All that a worker has done when it dies between the end and what follows.
  await admission.end('cut-off', {
    status: 'completed',
    result: EMPTY_RESULT,
    reply: { agent: 'Writer', text: 'Written.' },
    left: { ended: true, ms: 12 },
  });
  expect(told).toEqual([]);
  expect(await sweep()).toEqual({ finished: 1, waiting: 0 });
  expect(told).toMatchObject([{ task: { id: 'cut-off', text: 'Dear diary' }, reply: 'Written.', ms: 12 }]);
});

test('the worker dies before it has added the second try of an agent: upkeep adds it, once', async () => {
  const fleet = await startDiary(async () => undefined);
  const { admission, sweep, queues } = unfinishedOf(fleet);
  const request = taskRequest({ id: 'stood-in', team: 'diary', agent: 'Writer', subject: null });
  const left = { ended: false, ms: 12, again: ['Writer'] };
  for (const id of ['stood-in', 'stood-in-too']) {
    await admission.admit({
      request: { ...request, id },
      text: 'Dear diary',
      doubleText: 'enqueue',
      idempotency: null,
    });
    await admission.end(id, { status: 'degraded', result: EMPTY_RESULT, reply: null, left });
  }
  expect(await sweep()).toEqual({ finished: 2, waiting: 0 });
  // Once more, as by a worker that died between adding the job and forgetting what was left.
  await createTryAgain({ queues, teams: fleet.base.teams })({ ...request, text: 'Dear diary' }, ['Writer']);
  const delayed = await queues.queue('triage').getDelayed();
  expect(delayed.map(({ id }) => id).sort()).toEqual([`stood-in-too.${AGAIN}`, `stood-in.${AGAIN}`]);
});

test('a task that was erased leaves nothing to do', async () => {
  const told: Ended[] = [];
  const fleet = await startDiary(async (end) => {
    told.push(end);
    throw new Error('no');
  });
  const turn = await say(fleet, 'Dear diary');
  const { redis, waiting, sweep } = unfinishedOf(fleet);
  await expect.poll(() => told.length).toBe(1);
  await redis.del(fleet.base.keys.task(turn.turn_id));
  expect(await sweep()).toEqual({ finished: 0, waiting: 0 });
  expect([await waiting(), told.length]).toEqual([0, 1]);
});

test('the record cannot write: turns end with their replies, and the facts of all of them are filed later, once', async () => {
  let full = true;
  const filling = (record: PatientRecord): PatientRecord => ({
    ...record,
    async file(...args) {
      if (full) throw new AppError('record_unavailable', 'The disk is full');
      return record.file(...args);
    },
  });
  const fleet = await startFleet({
    teamFactories: TEAMS.map((create) => (parts) => create({ ...parts, record: filling(parts.record) })),
    roles: ['turn', 'triage', 'extractor', 'consultant'],
  });
  onTestFinished(() => fleet.close());
  const { sweep } = unfinishedOf(fleet);
  const texts = ['My weight is 80 kg', 'My pulse is 64', 'My weight is 81 kg and my mother had diabetes'];
  for (const text of texts) {
    const turn = await fleet.say(text, { session_id: 's1' });
    expect(turn).toMatchObject({ status: 'completed', error: null, reply: expect.any(String) });
    expect(turn.facts.filter(({ kind }) => kind === 'observation')).toHaveLength(1);
    const events = await fleet.events(turn.turn_id);
    expect(events.find(({ kind }) => kind === 'facts')?.data).toMatchObject({ waiting: true });
  }
  const record = async () => (await fleet.call('GET', '/v1/patients/p1/record')).body;
  const metric = async () => (await fleet.call('GET', '/metrics')).body.text;
  expect(await record()).toMatchObject({ counts: { observations: 0 } });
  expect(await metric()).toMatch(/^medfleet_unfinished_tasks 3$/m);
  expect(await sweep()).toEqual({ finished: 0, waiting: 3 });
  full = false;
  expect(await sweep()).toEqual({ finished: 3, waiting: 0 });
  expect(await sweep()).toEqual({ finished: 0, waiting: 0 });
  expect(await record()).toMatchObject({ counts: { observations: 3 }, family_history: [{ name: expect.any(String) }] });
  expect(await metric()).toMatch(/^medfleet_unfinished_tasks 0$/m);
});

test('a team is told of a task that was given up, too', async () => {
  const told: Ended[] = [];
  const fleet = await startDiary(async (end) => void told.push(end));
  const upkeep = upkeepOf(fleet);
  const request = taskRequest({ id: 'given-up', team: 'diary', agent: 'Writer', subject: null, deadline_ms: 1 });
  await upkeep.admission.admit({ request, text: 'Dear diary', doubleText: 'enqueue', idempotency: null });
  expect(await upkeep.run({ unstartedMs: 60_000 })).toMatchObject({ failed: 1 });
  await unfinishedOf(fleet).sweep();
  expect(told).toMatchObject([{ task: { id: 'given-up' }, result: { error: { code: 'timeout' } } }]);
});

/**
 * Many triggers that are due at the same time, three workers, one of them killed meanwhile: each fires exactly once. TRIGGERS sets
 * how many; the test suite takes a thousand, by hand it has been run with ten thousand.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openFleet } from '../../queues/open-fleet.ts';
import { sessionLane } from '../../queues/session-lane.ts';
import { createResearchDesk } from '../../src/teams/research/fleet-desk.ts';
import { fleetEnv, startFleet } from '../support/fleet.ts';
import { makeDue } from '../support/make-due.ts';
import { startWorkerProcess } from '../support/processes.ts';
import { testRedis } from '../support/redis.ts';

const TRIGGERS = Number(process.env.TRIGGERS ?? 1_000);
const AGENTS = 20;
const AT_ONCE = 50;

test(`${TRIGGERS} triggers fire exactly once, though a worker is killed`, async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'medfleet-triggers-'));
  const env = { ...fleetEnv(dataDir), WORKER_LOCK_SECONDS: '2' };
  const fleet = await startFleet({ env, roles: [] });
  const { base } = fleet;
  const redis = testRedis();
  const { fleet: port } = openFleet(base, redis, { maxOpenTasks: 1 });
  const settings = { ...base.config, TRIGGERS_PER_AGENT: TRIGGERS, TRIGGERS_PER_TENANT: TRIGGERS };
  const desk = createResearchDesk({ redis, tag: base.keys.tag, fleet: port, workspaces: base.workspaces, settings });
  const conversation = { tenant: 'local', user_id: 'dr-wren', session_id: 's' };
  const agents = await Promise.all(
    Array.from({ length: AGENTS }, (_, n) =>
      desk.create(conversation, { name: `Agent ${n}`, description: 'Follows wrens.' }, `agent-${n}`),
    ),
  );

  const schedule = new Date(Date.now() + 24 * 3_600_000).toISOString();
  for (let from = 0; from < TRIGGERS; from += AT_ONCE) {
    await Promise.all(
      Array.from({ length: Math.min(AT_ONCE, TRIGGERS - from) }, (_, index) => {
        const n = from + index;
        const agent = agents[n % AGENTS];
        if (!agent) throw new Error('no agent');
        return desk.createTrigger(agent, { schedule, instruction: `Look at number ${n}` }, 'UTC', `trigger-${n}`);
      }),
    );
  }

  const workers = await Promise.all(
    Array.from({ length: 3 }, () => startWorkerProcess(env, { args: ['--roles', 'trigger', '--concurrency', '10'] })),
  );
  onTestFinished(async () => {
    await Promise.all(workers.map((worker) => worker.kill()));
    await fleet.close();
    rmSync(dataDir, { recursive: true, force: true });
  });
  const open = () => redis.zcard(base.keys.open());
  // All triggers are due at once.
  const planned = await desk.triggers(conversation);
  await makeDue(
    redis,
    base.keys.tag,
    planned.map(({ id }) => id),
  );
  await fleet.queue('trigger').promoteJobs();
  await expect.poll(open).toBeGreaterThan(TRIGGERS / 20);
  await workers[0]?.kill();
  const killedAt = await open();
  await expect.poll(open, { interval: 200 }).toBe(TRIGGERS);
  // The jobs of the killed worker are recorded when another worker has run them.
  const unfinished = async () =>
    (await desk.triggers(conversation)).filter(({ status, fired: times }) => status !== 'completed' || times !== 1);
  await expect.poll(unfinished, { interval: 500 }).toEqual([]);
  const lanes = await Promise.all(
    agents.map(({ id }) => redis.lrange(base.keys.lane('local', sessionLane(`agent-${id}`)), 0, -1)),
  );
  const letters = await Promise.all(lanes.flat().map((turnId) => redis.hget(base.keys.task(turnId), 'text')));
  expect(new Set(letters).size).toBe(TRIGGERS);
  expect(letters).toHaveLength(TRIGGERS);
  process.stdout.write(`triggers: ${TRIGGERS} fired, one worker killed after ${killedAt}; each exactly once\n`);
}, 480_000);

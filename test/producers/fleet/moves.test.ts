/**
 * An operator's moves, by the API, Bull Board and the command line: a turn's jobs, why one failed, a pause that ends nothing, a worker
 * that is emptied before a release. Each change is in the access log. One fleet for all.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { FleetView } from '../../../producers/fleet/fleet.schemas.ts';
import type { TurnJobs } from '../../../producers/fleet/jobs.schemas.ts';
import { QUEUE_NAMES } from '../../../queues/catalogue.ts';
import { createWorkerRegistry } from '../../../queues/worker-registry.ts';
import { startWorkers } from '../../../workers/start-workers.ts';
import { cli } from '../../cli/cli.ts';
import { demoFiles, group, llm, startDemoModel } from '../../engine/run/demo.ts';
import { upkeepOf } from '../../queues/upkeep-parts.ts';
import { type Api, apiClient } from '../../support/api.ts';
import { type Fleet, startFleet } from '../../support/fleet.ts';
import { testRedis } from '../../support/redis.ts';

const [OPS, BOARD] = ['ops-token-0123456789', 'board-token-0123456789'];
const WORDS = 'my-secret-words';

let fleet: Fleet;
let ops: Api;
let model: Awaited<ReturnType<typeof startDemoModel>>;
let refuses = false;
/** Model calls of the agent Slow, each until the test lets it go. */
const held: (() => void)[] = [];
beforeAll(async () => {
  model = await startDemoModel({
    Solo: () => (refuses ? { error: { status: 400, message: WORDS } } : undefined),
    Slow: () => new Promise((resolve) => held.push(() => resolve({ text: 'Slow.' }))),
  });
  const agents = { Root: group('parallel', ['Solo', 'Slow']), Solo: llm(), Slow: llm({ worker: 'extractor' }) };
  fleet = await startFleet({
    dashboard: true,
    env: {
      AGENTS_DIR: await demoFiles({ agents, end: afterAll }),
      GEMINI_API_KEY: 'test',
      GEMINI_BASE_URL: model.url,
      API_TOKENS: `local[admin+access:read+turns:read+turns:write]:${OPS},local[queues:read]:${BOARD}`,
      DASHBOARD_WRITE: 'true',
    },
  });
  ops = apiClient(fleet.url, OPS);
});
afterAll(async () => {
  for (const release of held) release();
  await fleet.close();
  await model.close();
});

/** Lets the agent Slow answer in all of its calls, once there are so many. */
async function letGo(calls = 1): Promise<void> {
  await expect.poll(() => held.length).toBe(calls);
  for (const release of held.splice(0)) release();
}

/** As if nothing had begun in a turn for a day. */
async function age(id: string): Promise<void> {
  const { keys } = fleet.base;
  const yesterday = Date.now() - 86_400_000;
  const begun = (await testRedis().hkeys(keys.task(id))).filter((field) => field.startsWith('job:'));
  const marks = begun.flatMap((field) => [field, `${yesterday}-1-x/9`]);
  await testRedis().hset(keys.task(id), 'created', yesterday, ...marks);
  await testRedis().zadd(keys.open(), yesterday, id);
}

const run = (...args: string[]) => cli(args, { env: { MEDFLEET_URL: fleet.url, MEDFLEET_TOKEN: OPS } });
const view = async () => (await ops.call('GET', '/v1/fleet')).body as unknown as FleetView;
const queueIn = async (name: string) => (await view()).queues.find((queue) => queue.name === name);
const statusOf = async (id: string) => (await ops.turn(id)).status;

async function send(session_id = 's1'): Promise<string> {
  const sent = await ops.call('POST', '/v1/turns', { text: WORDS, team: 'demo', patient_id: 'p1', session_id });
  return String(sent.body.turn_id);
}

/** Entries of the access log about changes, the oldest first. */
async function changes(): Promise<Record<string, unknown>[]> {
  const { entries } = (await ops.call('GET', '/v1/access-log')).body as { entries: Record<string, unknown>[] };
  return entries.filter(({ target }) => target !== null).reverse();
}

test('a failed job is found by its turn, and says why, how often and by whom it was tried, without a word of the patient', async () => {
  refuses = true;
  const id = await send();
  await expect.poll(() => fleet.queue('triage').getJobState(`${id}.Root.Solo`)).toBe('failed');
  await expect.poll(() => held.length).toBe(1);
  const found = (await ops.call('GET', `/v1/fleet/jobs?turn_id=${id}`)).body as unknown as TurnJobs;
  expect(found.status).toBe('running');
  expect(found.jobs.map(({ queue, id: job, state }) => [queue, job.replace(id, ''), state]).sort()).toEqual([
    ['extractor', '.Root.Slow', 'active'],
    ['triage', '.Root.Solo', 'failed'],
    ['turn', '', 'waiting-children'],
  ]);
  const failed = found.jobs.find(({ state }) => state === 'failed');
  expect(failed).toMatchObject({ agent: 'Solo', run_id: 'Root.Solo', attempts: 1, attempts_allowed: 4 });
  expect(failed?.reason).toMatch(/^model_refused: /);
  expect(failed?.worker).toContain(`:${process.pid}:triage:`);
  await (await fleet.queue('triage').getJob(`${id}.Root.Solo`))?.log(WORDS);
  const one = await ops.call('GET', `/v1/fleet/jobs/triage/${id}.Root.Solo`);
  // What the run has written is shown, and nothing else that stands there.
  expect(one.body).toMatchObject({
    ...failed,
    log: [
      expect.stringMatching(/^start .*, try 1$/),
      expect.stringMatching(/^step 1 .*, failed model_refused$/),
      expect.stringMatching(/^end error model_refused/),
      '(hidden)',
    ],
  });
  expect(JSON.stringify([found, one.body])).not.toContain(WORDS);
  expect((await run('jobs', '--turn', id)).out).toMatch(
    /The turn is running\.\n[\s\S]*triage +\S+\.Root\.Solo +Solo +failed +1 +model_refused/,
  );
  expect((await run('jobs')).out).toContain(`${id}.Root.Solo`);
  const shown = await run('jobs', 'show', 'triage', `${id}.Root.Solo`);
  expect([shown.code, shown.out]).toEqual([0, expect.stringMatching(/tries +1 of 4\nreason +model_refused: /)]);
  expect((await ops.call('GET', '/v1/fleet/jobs?turn_id=nobody')).status).toBe(404);
  expect((await ops.call('GET', `/v1/fleet/jobs/triage/${id}.nobody`)).status).toBe(404);
  const denied = await apiClient(fleet.url, BOARD).call('GET', `/v1/fleet/jobs?turn_id=${id}`);
  expect(denied.status).toBe(403);

  refuses = false;
  expect((await run('jobs', 'retry', 'triage', `${id}.Root.Solo`)).out).toBe('It waits in its queue.\n');
  await expect.poll(() => fleet.queue('triage').getJobState(`${id}.Root.Solo`)).toBe('completed');
  await letGo();
  await expect.poll(() => statusOf(id)).toBe('completed');
  expect((await ops.turn(id)).reply).toContain('Solo says so.');
});

test('jobs that have not begun are found too', async () => {
  for (const name of ['triage', 'extractor'] as const) await fleet.queue(name).pause();
  const id = await send();
  const { jobs } = (await ops.call('GET', `/v1/fleet/jobs?turn_id=${id}`)).body as unknown as TurnJobs;
  expect(jobs.map(({ agent, state }) => [agent, state]).sort()).toEqual([
    ['Root', 'waiting-children'],
    ['Slow', 'waiting'],
    ['Solo', 'waiting'],
  ]);
  expect((await ops.call('DELETE', `/v1/turns/${id}`)).status).toBe(202);
  for (const name of ['triage', 'extractor'] as const) await fleet.queue(name).resume();
});

test('a paused queue says so everywhere, its turns wait, and none is repaired or ended, also a day later', async () => {
  const before = (await changes()).length;
  const paused = await run('queues', 'pause', 'triage');
  expect([paused.code, paused.out]).toEqual([0, expect.stringContaining('triage is paused')]);
  const id = await send('paused');
  const by = expect.stringMatching(/^token:/);
  expect(await queueIn('triage')).toMatchObject({ paused: true, paused_by_hand: { since: expect.any(String), by } });
  expect(await queueIn('turn')).toMatchObject({ paused: false, paused_by_hand: null });
  expect((await run('queues')).out).toMatch(/triage +1 +0 +0 +1 +paused since \S+ \S+ by token:/);
  const ready = await ops.call('GET', '/readyz');
  expect([ready.status, ready.body.warnings]).toEqual([
    200,
    expect.arrayContaining([expect.stringMatching(/^the queue triage is paused since .* by token:/)]),
  ]);
  const metrics = String((await ops.call('GET', '/metrics')).body.text);
  expect(metrics).toContain('medfleet_queue_paused{queue="triage"} 1\n');
  expect(metrics).toContain('medfleet_queue_paused{queue="turn"} 0\n');

  await letGo();
  await expect.poll(() => fleet.queue('extractor').getJobState(`${id}.Root.Slow`)).toBe('completed');
  await age(id);
  const { run: upkeep } = upkeepOf(fleet);
  const old = { idleMs: 3_600_000 };
  expect(await upkeep(old)).toEqual({ restarted: 0, failed: 0 });
  // Right after it goes on, the jobs of a long pause still wait for their turn.
  await fleet.queue('triage').resume();
  await fleet.queue('turn').pause();
  await expect.poll(() => fleet.queue('turn').getJobState(id)).toBe('waiting');
  await fleet.queue('turn').resume();
  expect(await testRedis().hexists(fleet.base.keys.task(id), 'repairs')).toBe(0);
  await expect.poll(() => statusOf(id)).toBe('completed');
  expect((await run('queues', 'resume', 'triage')).out).toBe('triage goes on.\n');
  expect(await queueIn('triage')).toMatchObject({ paused: false, paused_by_hand: null });
  expect(
    (await changes()).slice(before).map(({ route, target, status, credential }) => [route, target, status, credential]),
  ).toEqual([
    ['/v1/fleet/queues/{queue}/pause', 'triage', 200, by],
    ['/v1/fleet/queues/{queue}/resume', 'triage', 200, by],
  ]);
});

test('what is changed in Bull Board is in the access log with its queue, its job and its outcome, also what is refused', async () => {
  const before = (await changes()).length;
  const onBoard = (path: string, api = ops, method = 'PUT', body: unknown = {}) =>
    api.call(method, `/dashboard/queues/api/${path}`, body);
  await onBoard('queues/delivery/pause');
  await onBoard('queues/delivery/pause', apiClient(fleet.url, BOARD));
  const pause = (await queueIn('delivery'))?.paused_by_hand;
  expect(pause).toMatchObject({ by: expect.stringMatching(/^token:/) });
  await onBoard('queues/delivery/add', ops, 'POST', { name: 'x', data: {}, options: { jobId: 'job-1' } });
  await onBoard('queues/delivery/job-1/promote');
  await onBoard('queues/delivery/job-1/clean');
  await onBoard('queues/delivery/clean/failed');
  await onBoard('queues/trigger/job-schedulers/nobody/remove');
  await onBoard('queues/resume');
  expect((await queueIn('delivery'))?.paused_by_hand).toBeNull();
  const noted = (await changes()).slice(before);
  expect(noted.map(({ method, target, status }) => [method, target, Number(status) < 300])).toEqual([
    ['PUT', 'delivery/pause', true],
    ['PUT', 'delivery/pause', false],
    ['POST', 'delivery/add', true],
    ['PUT', 'delivery/job-1/promote', false],
    ['PUT', 'delivery/job-1/clean', true],
    ['PUT', 'delivery/clean/failed', true],
    ['PUT', 'trigger/job-schedulers/nobody/remove', false],
    ['PUT', 'resume', true],
  ]);
  expect(
    noted.every(({ credential, route }) => String(credential).startsWith('token:') && route === '/dashboard/queues'),
  ).toBe(true);
});

test('a worker is drained: it takes no new job, ends those that it has, says so, and takes jobs again when asked to', async () => {
  const [first] = (await view()).workers;
  const workerOf = async (id = '') => (await view()).workers.find((worker) => worker.id === id);
  const name = `${first?.host}:${first?.pid}`;
  const id = await send('drain');
  await expect.poll(() => held.length).toBe(1);
  const drained = run('drain', String(first?.id));
  await expect.poll(() => workerOf(first?.id)).toMatchObject({ state: 'draining', roles: [] });
  expect((await ops.call('GET', '/readyz')).status).toBe(503);
  const next = await send('next');
  await letGo();
  const { code, out, err } = await drained;
  expect([code, out]).toEqual([0, `${name} is drained: it can be stopped.\n`]);
  expect(err).toContain(`no other worker has the roles ${QUEUE_NAMES.join(', ')}`);
  expect(await fleet.queue('extractor').getJobState(`${id}.Root.Slow`)).toBe('completed');
  expect(await fleet.queue('triage').getJobState(`${next}.Root.Solo`)).toBe('waiting');
  const [other] = await startWorkers(fleet.base, ['triage']);
  await expect.poll(() => fleet.queue('triage').getJobState(`${next}.Root.Solo`)).toBe('completed');
  expect((await run('drain', name)).err).toContain('Several workers are meant');
  await other?.close();
  expect((await run('drain', String(first?.id), '--undo')).out).toBe(`${name} takes jobs again.\n`);
  await letGo();
  for (const turn of [id, next]) await expect.poll(() => statusOf(turn)).toBe('completed');
  await expect.poll(() => workerOf(first?.id)).toMatchObject({ state: 'serving', roles: QUEUE_NAMES });
  expect((await run('drain')).out).toMatch(/serving +turn, /);
  expect(await run('drain', 'nobody')).toMatchObject({ code: 1, err: expect.stringContaining('no live worker') });
  expect((await changes()).at(-1)).toMatchObject({ target: 'nobody', status: 404 });
});

test('a drain that is taken back while jobs run leaves the worker as it was', async () => {
  const first = (await view()).workers.find(({ roles }) => roles.length > 1);
  const workerOf = async () => (await view()).workers.find(({ id }) => id === first?.id);
  const id = await send('undo');
  await expect.poll(() => held.length).toBe(1);
  await ops.call('POST', `/v1/fleet/workers/${first?.id}/drain`);
  await expect.poll(workerOf).toMatchObject({ state: 'draining', roles: [] });
  await ops.call('POST', `/v1/fleet/workers/${first?.id}/resume`);
  const next = await send('undo-next');
  await letGo(2);
  for (const turn of [id, next]) await expect.poll(() => statusOf(turn)).toBe('completed');
});

test('a worker that has died while it drained leaves nothing behind', async () => {
  const registry = createWorkerRegistry(testRedis(), fleet.base.keys);
  const entry = {
    client_name: 'gone',
    roles: ['triage'],
    worker_ids: [],
    host: 'h',
    pid: 1,
    version: '',
    concurrency: 1,
  };
  await registry.write('dead', { ...entry, started_at: '', remotes: {} }, false);
  expect(await registry.drain('dead', true)).toBe(true);
  expect((await registry.write('dead', { ...entry, started_at: '', remotes: {} }, false)).isDraining).toBe(true);
  await registry.remove('dead');
  expect(await testRedis().exists(fleet.base.keys.workers_draining())).toBe(0);
  expect(await registry.drain('dead', true)).toBe(false);
  expect(await testRedis().exists(fleet.base.keys.workers_draining())).toBe(0);
});

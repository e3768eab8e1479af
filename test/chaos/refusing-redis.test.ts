/**
 * Redis answers and refuses writes while turns are open. It is an outage: 503 with when to try again, not ready, few log lines; and when
 * it is over every turn completes, with no try spent.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Redis } from 'ioredis';
import { expect, onTestFinished, test } from 'vitest';
import { demoFiles, group, llm, startDemoModel } from '../engine/run/demo.ts';
import { expectProblem } from '../producers/http/expect-problem.ts';
import { apiClient } from '../support/api.ts';
import { fleetEnv } from '../support/fleet.ts';
import { startMain } from '../support/main-process.ts';
import { startServer } from '../support/redis-servers.ts';

const TURNS = 30;
/** Commands that Redis refuses before the outage ends: all that the open turns have to write, and some tries after that. */
const REFUSED = 20;

type Outage = { begin(redis: Redis): Promise<unknown>; end(redis: Redis): Promise<unknown> };

const OUTAGES: Record<string, Outage> = {
  OOM: {
    begin: (redis) => redis.config('SET', 'maxmemory', '1'),
    end: (redis) => redis.config('SET', 'maxmemory', '0'),
  },
  READONLY: {
    // Nothing listens at port 1, so it keeps its data.
    begin: (redis) => redis.replicaof('127.0.0.1', 1),
    end: (redis) => redis.replicaof('NO', 'ONE'),
  },
  NOREPLICAS: {
    begin: (redis) => redis.config('SET', 'min-replicas-to-write', '1'),
    end: (redis) => redis.config('SET', 'min-replicas-to-write', '0'),
  },
  MISCONF: {
    async begin(redis) {
      const [, dir = ''] = (await redis.config('GET', 'dir')) as string[];
      rmSync(dir, { recursive: true, force: true });
      await redis.config('SET', 'save', '3600 1');
      await redis.bgsave();
      await expect.poll(() => redis.info('persistence')).toContain('rdb_last_bgsave_status:err');
    },
    end: (redis) => redis.config('SET', 'stop-writes-on-bgsave-error', 'no'),
  },
  BUSY: {
    async begin(redis) {
      await redis.config('SET', 'busy-reply-threshold', '1');
      const busy = redis.duplicate();
      onTestFinished(() => busy.disconnect());
      busy.eval('while true do end', 0).catch(() => undefined);
      await expect.poll(() => redis.ping().catch(String)).toContain('BUSY');
    },
    end: (redis) => redis.script('KILL'),
  },
};

test.each(Object.keys(OUTAGES))(
  'Redis refuses writes with %s: nothing fails, and all goes on afterwards',
  async (reason) => {
    const { begin, end } = OUTAGES[reason] as Outage;
    const redis = await startServer();
    let letGo: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    const say = (agent: string) => async () => {
      await held;
      return { text: `${agent} says so.` };
    };
    const model = await startDemoModel({ One: say('One'), Two: say('Two'), Three: say('Three') });
    const dataDir = mkdtempSync(join(tmpdir(), 'medfleet-refusing-'));
    const main = startMain({
      ...fleetEnv(dataDir),
      REDIS_URL: `redis://127.0.0.1:${redis.port}`,
      AGENTS_DIR: await demoFiles({
        name: 'health',
        agents: {
          Root: group('parallel', ['One', 'Two', 'Three']),
          One: llm({ dispatch: 'inline' }),
          Two: llm(),
          Three: llm(),
        },
      }),
      GEMINI_API_KEY: 'test',
      GEMINI_BASE_URL: model.url,
      WORKER_CONCURRENCY: String(2 * TURNS),
      LOG_LEVEL: 'info',
    });
    onTestFinished(async () => {
      letGo();
      await main.end('SIGKILL');
      await model.close();
      rmSync(dataDir, { recursive: true, force: true });
    });
    const api = apiClient(String(/http:\/\/127\.0\.0\.1:\d+/.exec(await main.ready)?.[0]));
    const send = (n: number) =>
      api.call('POST', '/v1/turns', { text: 'Hello', patient_id: `p${n}`, session_id: `s${n}` });
    const ids = await Promise.all(Array.from({ length: TURNS }, async (_, n) => String((await send(n)).body.turn_id)));
    // The inline agent is asked once the others are done.
    await expect.poll(() => model.asked('Two') + model.asked('Three')).toBe(2 * TURNS);

    await begin(redis.client);
    letGo();
    const ready = () => api.call('GET', '/readyz');
    await expect.poll(async () => (await ready()).status).toBe(503);
    expectProblem(await ready(), 503, 'redis_unavailable');
    let refused = 0;
    await expect
      .poll(
        async () => {
          const answer = await send(TURNS);
          expectProblem(answer, 503, 'redis_unavailable');
          expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
          refused += 1;
          return refused;
        },
        { interval: 100 },
      )
      .toBe(REFUSED);
    await end(redis.client);

    await expect.poll(async () => (await ready()).status).toBe(200);
    const open = async () =>
      (await Promise.all(ids.map(api.turn))).filter(({ timings }) => timings?.total_ms == null).length;
    await expect.poll(open, { interval: 200 }).toBe(0);
    for (const turn of await Promise.all(ids.map(api.turn))) {
      expect(turn).toMatchObject({ status: 'completed', error: null });
      expect(Object.values(turn.agents).map(({ attempts }) => attempts)).toEqual([1, 1, 1]);
    }
    for (const agent of ['One', 'Two', 'Three']) expect(model.asked(agent)).toBe(TURNS);
    const lines = (await main.end('SIGTERM')).stdout.split('\n').filter((line) => line.startsWith('{'));
    const events = lines.map((line) => String((JSON.parse(line) as { msg: string }).msg));
    const about = (name: string) => events.filter((event) => event === name).length;
    expect(about('job.failed')).toBe(0);
    expect(about('redis.refusing')).toBeGreaterThan(0);
    // Ones for each request that was refused and each turn that completed; the outage itself is told in a few lines per connection and queue.
    const others = events.length - about('request.failed') - about('turn.completed');
    expect(others).toBeLessThan(60);
  },
  240_000,
);

/** What ends its process is set aside; what only ran beside it goes on. A start without an end stands for a process that died. */
import { beforeEach, expect, test } from 'vitest';
import { createKeys, type Keys } from '../../src/engine/task/keys.ts';
import { createSuspects } from '../../workers/suspects.ts';
import { testPrefix, testRedis } from '../support/redis.ts';

let keys: Keys;
let redis: ReturnType<typeof testRedis>;
beforeEach(() => {
  redis = testRedis();
  keys = createKeys(testPrefix());
});

const job = (id: string, stalledCounter = 1) => ({ queueName: 'function', id, stalledCounter });
/** What a process begins, and what comes of it: `dies` if it has not ended by itself. */
function start(id: string, journal?: string): Promise<'dies' | 'refused'> {
  return new Promise((resolve, reject) => {
    const endless = () => new Promise<never>(() => resolve('dies'));
    createSuspects(redis, keys)
      .run(job(id), journal, endless)
      .catch((error: { code?: string }) => (error.code === 'poison_job' ? resolve('refused') : reject(error)));
  });
}
const work = (id: string, counter = 1) => createSuspects(redis, keys).run(job(id, counter), undefined, async () => id);

test('a job whose process died each time is set aside at its third start, and begins anew when it is retried', async () => {
  expect(await start('poison')).toBe('dies');
  expect(await start('poison')).toBe('refused');
  expect(await work('poison')).toBe('poison');
});

test('a job that has ended is not suspected at its next start', async () => {
  for (let count = 0; count < 5; count += 1) expect(await work('plain')).toBe('plain');
  expect(await redis.exists(keys.suspects())).toBe(0);
});

test('a job that got further than at its last start is not suspected', async () => {
  const journal = keys.journal('t', 'r');
  for (let step = 0; step < 5; step += 1) {
    expect(await start('long', journal)).toBe('dies');
    await redis.hset(journal, `step-${step}`, 'done');
  }
});

test('a note that came back with an older state of Redis stands for no death', async () => {
  for (let count = 0; count < 3; count += 1) {
    await redis.hset(keys.suspects(), 'function:alive', '1/0/of-a-server-before');
    expect(await work('alive')).toBe('alive');
  }
});

test('of several that died together only the one goes on being suspected that died alone', async () => {
  for (const id of ['innocent', 'poison']) expect(await start(id)).toBe('dies');
  // Processes may be killed from outside, and meet the same jobs again.
  for (let death = 2; death <= 5; death += 1) expect(await start('poison')).toBe('dies');
  expect(await start('poison')).toBe('refused');
  expect(await work('innocent')).toBe('innocent');
});

test('those whose processes died a third time run one at a time', async () => {
  for (let death = 1; death <= 3; death += 1) for (const id of ['one', 'two']) expect(await start(id)).toBe('dies');
  const suspects = createSuspects(redis, keys);
  let running = 0;
  const alone = async () => {
    running += 1;
    expect(running).toBe(1);
    await redis.ping();
    running -= 1;
  };
  await Promise.all(['one', 'two'].map((id) => suspects.run(job(id), undefined, alone)));
});

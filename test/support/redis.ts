/** A test's own part of the shared Redis: a new prefix, and clients that close by themselves. */
import { randomBytes } from 'node:crypto';
import { Redis, type RedisOptions } from 'ioredis';
import { afterAll, inject, onTestFinished, TestRunner } from 'vitest';

const open = new Set<Redis>();

// Registered while the test file is being read, so it covers clients made in its hooks.
afterAll(() => {
  for (const client of open) close(client);
});

const CONSONANTS = 'bcdfghjklmnpqrstvwxz';

/** Letters, as REDIS_PREFIX asks; never the same twice. No vowels or digits: a test may look for a name or a value in its keys. */
export function testPrefix(): string {
  return `test-${Array.from(randomBytes(12), (byte) => CONSONANTS[byte % CONSONANTS.length]).join('')}`;
}

/** Closes at the end of the test that asks for it, or of the file when a hook does. Workers may use it as it is. */
export function testRedis(options: RedisOptions = {}): Redis {
  const client = new Redis(inject('redisUrl'), { maxRetriesPerRequest: null, ...options });
  open.add(client);
  if (TestRunner.getCurrentTest()) onTestFinished(() => close(client));
  return client;
}

function close(client: Redis): void {
  open.delete(client);
  client.disconnect();
}

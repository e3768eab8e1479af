/** A prefix in Redis belongs to one record and to one store of files: with others, a person's facts would be in the one or in the other. */
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openEmbeddedRecord } from '../../src/record/embedded/embedded-record.ts';
import { moveRecords } from '../../src/record/index.ts';
import { filingTerms } from '../../src/teams/health/filing-terms.ts';
import { startFleet } from '../support/fleet.ts';
import { testPrefix } from '../support/redis.ts';

function newDir(): string {
  const dir = mkdtempSync(join(tmpdir(), 'medfleet-stores-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

/** Starts and ends: what the prefix belongs to stays. */
async function start(env: Record<string, string>, roles: readonly 'turn'[] = []): Promise<void> {
  await (await startFleet({ env, roles })).close();
}

const refusal = (store: string, dir: string) => ({
  code: 'config',
  message: expect.stringMatching(new RegExp(`belongs to the ${store} of \\S+:${dir}, .*ACCEPT_STORES=true`)),
});

test('a producer or a worker with the data folder of another fleet does not start, until the folder is accepted', async () => {
  const REDIS_PREFIX = testPrefix();
  const [first, second] = [newDir(), newDir()];
  await start({ REDIS_PREFIX, DATA_DIR: first });
  await expect(start({ REDIS_PREFIX, DATA_DIR: second })).rejects.toMatchObject(refusal('record', first));
  await expect(start({ REDIS_PREFIX, DATA_DIR: second }, ['turn'])).rejects.toMatchObject(refusal('record', first));
  await start({ REDIS_PREFIX, DATA_DIR: first }, ['turn']);
  await start({ REDIS_PREFIX, DATA_DIR: second, ACCEPT_STORES: 'true' });
  await start({ REDIS_PREFIX, DATA_DIR: second });
  await expect(start({ REDIS_PREFIX, DATA_DIR: first })).rejects.toMatchObject(refusal('record', second));
  await start({ REDIS_PREFIX: testPrefix(), DATA_DIR: first });
});

test('a folder that was moved is the same; one of its parts may not be exchanged', async () => {
  const REDIS_PREFIX = testPrefix();
  const [first, moved] = [newDir(), newDir()];
  await start({ REDIS_PREFIX, DATA_DIR: first });
  cpSync(first, moved, { recursive: true });
  await start({ REDIS_PREFIX, DATA_DIR: moved });
  rmSync(join(moved, 'artifacts'), { recursive: true });
  await expect(start({ REDIS_PREFIX, DATA_DIR: moved })).rejects.toMatchObject(refusal('files', first));
});

test('a record into which all records were copied takes the place of the first one, which is then refused', async () => {
  const REDIS_PREFIX = testPrefix();
  const [first, second] = [newDir(), newDir()];
  await start({ REDIS_PREFIX, DATA_DIR: first });
  cpSync(join(first, 'artifacts'), join(second, 'artifacts'), { recursive: true });
  const [from, to] = [
    await openEmbeddedRecord({ dir: first }, filingTerms),
    await openEmbeddedRecord({ dir: second }, filingTerms),
  ];
  for (const attempt of [1, 2]) expect(await moveRecords(from, to, () => undefined), `${attempt}`).toBe(0);
  await Promise.all([from.close(), to.close()]);
  await start({ REDIS_PREFIX, DATA_DIR: second });
  await expect(start({ REDIS_PREFIX, DATA_DIR: first })).rejects.toMatchObject(refusal('record', second));
});

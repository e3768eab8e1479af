/**
 * Redis and the stores of one fleet belong together: with another record, what jobs file is missing where it is looked for. So a prefix
 * remembers the ids of its stores, which are kept inside them, and a process that has others does not start. Documents of the library
 * are where the record is, artifacts where workspaces are.
 */
import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { resolve } from 'node:path';
import type { Base } from '../src/base.ts';
import type { Objects } from '../src/engine/workspace/objects.ts';
import { AppError } from '../src/platform/errors.ts';
import type { RedisClient } from '../src/platform/lua.ts';

const FILES_ID = { workspace: 'identity', kind: 'log', name: 'id' } as const;

/** The first process of a prefix claims its stores for it. */
export async function claimStores({ config, keys, log, record, functionParts }: Base, redis: RedisClient) {
  const { DATA_DIR, NEO4J_URI, NEO4J_DATABASE = '', WORKSPACE_URL, REDIS_PREFIX, ACCEPT_STORES } = config;
  const folder = `${hostname()}:${resolve(DATA_DIR)}`;
  const database = NEO4J_URI && `Neo4j at ${new URL(NEO4J_URI).host}/${NEO4J_DATABASE}`;
  const stores = [
    ['record', record.about().ids, database ?? folder],
    ['files', [await filesId(functionParts.artifactObjects)], WORKSPACE_URL ?? folder],
  ] as const;
  for (const [store, ids, place] of stores) {
    const claimed = () => redis.hget(keys.stores(), store);
    if ((await claimed()) === null) await redis.hsetnx(keys.stores(), store, `${ids[0]} ${place}`);
    const [held = '', ...known] = ((await claimed()) ?? '').split(' ');
    if (held === ids[0]) continue;
    const before = known.join(' ');
    if (!ACCEPT_STORES && !ids.includes(held)) {
      const fix = 'Set DATA_DIR, NEO4J_URI or WORKSPACE_URL to those, or another REDIS_PREFIX';
      throw new AppError(
        'config',
        `REDIS_PREFIX=${REDIS_PREFIX} belongs to the ${store} of ${before}, and here are those of ${place}. ${fix}; ` +
          'if they were exchanged on purpose, stop all processes and start one with ACCEPT_STORES=true.',
      );
    }
    await redis.hset(keys.stores(), store, `${ids[0]} ${place}`);
    log.warn({ store, before, now: place }, 'stores.accepted');
  }
}

async function filesId(objects: Objects): Promise<string> {
  if ((await objects.get(FILES_ID)) === null) await objects.create(FILES_ID, Buffer.from(randomUUID()));
  return String(await objects.get(FILES_ID));
}

/** Shared by the stores of the research team: an item is created atomically, changed only while it exists, and found only by its owner. */

import { type Asker, mayAskFor } from '../../../engine/access/principal.ts';
import { AppError } from '../../../platform/errors.ts';
import { callScript, defineScript, type RedisClient } from '../../../platform/lua.ts';
import type { Owner } from '../desk.ts';

/**
 * ARGV: key, index, id, score, how many the index may have or '', seconds that it is kept or '', a set for its id or '', keys that are
 * there while its people are erased as JSON, fields and values.
 */
const makeItem = defineScript(
  'make_item',
  {},
  `
local key, index, id, score, most, seconds, set, erasing = unpack(ARGV, 1, 8)
for _, mark in ipairs(cjson.decode(erasing)) do
  if redis.call('EXISTS', mark) == 1 then return 'erased' end
end
if redis.call('EXISTS', key) == 1 then return 'known' end
if most ~= '' and redis.call('ZCARD', index) >= tonumber(most) then return 'full' end
redis.call('HSET', key, unpack(ARGV, 9))
if seconds ~= '' then redis.call('EXPIRE', key, seconds) end
redis.call('ZADD', index, score, id)
if set ~= '' then redis.call('SADD', set, id) end
return 'new'
`,
);

/** ARGV: key, then fields and values. */
const changeItem = defineScript(
  'change_item',
  {},
  `
if redis.call('EXISTS', ARGV[1]) == 1 then redis.call('HSET', ARGV[1], unpack(ARGV, 2)) end
`,
);

type NewItem = {
  key: string;
  index: string;
  id: string;
  fields: Record<string, string | number>;
  /** How many the index may have. */
  most?: number;
  keptSeconds?: number;
  /** A set that its id is added to. */
  set?: string | undefined;
  /** Keys that are there while its people are erased. */
  erasing?: string[];
};

/** Item and index in one step, unless the item exists: a crash leaves nothing incomplete, and a replay changes nothing. */
export async function createOnce(
  redis: RedisClient,
  tag: string,
  { key, index, id, fields, most, keptSeconds, set, erasing = [] }: NewItem,
): Promise<'new' | 'known' | 'full'> {
  const options = [most ?? '', keptSeconds ?? '', set ?? '', JSON.stringify(erasing)];
  const args = [key, index, id, Date.now(), ...options, ...Object.entries(fields).flat()];
  const made = (await callScript(redis, makeItem, tag, args)) as 'new' | 'known' | 'full' | 'erased';
  if (made === 'erased') throw new AppError('conflict', 'The person that this is about is being erased.');
  return made;
}

/** An item that was erased is not brought back. */
export async function changeExisting(
  redis: RedisClient,
  tag: string,
  key: string,
  fields: Record<string, string | number>,
): Promise<void> {
  await callScript(redis, changeItem, tag, [key, ...Object.entries(fields).flat()]);
}

/** An item of another tenant is not found, nor one of or about people whom the asker may not act for. */
export async function findOwned<T extends Owner & { patient_id?: string | null }>(
  asker: Asker,
  id: string,
  read: (id: string) => Promise<T | null>,
  what: string,
): Promise<T> {
  // Checked before it becomes part of a key.
  const found = /^[0-9a-f-]{36}$/.test(id) ? await read(id) : null;
  if (!found || !mayAskFor(asker, { ...found, people: [found.patient_id] }))
    throw new AppError('not_found', `There is no such ${what}.`);
  return found;
}

/** For an item that is found under an idempotency key: it must be the one that was asked for. */
export function sameOwner<T extends Owner>(found: T | null, { tenant, user_id }: Owner): T {
  if (found?.tenant === tenant && found.user_id === user_id) return found;
  throw new AppError('idempotency_conflict', 'Use a new Idempotency-Key for a new request; this one is in use.');
}

/** Stored JSON, or undefined where it cannot be parsed: reading and listing must not fail because of one item. */
export function storedJson(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    return undefined;
  }
}

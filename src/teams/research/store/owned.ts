/** Shared by the stores of the research team: an item is created atomically, and found only by its owner. */

import { type Asker, mayAskFor } from '../../../engine/access/principal.ts';
import { AppError } from '../../../platform/errors.ts';
import { callScript, defineScript, type RedisClient } from '../../../platform/lua.ts';
import type { Owner } from '../desk.ts';

/** ARGV: key, then fields and values. */
const makeOnce = defineScript(
  'make_once',
  {},
  `
if redis.call('EXISTS', ARGV[1]) == 0 then redis.call('HSET', ARGV[1], unpack(ARGV, 2)) end
`,
);

/** Sets all fields in one step unless the item exists: a crash leaves no incomplete item, and a replay changes nothing. */
export async function createOnce(
  redis: RedisClient,
  tag: string,
  key: string,
  fields: Record<string, string | number>,
): Promise<void> {
  await callScript(redis, makeOnce, tag, [key, ...Object.entries(fields).flat()]);
}

/** An item of another tenant, or of another user where one is named, is not found. */
export async function findOwned<T extends Owner>(
  asker: Asker,
  id: string,
  read: (id: string) => Promise<T | null>,
  what: string,
): Promise<T> {
  // Checked before it becomes part of a key.
  const found = /^[0-9a-f-]{36}$/.test(id) ? await read(id) : null;
  if (!found || !mayAskFor(asker, found)) throw new AppError('not_found', `There is no such ${what}.`);
  return found;
}

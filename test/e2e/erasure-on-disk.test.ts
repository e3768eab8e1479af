/** What was erased is on no disk either: the files of Redis, with an append-only file and a snapshot, are searched for it. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { expect, test } from 'vitest';
import { durableRedis } from '../support/durable-redis.ts';
import { startFleet } from '../support/fleet.ts';

const PEOPLE = Array.from({ length: 6 }, (_, n) => ({ id: `person-${n}`, marker: `zanzibar${n}quux` }));

test('six people erased at the same time are in no file of Redis when the answers are there', async () => {
  const server = await durableRedis('--save', '3600 1000000', '--rdbcompression', 'no');
  const redis = new Redis(server.url);
  const fleet = await startFleet({ env: { REDIS_URL: server.url } });
  try {
    for (const { id, marker } of [...PEOPLE, { id: 'stays', marker: 'zanzibar-stays' }])
      await fleet.say(`My daughter ${marker} has a cough`, { patient_id: id });
    await redis.save();
    expect(found(server.dir, 'zanzibar0quux')).toEqual(['appendonlydir', 'dump.rdb']);

    const answers = await Promise.all(PEOPLE.map(({ id }) => fleet.call('DELETE', `/v1/patients/${id}`)));

    expect(PEOPLE.flatMap(({ marker }) => found(server.dir, marker))).toEqual([]);
    for (const { body } of answers)
      expect(body.redis_files).toEqual({ append_only_file: 'rewritten', snapshot: 'rewritten' });
    expect(found(server.dir, 'zanzibar-stays')).toEqual(['appendonlydir', 'dump.rdb']);
  } finally {
    redis.disconnect();
    await fleet.close();
  }
});

/** The entries of Redis's directory that hold the text. */
function found(dir: string, text: string): string[] {
  return readdirSync(dir).filter((entry) =>
    readdirSync(dir, { recursive: true, withFileTypes: true }).some(
      (file) =>
        file.isFile() &&
        join(file.parentPath, file.name).startsWith(join(dir, entry)) &&
        readFileSync(join(file.parentPath, file.name)).includes(text),
    ),
  );
}

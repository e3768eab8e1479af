/**
 * Which model steps were written to Redis, and when they were finished, read from its append-only file: it keeps every write in order,
 * also of keys that were deleted since. The file must not have been rewritten meanwhile.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const NEWLINE = 13;

/** By `taskId agent step` (`model-1` is 1): milliseconds since the epoch of the first time. */
export function finishedSteps(redisDir: string): Map<string, number> {
  const dir = join(redisDir, 'appendonlydir');
  const finished = new Map<string, number>();
  const files = readdirSync(dir).filter((name) => name.endsWith('.incr.aof'));
  for (const file of files.sort()) {
    for (const [name, key, ...fields] of commandsIn(readFileSync(join(dir, file)))) {
      const journal = /task:([^:]+):journal:/.exec(key?.toString() ?? '');
      if (!journal || !/^h(m)?set(nx)?$/i.test(name?.toString() ?? '')) continue;
      for (let index = 0; index < fields.length; index += 2) {
        const step = /([A-Za-z]+)\/model-(\d+)$/.exec(fields[index]?.toString() ?? '');
        if (!step) continue;
        const id = `${journal[1]} ${step[1]} ${step[2]}`;
        const { at } = JSON.parse(fields[index + 1]?.toString() ?? '{}') as { at: number };
        if (!finished.has(id)) finished.set(id, at);
      }
    }
  }
  return finished;
}

function* commandsIn(file: Buffer): Generator<Buffer[]> {
  let at = 0;
  const number = () => {
    const end = file.indexOf(NEWLINE, at);
    const value = Number(file.toString('latin1', at + 1, end));
    at = end + 2;
    return value;
  };
  while (at < file.length) {
    const count = number();
    const command: Buffer[] = [];
    for (let index = 0; index < count; index += 1) {
      const length = number();
      command.push(file.subarray(at, at + length));
      at += length + 2;
    }
    yield command;
  }
}

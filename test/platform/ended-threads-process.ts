/** Ends threads while they read a SQLite file, by a cancelled call and by a stop in turn. */
import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase } from '../../src/platform/sqlite.ts';
import { openThreads } from '../../src/platform/threads.ts';

const ROUNDS = 6;
const LINES = 1_000;
const [file = ''] = process.argv.slice(2);

const database = await openDatabase(file);
await database.write((sql) => {
  sql.run('CREATE TABLE line (n, text)');
  for (let n = 0; n < LINES; n += 1) sql.run('INSERT INTO line VALUES (?, ?)', n, 'x'.repeat(50));
});
await database.close();

for (let round = 0; round < ROUNDS; round += 1) {
  const threads = openThreads(new URL('./sample-sqlite-threads.ts', import.meta.url), { deadlineMs: 600_000 });
  const reads = new Int32Array(new SharedArrayBuffer(4));
  const aborter = new AbortController();
  const ended = threads.run('readForever', { file, reads }, aborter.signal).catch(() => 'ended');
  while (Atomics.load(reads, 0) < 1) await sleep(1);
  if (round % 2 === 0) aborter.abort();
  else await threads.close();
  await ended;
  await threads.close();
}
process.stdout.write(`ended ${ROUNDS} threads\n`);

/** For threads.test.ts: prints the process id of a child that is at work and does not end by itself. */
import { openChildren } from '../../src/platform/children.ts';

const children = openChildren(new URL('./sample-threads.ts', import.meta.url), { deadlineMs: 3_600_000 });
process.stdout.write(`${await children.run('pid', null)}\n`);
await children.run('forever', null);

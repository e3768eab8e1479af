/** What a child process of children.ts runs: the tasks of one file, one after the other, as they are sent. */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Call, Outcome } from './threads.ts';

/** Work that never ends keeps this process from seeing that its parent has died; a thread sees it. */
const WATCHDOG = `
const parent = process.ppid;
setInterval(() => process.ppid === parent || process.kill(process.pid, 'SIGKILL'), 1000);
`;

const { serve } = (await import(String(process.argv[2]))) as { serve(call: Call): Promise<Outcome> };
const watchdog = new Worker(WATCHDOG, { eval: true });
await once(watchdog, 'online');
watchdog.unref();
process.on('disconnect', () => process.exit());
process.on('message', async (call: Call) => process.send?.(await serve(call)));
process.send?.('ready');

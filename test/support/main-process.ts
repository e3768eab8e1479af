/** The whole fleet in one process, as `npm start` runs it; it ends with the test. */
import { onTestFinished } from 'vitest';
import { type Started, startProcess } from './processes.ts';

export function startMain(env: Record<string, string>): Started {
  const main = startProcess('main', env, /Before production|\n\n$/);
  onTestFinished(async () => {
    if (main.child.exitCode === null) await main.end('SIGKILL');
  });
  return main;
}

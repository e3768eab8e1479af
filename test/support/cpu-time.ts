/** Notes what a test file costs: CPU seconds of its own process, its threads and, on Linux, the processes that it waited for. */
import { readFileSync } from 'node:fs';
import { afterAll, TestRunner } from 'vitest';

declare module 'vitest' {
  interface TaskMeta {
    cpuSeconds?: number;
  }
}

/** Of a clock tick in /proc; the same on every Linux. */
const TICKS_PER_SECOND = 100;

const before = cpuSeconds();
const { file } = TestRunner.getCurrentSuite();
// Runs last: hooks that are registered later run earlier.
afterAll(() => {
  file.meta.cpuSeconds = cpuSeconds() - before;
});

function cpuSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6 + cpuSecondsOfChildren();
}

/** Fields 16 and 17 of proc(5), counted behind the name of the command, which may hold anything. */
function cpuSecondsOfChildren(): number {
  if (process.platform !== 'linux') return 0;
  const fields = readFileSync('/proc/self/stat', 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');
  return (Number(fields[13]) + Number(fields[14])) / TICKS_PER_SECOND;
}

/**
 * The clock in a test's hands. A time limit is tested by letting it end when the test has seen the state that it wants, never by being
 * quicker or slower than it: what a machine's other work does to the time in between changes nothing.
 */
import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers/promises';
import { onTestFinished, vi } from 'vitest';

type HeldTimers = {
  /** How many wait now. */
  waiting(): number;
  /** Their time has come. */
  fire(): void;
  /** From now on timers run as they are set. */
  release(): void;
};

/** Timers that are set to one of these times, in milliseconds, wait until the test fires them; all others go on as they are. */
export function holdTimers(...times: number[]): HeldTimers {
  const held = new Map<NodeJS.Timeout, () => void>();
  const set = globalThis.setTimeout;
  const clear = globalThis.clearTimeout;
  const setSpy = vi.spyOn(globalThis, 'setTimeout').mockImplementation(((
    run: (...args: unknown[]) => void,
    ms?: number,
    ...args: unknown[]
  ) => {
    if (ms === undefined || !times.includes(ms)) return set(run, ms, ...args);
    const timer = set(() => undefined, 2 ** 31 - 1);
    held.set(timer, () => run(...args));
    return timer;
  }) as typeof setTimeout);
  const clearSpy = vi.spyOn(globalThis, 'clearTimeout').mockImplementation((timer) => {
    held.delete(timer as NodeJS.Timeout);
    clear(timer);
  });
  function release(): void {
    setSpy.mockRestore();
    clearSpy.mockRestore();
    for (const timer of held.keys()) clear(timer);
  }
  onTestFinished(release);
  return {
    release,
    waiting: () => held.size,
    fire() {
      for (const [timer, run] of [...held]) {
        held.delete(timer);
        clear(timer);
        run();
      }
    },
  };
}

/** Whoever sleeps wakes at once. Gives the times, in milliseconds, that were asked for, in order. */
export function skipSleeps(): number[] {
  const asked: number[] = [];
  const spy = vi.spyOn(timers, 'setTimeout').mockImplementation((async (ms: number) => {
    asked.push(ms);
  }) as typeof timers.setTimeout);
  syncBuiltinESMExports();
  onTestFinished(() => {
    spy.mockRestore();
    syncBuiltinESMExports();
  });
  return asked;
}

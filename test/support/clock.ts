/**
 * Timers under the test's control. A time limit is tested by firing its timer once the test has seen the expected state, never by being
 * faster or slower than it, so the load of the machine does not matter.
 */
import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers/promises';
import { onTestFinished, vi } from 'vitest';

type HeldTimers = {
  /** How many timers are held now. */
  waiting(): number;
  /** Fires them. */
  fire(): void;
  /** From now on timers run normally. */
  release(): void;
};

/** Timers that are set to one of these times, in milliseconds, wait until the test fires them; all others run normally. */
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

/** Every sleep ends at once. Returns the requested times in milliseconds, in order. */
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

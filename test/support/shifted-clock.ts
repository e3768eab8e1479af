/** This process's clock, moved. Timers and Redis keep their own time. */
import { onTestFinished } from 'vitest';

export function shiftClock(ms: number): void {
  const Real = globalThis.Date;
  globalThis.Date = class extends Real {
    constructor(...given: [] | [string | number | Date]) {
      if (given.length === 0) super(Real.now() + ms);
      else super(...given);
    }

    static override now(): number {
      return Real.now() + ms;
    }
  } as DateConstructor;
  onTestFinished(() => {
    globalThis.Date = Real;
  });
}

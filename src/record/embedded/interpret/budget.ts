/**
 * What one query may cost. It runs inside the event loop that also answers everyone else, so it stops by itself: by the
 * clock, by the number of steps, and by what it holds on to in memory.
 */
import { AppError } from '../../../platform/errors.ts';

export type BudgetLimits = { deadlineMs: number; maxSteps?: number };

/** A record with thousands of facts answers a sensible question in a tenth of this. */
export const DEFAULT_BUDGET: BudgetLimits = { deadlineMs: 250 };

/** Rows and list items that a query may hold at once. */
const MOST_KEPT = 100_000;
/** Longer than any text that a record holds; nested replace() could otherwise grow one without end. */
const MOST_CHARACTERS = 1_000_000;
/**
 * On a machine that is busy with other things the clock runs on while the query stands still. Past its deadline a query
 * goes on only if it had less than half of that time on the processor, and for so many deadlines at most.
 */
const MOST_DEADLINES = 4;
/** Looking at the clock costs more than a step does. */
const STEPS_BETWEEN_LOOKS = 256;

export type Budget = {
  /** One more thing looked at. */
  step(): void;
  /** So many more rows or list items held until the query ends. */
  keep(count: number): void;
  /** A text of so many characters is about to be made. */
  text(length: number): void;
  /** A list of so many items is about to be made. */
  list(length: number): void;
};

export function startBudget({ deadlineMs, maxSteps = Number.POSITIVE_INFINITY }: BudgetLimits): Budget {
  const start = performance.now();
  const startUsage = process.cpuUsage();
  const isOver = (): boolean => {
    const elapsed = performance.now() - start;
    if (elapsed <= deadlineMs) return false;
    const { user, system } = process.cpuUsage(startUsage);
    return elapsed > deadlineMs * MOST_DEADLINES || (user + system) / 1000 > deadlineMs / 2;
  };
  let steps = 0;
  let kept = 0;
  return {
    step() {
      steps += 1;
      if (steps > maxSteps) throw tooSlow('It looks at too much');
      if (steps % STEPS_BETWEEN_LOOKS === 0 && isOver()) throw tooSlow(`It took over ${deadlineMs} ms`);
    },
    keep(count) {
      kept += count;
      if (kept > MOST_KEPT) throw tooSlow(`It needs more than ${MOST_KEPT} rows at once`);
    },
    text(length) {
      if (length > MOST_CHARACTERS) throw tooSlow('It makes a text that is too long');
    },
    list(length) {
      if (length > MOST_KEPT) throw tooSlow('It makes a list that is too long');
    },
  };
}

function tooSlow(reason: string): AppError {
  return new AppError(
    'query_too_slow',
    `${reason}. Connect the patterns of one MATCH through shared nodes, and narrow them with labels, dates or a LIMIT.`,
  );
}

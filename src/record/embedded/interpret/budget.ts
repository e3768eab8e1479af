/**
 * What one query may cost. It shares its thread with the queries of others, so it stops by itself. Work is counted in steps, not in
 * time: the same query on the same record passes or fails alike on an idle and on a busy machine.
 *
 * A step is one row expanded, one list item visited, one comparison while sorting, or one operator or function evaluated; long
 * texts and lists count for more than one.
 */
import { AppError } from '../../../platform/errors.ts';
import type { Value } from './values.ts';

export type BudgetLimits = { maxSteps?: number; lastResortMs?: number };

/**
 * At least 2.5 times what runs in 250 ms of CPU time (0.4 to 1.8 million steps, by kind of query). A question about a record of a thousand
 * facts takes some thousands.
 */
const MAX_STEPS = 5_000_000;
/** Stops a query whose steps are far slower than all that were measured. */
const LAST_RESORT_MS = 10_000;
/** Rows and list items that a query may hold at once. */
const MAX_KEPT = 100_000;
/** Longer than any text that a record holds; nested replace() could otherwise grow one without end. */
const MAX_CHARACTERS = 1_000_000;
/** Reading the clock costs more than a step does. */
const STEPS_PER_CLOCK_CHECK = 4096;
/** Characters that are read or written in the time of one step. */
const CHARACTERS_PER_STEP = 64;

export type Budget = {
  /** One more unit of work, or several. */
  step(count?: number): void;
  /** A text or a list is an argument of a function: costs its size in steps. */
  pass(value: Value): void;
  /** A value is compared, searched or returned: costs its size in steps, with all that is inside. */
  read(value: Value): void;
  /** So many more rows or list items are held until the query ends. */
  keep(count: number): void;
  /** A text of so many characters is about to be created. */
  text(length: number): void;
  /** A list of so many items is about to be created. */
  list(length: number): void;
};

export function startBudget({ maxSteps = MAX_STEPS, lastResortMs = LAST_RESORT_MS }: BudgetLimits = {}): Budget {
  const deadline = performance.now() + lastResortMs;
  let steps = 0;
  let clockCheckAt = STEPS_PER_CLOCK_CHECK;
  let kept = 0;
  const step = (count = 1): void => {
    steps += count;
    if (steps > maxSteps) throw tooSlow(`It takes more than ${maxSteps} steps`);
    if (steps < clockCheckAt) return;
    clockCheckAt = steps + STEPS_PER_CLOCK_CHECK;
    if (performance.now() > deadline) throw tooSlow(`It took over ${lastResortMs} ms`);
  };
  const pass = (value: Value): void => {
    if (typeof value === 'string') step(Math.floor(value.length / CHARACTERS_PER_STEP));
    if (Array.isArray(value)) step(value.length);
  };
  // Lists of lists grow by multiplication while they hold little memory.
  const read = (value: Value): void => {
    pass(value);
    if (Array.isArray(value)) for (const item of value) if (Array.isArray(item)) read(item);
  };
  return {
    step,
    pass,
    read,
    keep(count) {
      kept += count;
      if (kept > MAX_KEPT) throw tooSlow(`It needs more than ${MAX_KEPT} rows at once`);
    },
    text(length) {
      if (length > MAX_CHARACTERS) throw tooSlow('It creates a text that is too long');
      step(Math.floor(length / CHARACTERS_PER_STEP));
    },
    list(length) {
      if (length > MAX_KEPT) throw tooSlow('It creates a list that is too long');
      step(length);
    },
  };
}

function tooSlow(reason: string): AppError {
  return new AppError(
    'query_too_slow',
    `${reason}. Connect the patterns of one MATCH through shared nodes, and narrow them with labels, dates or a LIMIT.`,
  );
}

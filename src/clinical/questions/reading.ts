/** A measurement of the record, as an answer says it. */
import type { Interpretation } from '../observations/ranges.ts';
import { dateText } from './date-words.ts';

/** One value as people say it; blood pressure as its pair. */
export type Reading = {
  name: string;
  /** What it is filed as; of a pair, its first number. */
  kind: string;
  /** "150/95 mmHg" */
  amount: string;
  time?: string | undefined;
  /** Nobody said when it was measured: the time is that of the telling. */
  told?: boolean;
  standing: Interpretation | null;
  /** "the usual adult range of 4 to 5.6 % (American Diabetes Association)" */
  range: string | null;
  /** For comparison along a series; a pair is compared by its first number. */
  number?: number | undefined;
  unit?: string | undefined;
};

/** Of what has no date of its own, when it was told. */
export function dayOf({ time, told }: Reading, timezone: string): string {
  return time ? `${told ? 'told on ' : ''}${dateText(time, timezone)}` : 'date unknown';
}

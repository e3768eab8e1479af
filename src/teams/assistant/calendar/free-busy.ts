/**
 * When a user is busy, as VFREEBUSY has it (RFC 5545, 3.6.4): events that take up time (TRANSP:OPAQUE) and are not cancelled, cut to the
 * range and merged; tentative ones are a type of their own, where nothing firm lies over them.
 */
import { AppError } from '../../../platform/errors.ts';
import type { Occurrence, Range } from './occurrences.ts';
import { DAY_MS, instantOf, wallAt } from './zones.ts';

/** FBTYPE. */
export type BusyPeriod = Range & { type: 'BUSY' | 'BUSY-TENTATIVE' };

export function busyPeriods(occurrences: readonly Occurrence[], range: Range): BusyPeriod[] {
  const taken = occurrences.filter(({ details, start, end }) => details.busy && end > start);
  const periods = (status: string) =>
    merged(
      taken
        .filter(({ details }) => details.status === status)
        .map(({ start, end }) => ({ from: Math.max(start, range.from), to: Math.min(end, range.to) })),
    );
  const busy = periods('confirmed');
  const tentative = periods('tentative').flatMap((period) => without(period, busy));
  return [
    ...busy.map((period) => ({ ...period, type: 'BUSY' as const })),
    ...tentative.map((period) => ({ ...period, type: 'BUSY-TENTATIVE' as const })),
  ].sort((a, b) => a.from - b.from);
}

/** Joins periods that overlap or touch. */
export function merged(periods: readonly Range[]): Range[] {
  const joined: Range[] = [];
  for (const { from, to } of [...periods].sort((a, b) => a.from - b.from)) {
    const last = joined.at(-1);
    if (last && from <= last.to) last.to = Math.max(last.to, to);
    else joined.push({ from, to });
  }
  return joined;
}

/** What is left of a period; `others` are merged. */
export function without(period: Range, others: readonly Range[]): Range[] {
  const left: Range[] = [];
  let from = period.from;
  for (const other of others) {
    if (other.to <= from || other.from >= period.to) continue;
    if (other.from > from) left.push({ from, to: other.from });
    from = Math.max(from, other.to);
  }
  return from < period.to ? [...left, { from, to: period.to }] : left;
}

export type SlotWish = {
  range: Range;
  /** How long it must be, in ms. */
  length: number;
  /** Between which times of the day, in ms since midnight. */
  hours: Range;
  zone: string;
};

const MAX_SLOTS = 10;

/** The first free stretches that are long enough, one for each gap. Tentative events count as busy. */
export function freeSlots(busy: readonly Range[], { range, length, hours, zone }: SlotWish): Range[] {
  if (!(hours.to > hours.from)) throw new AppError('invalid', 'The hours must end after they begin.');
  const taken = merged(busy);
  const slots: Range[] = [];
  const firstDay = Math.floor(wallAt(range.from, zone) / DAY_MS) * DAY_MS;
  for (let day = firstDay; slots.length < MAX_SLOTS; day += DAY_MS) {
    const window = {
      from: Math.max(instantOf(day + hours.from, zone), range.from),
      to: Math.min(instantOf(day + hours.to, zone), range.to),
    };
    if (instantOf(day, zone) >= range.to) break;
    if (window.to > window.from) slots.push(...without(window, taken).filter(({ from, to }) => to - from >= length));
  }
  return slots.slice(0, MAX_SLOTS);
}

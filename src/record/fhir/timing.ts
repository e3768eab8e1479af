/** How often a medicine is taken, between the record's times per day and FHIR's "so many times in such a period". */
import { lookup } from './systems.ts';

type Unit = 's' | 'min' | 'h' | 'd' | 'wk' | 'mo' | 'a';
type Repeat = { frequency?: number; frequencyMax?: number; period?: number; periodMax?: number; periodUnit?: Unit };

const DAYS: Readonly<Record<Unit, number>> = {
  s: 1 / 86_400,
  min: 1 / 1440,
  h: 1 / 24,
  d: 1,
  wk: 7,
  mo: 30,
  a: 365,
};
/** Tried in this order: what people say most comes first. */
const RHYTHMS: readonly (readonly [Unit, number])[] = [
  ['d', 1],
  ['wk', 1],
  ['mo', 1],
  ['d', 2],
  ['d', 3],
  ['d', 4],
  ['d', 5],
  ['d', 6],
  ['wk', 2],
  ['wk', 3],
  ['wk', 4],
  ['mo', 2],
  ['mo', 3],
  ['mo', 6],
  ['h', 5],
  ['h', 7],
  ['h', 9],
  ['h', 10],
  ['h', 11],
];
const MOST = 24;
const LENGTHS: Readonly<Record<string, string>> = { h: 'hour', d: 'day', wk: 'week', mo: 'month', a: 'year' };
const LENGTH = /^(\d{1,4}) (hour|day|week|month|year)s?$/;

/** As the record rounds: to a thousandth. "Every 4 to 6 hours" is no one rate. */
export function timesPerDay({ frequency, frequencyMax, period, periodMax, periodUnit }: Repeat): number | undefined {
  if (
    frequencyMax !== undefined ||
    periodMax !== undefined ||
    frequency === undefined ||
    !period ||
    periodUnit === undefined
  )
    return undefined;
  return Math.round((frequency / (period * DAYS[periodUnit])) * 1000) / 1000;
}

/** The simplest repetition with this many times a day; undefined if there is none. */
export function repeatOf(times: number): Repeat | undefined {
  for (const [periodUnit, period] of RHYTHMS) {
    const frequency = Math.round(times * period * DAYS[periodUnit]);
    const repeat = { frequency, period, periodUnit };
    if (frequency >= 1 && frequency <= MOST && timesPerDay(repeat) === times) return repeat;
  }
  return undefined;
}

/** "twice a day", for a repetition without words. */
export function rhythmWords({ frequency, frequencyMax, period, periodMax, periodUnit }: Repeat): string | undefined {
  if (frequency === undefined || !period || periodUnit === undefined) return undefined;
  const one = frequency === 1 ? 'once' : frequency === 2 ? 'twice' : `${frequency} times`;
  const count = frequencyMax === undefined ? one : `${frequency} to ${frequencyMax} times`;
  const unit = LENGTHS[periodUnit] ?? periodUnit;
  if (periodMax !== undefined) return `${count} every ${period} to ${periodMax} ${unit}s`;
  return period === 1 ? `${count} a ${unit}` : `${count} every ${period} ${unit}s`;
}

/** "10 days" as a quantity of time; undefined for what is no plain length ("since Monday"). */
export function lengthOf(duration: string): { value: number; unit: string; code: string } | undefined {
  const match = LENGTH.exec(duration);
  const code = Object.keys(LENGTHS).find((key) => LENGTHS[key] === match?.[2]);
  if (!match || code === undefined) return undefined;
  return { value: Number(match[1]), unit: String(match[2]), code };
}

export function lengthWords({ value, code }: { value?: number; code?: string }): string | undefined {
  const unit = lookup(LENGTHS, code);
  return value === undefined || unit === undefined ? undefined : `${value} ${unit}${value === 1 ? '' : 's'}`;
}

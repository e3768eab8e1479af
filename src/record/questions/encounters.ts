/** Visits by the words that people use for when: recent ones, past ones, today's, and those to come. */

import type { EncounterEntry, PatientRecord } from '../record.ts';
import { hasBeenPlanned } from '../retell.ts';
import { monthsBefore, utc } from '../times.ts';

export const ENCOUNTER_WINDOWS = ['recent', 'past', 'current', 'scheduled'] as const;
export type EncounterWindow = (typeof ENCOUNTER_WINDOWS)[number];

/** "Recent" is the last three months, and nothing older. */
const RECENT_MONTHS = 3;
const MOST = 1000;

/** The period that the word means, relative to now. Both ends are included. */
export function encounterWindow(word: EncounterWindow, now: Date): { from?: string; to?: string } {
  const moment = now.toISOString();
  const today = moment.slice(0, 'YYYY-MM-DD'.length);
  switch (word) {
    case 'recent':
      return { from: monthsBefore(now, RECENT_MONTHS).toISOString(), to: moment };
    case 'past':
      return { to: moment };
    case 'current':
      return { from: today, to: today };
    case 'scheduled':
      return { from: moment };
  }
}

/**
 * What was called off is in none of them. A visit that is planned for no particular day is scheduled, whenever it was told;
 * one that is said to be going on is current. Recent is a visit whose own date is recent.
 */
export async function encountersIn(
  record: PatientRecord,
  patient: string,
  word: EncounterWindow,
  { now, limit }: { now: Date; limit: number },
): Promise<EncounterEntry[]> {
  const byStatus = word === 'current' || word === 'scheduled';
  const window = encounterWindow(word, now);
  const found = await record.encounters(patient, { ...(byStatus ? {} : window), limit: MOST });
  return found.filter((entry) => !CANCELLED.test(entry.status ?? '') && isIn(entry, word, now)).slice(0, limit);
}

const CANCELLED = /^(?:cancell?ed|missed|noshow|no-show)$/i;
const GOING_ON = /^(?:active|ongoing|in-progress|current|admitted)$/i;

function isIn(entry: EncounterEntry, word: EncounterWindow, now: Date): boolean {
  const dated = utc(entry.effective_time);
  const toCome = dated === undefined ? hasBeenPlanned({ status: entry.status ?? '' }) : dated > now.toISOString();
  const today = dated?.slice(0, 10) === now.toISOString().slice(0, 10);
  switch (word) {
    case 'scheduled':
      return toCome;
    case 'current':
      return today || (GOING_ON.test(entry.status ?? '') && !toCome);
    // The range of the record counts a visit without a date from when it was told, which may be years later.
    case 'recent':
      return !toCome && dated !== undefined;
    default:
      return !toCome;
  }
}

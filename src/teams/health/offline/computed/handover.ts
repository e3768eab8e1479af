/**
 * The record on half a page, for a doctor who does not know the person, or for the person: conditions and complaints and since when,
 * medicines with their doses, allergies and what happened, latest values, operations and vaccinations, coming appointments. Nothing
 * that is not in the record.
 */
import { dateText, dayOrYear, momentText } from '../../../../clinical/index.ts';
import { type Entry, isActive } from '../record-view.ts';
import type { Scene } from '../reply/scene.ts';
import { isOutside } from '../reply/series.ts';
import { visitsToCome } from './to-come.ts';

const MAX_LISTED = 10;
const EMPTY =
  'Your record holds nothing yet that a doctor could use. Tell me your conditions, medicines with their doses, allergies and operations, and I will put them on half a page.';
const NOT_NONE = 'That is not the same as none.';
const UNREADABLE = 'I could not read your record just now. Please ask again in a moment.';

/** `own`: for the person, with every latest value. */
export function handover({ view, courses, moment }: Scene, own: boolean): string {
  if (!view.readable) return UNREADABLE;
  const { conditions, symptoms, medications, allergies, procedures } = view.sections;
  const { timezone } = moment;
  const values = own ? courses : courses.filter(({ latest }) => isOutside(latest));
  const parts: readonly [title: string, items: readonly string[]][] = [
    ['Age', view.age === undefined ? [] : [String(view.age)]],
    ['Conditions', conditions.filter(isPresent).map((entry) => withSince(entry, timezone))],
    ['Earlier conditions', conditions.filter((entry) => !isPresent(entry)).map((entry) => withSince(entry, timezone))],
    ['Complaints', symptoms.filter(isPresent).map((entry) => withSince(entry, timezone))],
    ['Medicines', medications.filter(isActive).map(doseOf)],
    [
      'Allergies',
      allergies
        .filter(isPresent)
        .map(({ name, reaction }) => `${name}${reaction ? ` (${reaction.toLowerCase()})` : ''}`),
    ],
    [
      own ? 'Latest values' : 'Latest values out of range',
      values.map(({ latest }) => `${latest.title}${latest.time ? ` (${dateText(latest.time, timezone)})` : ''}`),
    ],
    ['Operations, procedures and vaccinations', procedures.map((entry) => withDay(entry, timezone))],
    [
      'Appointments to come',
      visitsToCome(view, moment).map(({ name, time = '' }) => `${name}, ${momentText(time, timezone)}`),
    ],
  ];
  const told = parts.filter(([, items]) => items.length > 0);
  if (told.length === 0) return EMPTY;
  const missing = ['Medicines', 'Allergies'].filter((title) => !told.some(([one]) => one === title));
  return [
    own ? 'This is what your record holds:' : `Summary of the record, ${dateText(moment.now.toISOString(), timezone)}`,
    ...told.map(([title, items]) => `- ${title}: ${listed(items)}.`),
    ...(missing.length > 0 ? [`- Not on record: ${missing.join(' and ').toLowerCase()}. ${NOT_NONE}`] : []),
    own
      ? 'Tell me what is wrong or missing.'
      : 'All of it is as told to me or imported; nothing is added. Please check it before you hand it on.',
  ].join('\n');
}

function isPresent({ status }: Entry): boolean {
  return !status || !/resolved|inactive|history|past|ended/i.test(status);
}

function withSince({ name, time, told, severity, duration }: Entry, timezone: string): string {
  const since = time && !told ? `since ${dayOrYear(time, timezone)}` : duration;
  const details = [severity, since].filter(Boolean);
  return `${name}${details.length > 0 ? ` (${details.join(', ')})` : ''}`;
}

function withDay({ name, time, told, status }: Entry, timezone: string): string {
  const day = time && !told ? dayOrYear(time, timezone) : 'no date told';
  return `${name} (${status === 'planned' || status === 'scheduled' ? 'planned, ' : ''}${day})`;
}

function doseOf({ name, value, unit, frequency }: Entry): string {
  const dose = [value, unit].filter((part) => part !== undefined && part !== '').join(' ');
  return [name, dose, frequency].filter(Boolean).join(' ') + (dose ? '' : ' (dose not told)');
}

function listed(items: readonly string[]): string {
  const more = items.length > MAX_LISTED ? `; and ${items.length - MAX_LISTED} more` : '';
  return `${items.slice(0, MAX_LISTED).join('; ')}${more}`;
}

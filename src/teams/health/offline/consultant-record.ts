/** What the record holds on a question: related measurements with dates and direction, medicines, conditions, visits. */
import { type DescribedReading, dateText, describe, shortTitle, systemsOfTerm } from '../../../clinical/index.ts';
import { isAsked, type Question } from './consultant-question.ts';
import type { Moment, Said } from './consultant-said.ts';
import type { SeriesLines } from './consultant-series.ts';
import { type Entry, entryLine, type RecordView } from './record-view.ts';

const MAX_NAMES = 8;
const MAX_OLDER = 3;
/** "Recent" means the last three months (machinamed document). */
const RECENT_MS = 92 * 24 * 3600 * 1000;

/** `ways`: the trend of each series that was asked about. */
export type FromRecord = { lines: string[]; readings: DescribedReading[]; ways: string[] };

export function fromRecord(
  view: RecordView,
  question: Question,
  said: Said,
  series: SeriesLines,
  moment: Moment,
): FromRecord {
  const { sections } = view;
  const alsoAbout = said.readings.map(({ name }) => name);
  // A measurement with its own series is reported from there: it has all values, and the range for this person.
  const others = sections.observations.filter(({ name }) => !series.names.has(name));
  const prepares = question.asked.some(({ act }) => act === 'prepare');
  const everything = (question.sections.has('observations') && question.terms.length === 0) || prepares;
  const recorded = seriesOf(others, (name) => everything || alsoAbout.includes(name) || isAsked(question, name));
  const asked = [...recorded].filter(([, [latest]]) => !prepares || isOutside(latest)).slice(0, MAX_NAMES);
  const lines = [...series.lines, ...asked.map(([, readings]) => seriesLine(readings, moment))];
  // Someone who only mentions an appointment, or a relative, has not asked what they take.
  if (isOnlyTold(said, question))
    return { lines: [...lines, ...toCome(sections.encounters, said, moment)], readings: [], ways: [] };

  const about = systemsAsked(question, said);
  const isAbout = (name: string, kind: 'drug' | 'condition') =>
    about.size > 0 && systemsOfTerm(name, kind).some((system) => about.has(system));
  const active = sections.medications.filter(isActive);
  const wants = question.sections;
  const medicinesAsked = wants.has('medications') && question.mayTake.length === 0;
  if (wants.has('encounters')) lines.push(...visits(sections.encounters, question, moment));
  lines.push(
    ...listed(
      'Medicines on record as taken',
      active.filter(({ name }) => medicinesAsked || isAbout(name, 'drug')),
      moment,
    ),
  );
  if (medicinesAsked) {
    const stopped = sections.medications.filter((entry) => !isActive(entry));
    lines.push(...listed('No longer taken', stopped, moment));
  }
  const conditions = sections.conditions.filter(({ status }) => status !== 'resolved');
  const related = conditions.filter(({ name }) => wants.has('conditions') || isAbout(name, 'condition'));
  lines.push(...listed('Conditions on record', related, moment));
  if (medicinesAsked || wants.has('allergies') || question.mayTake.length > 0)
    lines.push(...listed('Allergies on record', sections.allergies, moment));
  lines.push(
    ...listed(
      'Symptoms on record',
      sections.symptoms.filter(
        ({ name }) => question.asked.length > 0 && (wants.has('symptoms') || isAsked(question, name)),
      ),
      moment,
    ),
  );
  if (wants.has('procedures')) lines.push(...listed('Procedures on record', sections.procedures, moment));
  if (wants.has('documents')) lines.push(...listed('Documents on record', sections.documents, moment));
  return {
    lines,
    readings: [...series.readings, ...asked.flatMap(([, readings]) => readings.slice(0, 1))],
    ways: [...series.ways, ...asked.flatMap(([name, readings]) => wayOf(name, readings))],
  };
}

/** The body systems of the question and of the values in the message; a general question has none. */
function systemsAsked(question: Question, said: Said): ReadonlySet<string> {
  const named = question.terms.flatMap(({ kind, system }) =>
    system && (kind === 'observation' || kind === 'condition' || kind === 'body_system') ? [system] : [],
  );
  const told = said.readings.flatMap(({ name }) => systemsOfTerm(name, 'observation'));
  return new Set([...question.systems, ...named, ...told].filter((system) => system !== 'general'));
}

function isOnlyTold(
  { readings, others, medications, findings, care, family }: Said,
  { terms, sections }: Question,
): boolean {
  if (readings.length + others.length + medications.length + findings.length > 0) return false;
  const asks =
    terms.some(({ kind }) => kind !== 'specialty') || [...sections].some((section) => section !== 'encounters');
  return !asks && care.length + family.length > 0;
}

function isOutside(reading: DescribedReading | undefined): boolean {
  return Boolean(reading?.standing) && reading?.standing !== 'normal';
}

/** Appointments on record, without one that the message has just stated. */
function toCome(encounters: readonly Entry[], { care }: Said, moment: Moment): string[] {
  if (care.length === 0) return [];
  const times = new Set(care.flatMap(({ effective_time }) => (effective_time ? [effective_time] : [])));
  const others = encounters.filter(({ time }) => time && Date.parse(time) > moment.now.getTime() && !times.has(time));
  return listed('Other appointments on record', others, moment);
}

export function isActive({ status }: Entry): boolean {
  return !status || !/stopp|inactive|past|resolved|planned|ended|completed/i.test(status);
}

/** Readings by name, newest first; blood pressure as pairs. */
function seriesOf(
  observations: readonly Entry[],
  isWanted: (name: string) => boolean,
): Map<string, DescribedReading[]> {
  const series = new Map<string, DescribedReading[]>();
  for (const reading of describe(observations, isWanted)) {
    const same = series.get(reading.name);
    if (same) same.push(reading);
    else series.set(reading.name, [reading]);
  }
  return series;
}

function seriesLine(readings: readonly DescribedReading[], { timezone }: Moment): string {
  const [latest, ...older] = readings;
  if (!latest) return '';
  const when = ({ time }: DescribedReading) => (time ? dateText(time, timezone) : 'date unknown');
  const before = older.slice(0, MAX_OLDER).map((reading) => `${shortTitle(reading)} (${when(reading)})`);
  const earlier =
    before.length > 0
      ? ` Before that: ${before.join(', ')}; ${direction(readings)}.`
      : ' It is the only one on record.';
  return `${latest.line}; on ${when(latest)}.${earlier}`;
}

/** A trend needs three values; with two there is only a difference. */
function direction(newestFirst: readonly DescribedReading[]): string {
  const values = newestFirst.map((reading) => Number.parseFloat(shortTitle(reading))).filter(Number.isFinite);
  const [latest, previous] = values;
  if (latest === undefined || previous === undefined) return 'the values cannot be compared as numbers';
  if (values.length === 2)
    return latest === previous ? 'the same as last time' : `${latest > previous ? 'higher' : 'lower'} than last time`;
  const steps = values.slice(0, -1).map((value, index) => Math.sign(value - (values[index + 1] ?? value)));
  if (steps.every((step) => step >= 0) && steps.includes(1)) return `rising over the last ${values.length} values`;
  if (steps.every((step) => step <= 0) && steps.includes(-1)) return `falling over the last ${values.length} values`;
  return steps.every((step) => step === 0)
    ? `the same over the last ${values.length} values`
    : `going up and down over the last ${values.length} values`;
}

/** "HbA1c is falling over the last 3 values"; nothing where there is no clear direction. */
function wayOf(name: string, readings: readonly DescribedReading[]): string[] {
  const way = readings.length > 1 ? direction(readings) : '';
  return /^(?:rising|falling|the same|higher|lower)/.test(way) ? [`${name} is ${way}`] : [];
}

function listed(title: string, entries: readonly Entry[], { timezone }: Moment): string[] {
  if (entries.length === 0) return [];
  const shown = entries.slice(0, MAX_NAMES).map((entry) => entryLine(entry, timezone, 'active'));
  const more = entries.length > MAX_NAMES ? `, and ${entries.length - MAX_NAMES} more` : '';
  return [`${title}: ${shown.join('; ')}${more}.`];
}

function visits(encounters: readonly Entry[], question: Question, moment: Moment): string[] {
  if (encounters.length === 0) return ['No visit or appointment is on record.'];
  if (!question.asksRecent) return listed('Visits and appointments on record', encounters, moment);
  const recent = encounters.filter(
    ({ time, told }) => time && !told && moment.now.getTime() - Date.parse(time) <= RECENT_MS,
  );
  if (recent.length > 0) return listed('Visits of the last three months and appointments', recent, moment);
  return [
    `No visit in the last three months. The latest on record: ${entryLine(encounters[0] as Entry, moment.timezone)}.`,
  ];
}

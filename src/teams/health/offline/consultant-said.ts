/** What the message itself states about the person: its readings, medicines, conditions and symptoms, in words. */

import {
  capital,
  compareDose,
  type DescribedReading,
  describeReadings,
  inSentence,
  join,
  memoized,
  momentText,
  observationType,
  relatedTypes,
  saidDate,
  toCanonical,
} from '../../../clinical/index.ts';
import type { MentionInput } from '../../../record/index.ts';
import { isCorrection } from '../facts/corrections.ts';
import { relationsAt } from '../facts/family-from-mentions.ts';
import { readingLines } from './consultant-readings.ts';
import { readContext, readEntries, readFindings, readMeasurements } from './read-message.ts';

export type Moment = { now: Date; timezone: string };

export type Said = {
  readings: DescribedReading[];
  /** Names of readings that correct an earlier one: "no, it was 130". */
  corrected: ReadonlySet<string>;
  /** Readings of another person. */
  others: DescribedReading[];
  medications: MentionInput[];
  /** Medicines that are named but not taken: stopped, of another person, or an allergy. */
  notTaken: ReadonlySet<string>;
  findings: MentionInput[];
  /** Possible symptoms of any person: not denied, not over, not a figure of speech. */
  concerns: ReadonlySet<string>;
  /** Findings that the message only denies: "no fever". */
  denied: readonly string[];
  /** Conditions of a what-if: "if I had high blood pressure". */
  supposed: readonly string[];
  /** Visits, people, places and procedures in the message. */
  care: MentionInput[];
  /** Conditions of relatives: family history, never the person's own. */
  family: { name: string; relations: string[] }[];
  /** The readings and the care, in words. */
  readingLines: readonly string[];
  careLines: readonly string[];
  /** Values that came without a unit, with the one that was taken: "7.2 as mmol/L (blood glucose)". */
  unitless: readonly string[];
};

export function readMessage(text: string, moment: Moment): Said {
  const measured = readMeasurements(text, moment);
  // "Is 150/95 too high for me?" is hypothetical, but needs an answer.
  const readings = describeReadings(measured.filter(isOwnOrSupposed));
  const others = describeReadings(
    measured.filter(({ experiencer }) => experiencer === 'family' || experiencer === 'other'),
  );
  const context = readContext(text, moment);
  const medicines = [...context, ...readEntries(text, moment)].filter(({ kind }) => kind === 'medication');
  const medications = unique(medicines.filter(isOwn));
  const care = context.filter((mention) => mention.kind !== 'medication' && isOwn(mention));
  const read = readFindings(text, moment);
  const findings = unique(read.filter(isOwn));
  const concerns = new Set(
    read.filter((mention) => mention.assertion !== 'absent' && !isOver(mention)).map(({ name }) => name),
  );
  return {
    readings,
    corrected: correctedIn(text, measured),
    others,
    medications,
    notTaken: notTaken(medicines, findings),
    findings,
    concerns,
    supposed: read
      .filter((one) => one.kind === 'condition' && one.assertion === 'hypothetical' && one.experiencer === 'patient')
      .map(({ name }) => name),
    denied: read.filter(({ name, assertion }) => assertion === 'absent' && !concerns.has(name)).map(({ name }) => name),
    care,
    family: familyOf(text, read),
    readingLines: readingLines(readings, (time) => saidDate(time, moment.timezone, text)),
    careLines: careLines(care, (time) => atHour(saidDate(time, moment.timezone, text), time, moment)),
    unitless: unitless(measured.filter(isOwnOrSupposed)),
  };
}

function correctedIn(text: string, measured: readonly MentionInput[]): ReadonlySet<string> {
  const found = measured.filter(({ start = 0, quote, value, status }) => {
    return status === 'corrected' || isCorrection(text, { start, end: start + quote.length }, value);
  });
  const names = found.map(({ name }) => (/^(?:Sys|Dias)tolic /.test(name) ? 'Blood pressure' : name));
  return new Set(names.flatMap((name) => [name, ...relatedTypes(name)]));
}

/** For an appointment the hour matters. */
function atHour(date: string, time: string, { timezone }: Moment): string {
  const moment = momentText(time, timezone);
  return moment.startsWith(date) ? moment : date;
}

/** For measurements with very different units, the reply says which one was assumed for a number without a unit. */
function unitless(measured: readonly MentionInput[]): string[] {
  const bare = measured.filter(({ name, quote, unit }) => unit && /\d\s*$/.test(quote) && isAmbiguous(name));
  return unique(bare).map(({ name, value, unit }) => `${value} as ${unit} (${inSentence(name)})`);
}

const isAmbiguous = memoized((name) => {
  if (/temperature|height|pressure|rate|saturation/i.test(name)) return false;
  const factors = (observationType(name)?.otherUnits ?? []).map((unit) => toCanonical(name, 1, unit)?.value ?? 1);
  return factors.some((factor) => Math.abs(factor - 1) > 0.2);
});

/**
 * What the message states besides its readings, a line each. `known` are findings that a question only mentions because they are on
 * record: "is my diabetes getting better?"
 */
export function toldLines({ medications, findings, careLines }: Said, known: readonly string[]): string[] {
  const news = findings.filter(({ name }) => !known.some((one) => one.toLowerCase().includes(name.toLowerCase())));
  const found = news.map(findingWords);
  return [
    ...medicationLines(medications),
    ...(found.length > 0 ? [`${capital(found.join('; '))}.`] : []),
    ...careLines,
  ];
}

/** "Metformin 500 mg twice a day" */
export function medicationTitle({ name, value, unit, frequency, status }: MentionInput): string {
  const dose = value === undefined ? '' : ` ${value}${unit ? ` ${unit}` : ''}`;
  const stopped = status && !['active', 'present', 'taking'].includes(status) ? ` (${status})` : '';
  return `${name}${dose}${frequency ? ` ${frequency.text}` : ''}${stopped}`;
}

const STOPPED = new Set(['stopped', 'past', 'inactive']);

export function isStopped({ status }: MentionInput): boolean {
  return STOPPED.has(status ?? '');
}

/** Of a finding: it is gone, or of long ago. */
export function isOver({ status }: MentionInput): boolean {
  return status === 'resolved' || status === 'history';
}

function notTaken(medicines: readonly MentionInput[], findings: readonly MentionInput[]): ReadonlySet<string> {
  const isElse = ({ experiencer = 'patient' }: MentionInput) => experiencer !== 'patient';
  const taken = new Set(medicines.filter((one) => !isElse(one) && !isStopped(one)).map(({ name }) => name));
  const named = [...medicines, ...findings.filter(({ kind }) => kind === 'allergy')].map(({ name }) => name);
  return new Set(named.filter((name) => !taken.has(name)));
}

/** Each medicine with its dose and the label's range; those that cannot be compared share a line. */
function medicationLines(medications: readonly MentionInput[]): string[] {
  const stopped = medications.filter(isStopped).map(({ name }) => `${name}: you no longer take it, as I read you.`);
  const taken = medications.filter((mention) => !isStopped(mention));
  const compared = taken.map((mention) => ({ title: medicationTitle(mention), ...comparison(mention) }));
  const lines = compared.flatMap(({ title, words }) => (words ? [`${title}: ${words}.`] : []));
  const open = compared.filter(({ words }) => !words);
  const together = [...new Set(open.map(({ lacks }) => lacks))].map((reason) => {
    const titles = open.filter(({ lacks }) => lacks === reason).map(({ title }) => title);
    return `${join(titles)}: ${reason}.`;
  });
  return [...lines, ...together, ...stopped];
}

function comparison({ name, value, unit, frequency }: MentionInput): { words: string | null; lacks: string } {
  const perDay = frequency?.times_per_day;
  if (value === undefined) return { words: null, lacks: 'you gave no dose' };
  if (typeof value !== 'number' || !unit) return { words: null, lacks: 'the unit of the dose is not clear to me' };
  if (!perDay) return { words: null, lacks: 'you did not say how often, so I cannot compare the dose' };
  return { words: compareDose(name, value * perDay, unit), lacks: 'I have no dose range to compare with' };
}

function findingWords(mention: MentionInput): string {
  const { kind, name, severity, duration, body_site, reaction } = mention;
  const over = mention.status === 'resolved' ? 'over, as I read you' : mention.status === 'history' && 'earlier';
  const details = [kind === 'allergy' && 'allergy', severity, body_site, duration, reaction?.toLowerCase(), over];
  const said = details.filter(Boolean).join(', ');
  return said ? `${name} (${said})` : name;
}

/** A visit with whom and where, as one line; a doctor or a place that no visit mentions, as another. */
function careLines(care: readonly MentionInput[], dated: (time: string) => string): string[] {
  const names = (kind: MentionInput['kind']) => care.filter((mention) => mention.kind === kind).map(({ name }) => name);
  const visits = care.filter(({ kind }) => kind === 'encounter' || kind === 'procedure');
  const [doctors, places] = [names('practitioner'), names('organization')];
  const lines = visits.map(({ name, effective_time, status, kind }) => {
    const with_ = kind === 'encounter' ? doctors.filter((doctor) => !name.includes(doctor)) : [];
    const details = [
      effective_time && dated(effective_time),
      with_.length > 0 && `with ${with_.join(' and ')}`,
      places.length > 0 && (kind === 'encounter' || visits.length === 1) && `at ${places.join(' and ')}`,
      status === 'scheduled' && 'to come',
    ].filter(Boolean);
    return `${name}${details.length > 0 ? ` (${details.join(', ')})` : ''}.`;
  });
  // A role alone ("the midwife") is left out; a name (Dr. Lee) is kept.
  return visits.length > 0
    ? lines
    : [...doctors, ...places].filter((name) => name.includes(' ')).map((name) => `${name}.`);
}

const THEY_HAD = /\b(?:had|has|have|got|suffers?|suffered|was diagnosed|died (?:of|from)) /i;

function familyOf(text: string, read: readonly MentionInput[]): Said['family'] {
  const theirs = read.filter(
    ({ kind, experiencer, assertion = 'present' }) =>
      kind === 'condition' &&
      experiencer === 'family' &&
      // A following question ("should I get checked?") makes it hypothetical, but the relative still had it.
      (assertion === 'present' || (assertion === 'hypothetical' && THEY_HAD.test(text))),
  );
  return theirs.map(({ name, start = 0, quote }) => ({
    name,
    relations: relationsAt(text, { start, end: start + quote.length }),
  }));
}

/** Stated as the person's own: not denied, not feared, not a relative's. */
function isOwn({ assertion = 'present', experiencer = 'patient' }: MentionInput): boolean {
  return assertion === 'present' && experiencer === 'patient';
}

function isOwnOrSupposed({ assertion = 'present', experiencer = 'patient' }: MentionInput): boolean {
  return assertion !== 'absent' && experiencer === 'patient';
}

function unique(mentions: MentionInput[]): MentionInput[] {
  const byName = new Map<string, MentionInput>();
  for (const mention of mentions) {
    const known = byName.get(mention.name);
    // Two extractors may have read the same words; the longer quote is kept.
    if (!known || (known.value === undefined && mention.value !== undefined)) byName.set(mention.name, mention);
  }
  return [...byName.values()];
}

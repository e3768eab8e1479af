/** What the message itself states about the person: its readings, medicines, conditions and symptoms, in words. */

import { compareDose } from '../../clinical/answers/doses.ts';
import { type DescribedReading, describeReadings } from '../../clinical/answers/readings.ts';
import { extractContext } from '../../clinical/extract/context.ts';
import { extractEntries } from '../../clinical/extract/entries.ts';
import { extractFindings } from '../../clinical/extract/findings.ts';
import { extractMeasurements } from '../../clinical/extract/measurements.ts';
import { momentText } from '../../clinical/questions/date-words.ts';
import { relationsAt } from '../../record/family-from-mentions.ts';
import type { MentionInput } from '../../record/mention.ts';
import { readingLines } from './consultant-readings.ts';

export type Moment = { now: Date; timezone: string };

export type Said = {
  readings: DescribedReading[];
  /** Readings of somebody else. */
  others: DescribedReading[];
  medications: MentionInput[];
  findings: MentionInput[];
  /** Visits, people, places and procedures that the message tells of. */
  care: MentionInput[];
  /** Conditions of relatives: family history, and never the person's own. */
  family: { name: string; relations: string[] }[];
  /** All of it but the family's, a line each. */
  lines: string[];
};

export function readMessage(text: string, moment: Moment): Said {
  const measured = extractMeasurements(text, moment);
  // "Is 150/95 too high for me?" is only supposed, and still wants an answer.
  const readings = describeReadings(measured.filter(isOwnOrSupposed));
  const others = describeReadings(
    measured.filter(({ experiencer }) => experiencer === 'family' || experiencer === 'other'),
  );
  const context = extractContext(text, moment).filter(isOwn);
  const medications = unique(
    [...context, ...extractEntries(text, moment).filter(isOwn)].filter(({ kind }) => kind === 'medication'),
  );
  const care = context.filter(({ kind }) => kind !== 'medication');
  const read = extractFindings(text, moment);
  const findings = unique(read.filter(isOwn));
  return {
    readings,
    others,
    medications,
    findings,
    care,
    family: familyOf(text, read),
    lines: [
      ...readingLines(readings, moment),
      ...others.map(
        ({ title }) => `${title}: not yours, as I read it. My ranges are for adults in general, so I do not judge it.`,
      ),
      ...medications.map((mention) => `${medicationLine(mention)}.`),
      ...findings.map((mention) => findingLine(mention)),
      ...careLines(care, moment),
    ],
  };
}

/** The lines without findings that a question only mentions because they are known: "is my diabetes getting better?" */
export function linesBeyond({ lines, findings }: Said, known: readonly string[]): string[] {
  const onRecord = findings.filter(({ name }) => known.some((one) => one.toLowerCase().includes(name.toLowerCase())));
  const dropped = new Set(onRecord.map(findingLine));
  return lines.filter((line) => !dropped.has(line));
}

/** "Metformin 500 mg twice a day" */
export function medicationTitle({ name, value, unit, frequency, status }: MentionInput): string {
  const dose = value === undefined ? '' : ` ${value}${unit ? ` ${unit}` : ''}`;
  const stopped = status && !['active', 'present', 'taking'].includes(status) ? ` (${status})` : '';
  return `${name}${dose}${frequency ? ` ${frequency.text}` : ''}${stopped}`;
}

const STOPPED = new Set(['stopped', 'past', 'inactive']);

function medicationLine(mention: MentionInput): string {
  const { name, value, unit, frequency } = mention;
  const perDay = frequency?.times_per_day;
  if (STOPPED.has(mention.status ?? '')) return `${name}: you no longer take it, as I read you`;
  const title = medicationTitle(mention);
  if (typeof value !== 'number' || !unit) return `${title}: you gave no dose`;
  if (!perDay) return `${title}: how often you take it is not clear to me`;
  const compared = compareDose(name, value * perDay, unit);
  return compared ? `${title}: ${compared}` : `${title}: I have no dose range to compare it with`;
}

function findingLine({ kind, name, severity, duration, body_site, reaction }: MentionInput): string {
  const details = [severity, body_site, duration, reaction].filter(Boolean).join(', ');
  return details ? `${name} (${details}).` : `${name}${kind === 'allergy' ? ' (allergy)' : ''}.`;
}

/** A visit with whom and where, as one line; a doctor or a place that no visit mentions, as another. */
function careLines(care: readonly MentionInput[], { timezone }: Moment): string[] {
  const names = (kind: MentionInput['kind']) => care.filter((mention) => mention.kind === kind).map(({ name }) => name);
  const visits = care.filter(({ kind }) => kind === 'encounter' || kind === 'procedure');
  const [doctors, places] = [names('practitioner'), names('organization')];
  const lines = visits.map(({ name, effective_time, status, kind }) => {
    const with_ = kind === 'encounter' ? doctors.filter((doctor) => !name.includes(doctor)) : [];
    const details = [
      effective_time && momentText(effective_time, timezone),
      with_.length > 0 && `with ${with_.join(' and ')}`,
      places.length > 0 && `at ${places.join(' and ')}`,
      status === 'scheduled' && 'to come',
    ].filter(Boolean);
    return `${name}${details.length > 0 ? ` (${details.join(', ')})` : ''}.`;
  });
  return visits.length > 0 ? lines : [...doctors, ...places].map((name) => `${name}.`);
}

const THEY_HAD = /\b(?:had|has|have|got|suffers?|suffered|was diagnosed|died (?:of|from)) /i;

function familyOf(text: string, read: readonly MentionInput[]): Said['family'] {
  const theirs = read.filter(
    ({ kind, experiencer, assertion = 'present' }) =>
      kind === 'condition' &&
      experiencer === 'family' &&
      // A question behind it ("should I get checked?") does not undo what the relative had.
      (assertion === 'present' || (assertion === 'hypothetical' && THEY_HAD.test(text))),
  );
  return theirs.map(({ name, start = 0, quote }) => ({
    name,
    relations: relationsAt(text, { start, end: start + quote.length }),
  }));
}

/** The person's own, and said to be so: not denied, not feared, not a relative's. */
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
    // Two extractors may have read the same words; the one that read more of them speaks.
    if (!known || (known.value === undefined && mention.value !== undefined)) byName.set(mention.name, mention);
  }
  return [...byName.values()];
}

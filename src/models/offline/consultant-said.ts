/** What the message itself states about the person: its readings, medicines, conditions and symptoms, in words. */
import { extractContext } from '../../clinical/extract-context.ts';
import { extractEntries } from '../../clinical/extract-entries.ts';
import { extractFindings } from '../../clinical/extract-findings.ts';
import { extractMeasurements } from '../../clinical/extract-measurements.ts';
import { compareDose } from '../../clinical/general-answers-doses.ts';
import { type DescribedReading, describeReadings } from '../../clinical/general-answers-readings.ts';
import type { MentionInput } from '../../record/mention.ts';
import { dateText } from './record-view.ts';

export type Moment = { now: Date; timezone: string };

export type Said = {
  readings: DescribedReading[];
  /** Readings of somebody else. */
  others: DescribedReading[];
  medications: MentionInput[];
  findings: MentionInput[];
  /** All of it, a line each. */
  lines: string[];
};

export function readMessage(text: string, moment: Moment): Said {
  const measured = extractMeasurements(text, moment);
  // "Is 150/95 too high for me?" is only supposed, and still wants an answer.
  const readings = describeReadings(measured.filter(isOwnOrSupposed));
  const others = describeReadings(
    measured.filter(({ experiencer }) => experiencer === 'family' || experiencer === 'other'),
  );
  const medications = unique(
    [...extractContext(text, moment), ...extractEntries(text, moment)]
      .filter(isOwn)
      .filter(({ kind }) => kind === 'medication'),
  );
  const findings = unique(extractFindings(text, moment).filter(isOwn));
  return {
    readings,
    others,
    medications,
    findings,
    lines: [
      ...readings.map((reading) => `${dated(reading, moment)}.`),
      ...others.map(
        ({ title }) => `${title}: not yours, as I read it. My ranges are for adults in general, so I do not judge it.`,
      ),
      ...medications.map((mention) => `${medicationLine(mention)}.`),
      ...findings.map((mention) => `${findingLine(mention)}.`),
    ],
  };
}

/** "Metformin 500 mg twice a day" */
export function medicationTitle({ name, value, unit, frequency, status }: MentionInput): string {
  const dose = value === undefined ? '' : ` ${value}${unit ? ` ${unit}` : ''}`;
  const stopped = status && !['active', 'present', 'taking'].includes(status) ? ` (${status})` : '';
  return `${name}${dose}${frequency ? ` ${frequency.text}` : ''}${stopped}`;
}

function medicationLine(mention: MentionInput): string {
  const { name, value, unit, frequency } = mention;
  const perDay = frequency?.times_per_day;
  const title = medicationTitle(mention);
  if (typeof value !== 'number' || !unit) return `${title}: you gave no dose`;
  if (!perDay) return `${title}: how often you take it is not clear to me`;
  const compared = compareDose(name, value * perDay, unit);
  return compared ? `${title}: ${compared}` : `${title}: I have no dose range to compare it with`;
}

function findingLine({ kind, name, severity, duration, body_site, reaction }: MentionInput): string {
  const details = [severity, body_site, duration, reaction].filter(Boolean).join(', ');
  return `${name} (${kind}${details ? `; ${details}` : ''})`;
}

function dated({ line, time }: DescribedReading, { timezone }: Moment): string {
  return time ? `${line}; measured on ${dateText(time, timezone)}` : line;
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

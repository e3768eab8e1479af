/** MedicalMeasurementsAgent's part, by rules: vital signs and laboratory values with their units and times. */
import type { MentionInput } from '../../record/mention.ts';
import { findTimes, type Moment, type TimeMatch } from '../dates/dates.ts';
import { readPair, readValue, skipFiller, type Value } from '../quantities/read-value.ts';
import { inferUnit, isPossible, toCanonical } from '../quantities/units.ts';
import { assertionAt } from '../text/context.ts';
import { sentenceAt } from '../text/sentences.ts';
import { findTerms, type TermMatch } from '../vocabulary/find-terms.ts';
import { type BodyMeasure, extractBodyMeasures } from './body-measures.ts';

const SYSTOLIC = 'Systolic blood pressure';
const DIASTOLIC = 'Diastolic blood pressure';
const PRESSURE = 'Blood pressure';
/** Conditions that people say with the value itself: "a fever of 39", "high blood pressure, 150/95". */
const SAID_WITH_VALUE: Readonly<Record<string, string>> = {
  Fever: 'Body temperature',
  Hypertension: PRESSURE,
  Hypotension: PRESSURE,
  'High cholesterol': 'Total cholesterol',
};
const NEXT_VALUE = /\s*(?:,|;|and|then|to|vs\.?|,\s*and|,\s*then)\s+/iuy;
const TARGET = /\b(?:target|goal|aim(?:ing)?\s+for|should\s+be|ideal|normal\s+(?:range|is)|normally\s+should)\b/iu;
const BARE_PAIR = /(?<![\d/.])(\d{2,3})\s*(?:\/|\s+over\s+)\s*(\d{2,3})(?![\d/.]*\d)/giu;

type Named = { name: string; start: number; end: number };

export function extractMeasurements(text: string, at: Moment): MentionInput[] {
  const terms = findTerms(text);
  const times = findTimes(text, at);
  const names = terms.flatMap(nameOf);
  // First, because "5 ft 10 in" begins like a plain number of feet.
  const bodies = extractBodyMeasures(text);
  const mentions: MentionInput[] = bodies.map((found) => ({
    ...found,
    ...context(text, found.start, found.start + found.quote.length),
    ...timeOf(text, found, times),
  }));
  const read = new Set<number>();
  names.forEach((named, index) => {
    const limit = names[index + 1]?.start ?? text.length;
    valuesAfter(text, named, limit, times).forEach((value, nth) => {
      read.add(value.start);
      if (bodies.some((body) => body.name === named.name && overlaps(body, value))) return;
      // The name stands with the first value of a series; the later ones are their own evidence.
      const place = nth === 0 ? named : { ...named, start: value.start, end: value.end };
      mentions.push(...mentionsOf(text, place, value, times, named));
    });
  });
  mentions.push(...barePressures(text, names, read, times));
  return mentions.sort((a, b) => (a.start ?? 0) - (b.start ?? 0));
}

function nameOf({ term, start, end }: TermMatch): Named[] {
  if (term.kind === 'observation') return [{ name: term.name, start, end }];
  const name = SAID_WITH_VALUE[term.name];
  return name ? [{ name, start, end }] : [];
}

/** One value, or a series of them: "120/80 yesterday and 130/85 today". */
function valuesAfter(text: string, named: Named, limit: number, times: readonly TimeMatch[]): Value[] {
  const read = named.name === PRESSURE ? readPair : readValue;
  const values: Value[] = [];
  let from = skipFiller(text, named.end, times);
  while (from < limit) {
    const value = read(text, from) ?? (named.name === PRESSURE && values.length === 0 ? readValue(text, from) : null);
    if (!value || (values.length > 0 && !sameShape(text, value, values[0] as Value, times))) break;
    values.push(value);
    const time = times.find(({ start }) => start >= value.end && text.slice(value.end, start).trim() === '');
    NEXT_VALUE.lastIndex = time?.end ?? value.end;
    const joint = NEXT_VALUE.exec(text);
    if (!joint) break;
    from = skipFiller(text, joint.index + joint[0].length, times);
  }
  return values;
}

/** A later number belongs to the series only if it looks like the first: a pair, the same unit, or its own time. */
function sameShape(text: string, value: Value, first: Value, times: readonly TimeMatch[]): boolean {
  if (first.second !== undefined) return value.second !== undefined;
  const timed = times.some(({ start }) => start >= value.end && text.slice(value.end, start).trim() === '');
  return value.number !== undefined && (value.unit ? value.unit === first.unit : timed);
}

function mentionsOf(
  text: string,
  named: Named,
  value: Value,
  times: readonly TimeMatch[],
  said = named,
): MentionInput[] {
  const start = Math.min(named.start, value.start);
  const quote = text.slice(start, Math.max(named.end, value.end));
  const shared = {
    kind: 'observation' as const,
    quote,
    start,
    ...context(text, said.start, said.end),
    ...timeOf(text, { start: value.start, quote: text.slice(value.start, value.end) }, times),
  };
  if (named.name === PRESSURE) {
    if (value.number === undefined) return [];
    if (value.second === undefined) return detailed(shared, SYSTOLIC, { ...value, unit: value.unit ?? 'mmHg' }, 0.7);
    const unit = value.unit ?? 'mmHg';
    return [
      ...detailed(shared, SYSTOLIC, { ...value, unit }, 0.95),
      ...detailed(shared, DIASTOLIC, { ...value, number: value.second, unit }, 0.95),
    ];
  }
  return detailed(shared, named.name, value, 0.95);
}

type Shared = Omit<MentionInput, 'name' | 'value' | 'unit' | 'confidence'>;

/** Nothing where the unit does not belong to such an observation, or no living body shows the value. */
function detailed(shared: Shared, name: string, value: Value, confidence: number): MentionInput[] {
  if (value.number === undefined) {
    const words = { ...shared, name, value: value.words ?? '', confidence: 0.8 };
    return [value.unit ? { ...words, unit: value.unit } : words];
  }
  const inferred = value.unit ?? inferUnit(name, value.number);
  if (inferred === null) return [];
  if (inferred === 'unclear') return [{ ...shared, name, value: value.number, confidence: 0.6 }];
  const canonical = toCanonical(name, value.number, inferred);
  if (!canonical || !isPossible(name, canonical.value)) return [];
  return [{ ...shared, name, value: value.number, unit: inferred, confidence: value.unit ? confidence : 0.9 }];
}

/** "It was 130/85 this time": two numbers that look like a blood pressure in a message that speaks of it. */
function barePressures(text: string, names: readonly Named[], read: ReadonlySet<number>, times: readonly TimeMatch[]) {
  const spokenOf = names.some(({ name }) => name === PRESSURE);
  return [...text.matchAll(BARE_PAIR)].flatMap((match) => {
    const value = readPair(text, match.index);
    if (!value || value.number === undefined || value.second === undefined) return [];
    const plausible = value.number > value.second && value.number >= 70 && value.number <= 260 && value.second >= 35;
    if (read.has(value.start) || !plausible || !(spokenOf || value.unit === 'mmHg')) return [];
    return mentionsOf(text, { name: PRESSURE, start: value.start, end: value.end }, value, times);
  });
}

/** A value was measured, so a doubt around it does not undo it; a target or a question does. */
function context(text: string, start: number, end: number): Pick<MentionInput, 'assertion' | 'experiencer'> {
  const { assertion, experiencer } = assertionAt(text, start, end);
  const sentence = sentenceAt(text, start);
  if (TARGET.test(text.slice(sentence.start, end + 20))) return { assertion: 'hypothetical', experiencer };
  return { assertion: assertion === 'possible' ? 'present' : assertion, experiencer };
}

/** The time said right after the value, else the last one said before it in the same sentence. */
function timeOf(
  text: string,
  at: { start: number; quote: string },
  times: readonly TimeMatch[],
): { effective_time?: string } {
  const sentence = sentenceAt(text, at.start);
  const end = at.start + at.quote.length;
  const past = times.filter((time) => !time.future && time.start >= sentence.start && time.end <= sentence.end);
  const after = past.find((time) => time.start >= end && !/\d|\b(?:and|but)\b/.test(text.slice(end, time.start)));
  const before = past.filter((time) => time.end <= at.start).at(-1);
  const later = past.find((time) => time.start >= end);
  const chosen =
    after ??
    before ??
    (past.length === 1 && later && !/\band\b/.test(text.slice(end, later.start)) ? later : undefined);
  return chosen ? { effective_time: chosen.iso } : {};
}

function overlaps(body: BodyMeasure, value: Value): boolean {
  return body.start < value.end && value.start < body.start + body.quote.length;
}

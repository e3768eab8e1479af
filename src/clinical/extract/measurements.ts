/** MedicalMeasurementsAgent's part, by rules: vital signs and laboratory values with their units and times. */

import type { MentionInput } from '../../record/index.ts';
import { type Customs, customsOf } from '../dates/customs.ts';
import { findTimes, type Moment } from '../dates/dates.ts';
import { DIASTOLIC, PRESSURE, SYSTOLIC } from '../observations/observation-types.ts';
import { leftValues } from '../quantities/moved-value.ts';
import { readingOf, type Value } from '../quantities/read-value.ts';
import { inferUnit, isPossible, toCanonical } from '../quantities/units.ts';
import { createMomentCache, once } from '../text/cache.ts';
import { assertionAt } from '../text/context.ts';
import type { Stretch } from '../text/places.ts';
import { findTerms, type TermMatch, termNamed } from '../vocabulary/find-terms.ts';
import { type BodyMeasure, extractBodyMeasures } from './body-measures.ts';
import { testOfSite, withBoneSites } from './bone-sites.ts';
import { opensWithCorrection } from './corrected-values.ts';
import { distantValue } from './distant-values.ts';
import { type Named, withImpliedNames } from './implied-names.ts';
import { itemAt, itemsOf } from './list-items.ts';
import { measuredContext, measuredTime } from './measured-context.ts';
import { isDose, medicineLevels } from './medicine-levels.ts';
import { mentionsIn } from './mentions.ts';
import { testOfUnit, withUrineNames, withVirus } from './same-name-tests.ts';
import { unnamedValues } from './unnamed-values.ts';
import { type Reading, valuesOf } from './value-series.ts';

/** Conditions and examinations that people say with the value itself: "a fever of 39", "high blood pressure, 150/95". */
const SAID_WITH_VALUE: ReadonlyMap<string, string> = new Map([
  ['Fever', 'Body temperature'],
  ['Hypertension', PRESSURE],
  ['Hypotension', PRESSURE],
  ['High cholesterol', 'Total cholesterol'],
  ['Aortic aneurysm', 'Aortic diameter'],
  ['Calcium score', 'Coronary artery calcium score'],
]);
/** "High triglycerides, 412": a condition that is named by what is measured. */
const JUDGED = /^(?:high|low|raised|elevated|borderline)\s+/i;
const SMALL_GAP = /^(?:(?:my|the|it|was|is|that)\s+){0,2}$/i;
/** A bound with a condition before it is a rule and not a reading: "when my sugar is over 200". */
const CONDITION = /\b(?:when(?:ever)?|if|once|until|unless|in\s+case)\b[^.;!?]{0,200}$/i;
const FASTING = /^\s*[,(]?\s*fasting\b/i;
/** "Fasting 6.8, after lunch 11.2, bedtime 9": the others of a day. */
const FED =
  /\b(?:(?:after|before|post)[-\s]+(?:breakfast|lunch|dinner|tea|supper|food|meals?|eating|bed)|post[-\s]?(?:prandial|meal)|bedtime|lunch(?:time)?|dinner|evening|random)\W+(?:\w+\W+){0,2}$/i;
const OF_TOTAL = /\bof\s+total\s+$/i;
/** How sure a value is that stands some words from its name. */
const DISTANT = 0.75;
const OVER = /^\s*(?:over|\/)\s*$/i;

const memory = createMomentCache<readonly MentionInput[]>();

export function extractMeasurements(text: string, at: Moment): readonly MentionInput[] {
  return memory(text, at, () => mentionsIn(text, (words) => read(words, at)));
}

function read(text: string, at: Moment): MentionInput[] {
  // A bare "2012" may be a result as well as a year.
  const times = findTimes(text, at).filter(
    ({ text: said, start, end }) =>
      !/^\d{4}$/.test(said) || text.charAt(start - 1) === '(' || /^ ?:/.test(text.slice(end, end + 2)),
  );
  const plain = readingOf(text, times);
  const whole = () => [...times, ...plain.quantities].sort((a, b) => a.start - b.start);
  const items = once(() => itemsOf(text, whole()));
  const reading = { ...plain, customs: customsOf(text, at.timezone), items };
  const names = measuredNames(text);
  // First, because "5 ft 10 in" begins like a plain number of feet.
  const left = leftValues(text, reading.quantities);
  const bodies = extractBodyMeasures(text, reading.quantities).filter(({ start }) => !left.has(start));
  const mentions: MentionInput[] = bodies.map((found) => {
    const place = { start: found.start, end: found.start + found.quote.length };
    return { ...found, ...measuredContext(text, place, place), ...measuredTime(reading, reading.items, place) };
  });
  const opening = opensWithCorrection(text);
  const read = new Set<number>();
  const without: { named: Named; limit: number }[] = [];
  names.forEach((named, index) => {
    const limit = names[index + 1]?.start ?? text.length;
    const values = valuesOf(reading, named, names[index - 1]?.end ?? 0, limit);
    if (values.length === 0) without.push({ named, limit });
    const present = values.filter(({ value, earlier }) => {
      read.add(value.start);
      return !earlier && !left.has(value.start);
    });
    present.forEach(({ value, replaces }, nth) => {
      if (replaces) read.add(replaces.start);
      if (bodies.some((body) => body.name === named.name && overlaps(body, value))) return;
      // The name stands with the first value of a series; the later ones are their own evidence.
      const place = nth === 0 ? named : { ...named, start: replaces?.start ?? value.start, end: value.end };
      // "Correction: weight 81 kg", "scratch that, my BP was 128/82"
      const opens = nth === 0 && opening?.sure === true && SMALL_GAP.test(text.slice(opening.end, named.start));
      mentions.push(...mentionsOf(reading, place, value, named, opens));
    });
  });
  for (const { named, limit } of without) {
    const value = distantValue(reading, named, limit, read);
    if (!value || bodies.some((body) => overlaps(body, value))) continue;
    for (const one of seriesFrom(reading, named, value, limit)) {
      read.add(one.start);
      const place = one.start === value.start ? named : { ...named, start: one.start, end: one.end };
      mentions.push(...mentionsOf(reading, place, one, named, false).map((told) => ({ ...told, confidence: DISTANT })));
    }
  }
  const told = [...names, ...bodies.map(({ name, start, quote }) => ({ name, start, end: start + quote.length }))];
  const unnamed = unnamedValues(reading, told, reading.items, read, opening !== null);
  for (const { named, value: first, confidence } of unnamed) {
    if (left.has(first.start)) continue;
    if (bodies.some((body) => overlaps(body, first)) || read.has(first.start)) continue;
    for (const value of namelessSeries(reading, named, first, names)) {
      read.add(value.start);
      const place = value.start === first.start ? named : { ...named, start: value.start, end: value.end };
      const opens = opening?.sure === true && opening.end === value.start;
      const found = mentionsOf(reading, place, value, named, opens);
      mentions.push(...found.map((one) => ({ ...one, confidence: Math.min(one.confidence ?? 1, confidence) })));
    }
  }
  return mentions.sort((a, b) => (a.start ?? 0) - (b.start ?? 0));
}

/** "74 kilos at Christmas, 69 in March": the others have not even their unit. */
function namelessSeries(reading: Reading, named: Named, first: Value, names: readonly Named[]): Value[] {
  if (named.name !== 'Weight') return [first];
  const limit = names.find(({ start }) => start > first.start)?.start ?? reading.text.length;
  return seriesFrom(reading, named, first, limit);
}

/** With those that follow a value that does not stand with its name. */
function seriesFrom(reading: Reading, named: Named, first: Value, limit: number): Value[] {
  const place = { ...named, start: first.start, end: first.start };
  const series = valuesOf(reading, place, 0, limit).flatMap(({ value, earlier }) => (earlier ? [] : [value]));
  return series[0]?.start === first.start ? series : [first];
}

/** What a value may follow, in reading order. */
export function measuredNames(text: string): Named[] {
  const terms = findTerms(text);
  const named = terms.flatMap((found) => nameOf(text, found, terms) ?? []);
  const all = withImpliedNames(text, [...named, ...medicineLevels(text, terms, named)]);
  return withUrineNames(text, withBoneSites(text, all));
}

function nameOf(text: string, { term, start, end }: TermMatch, terms: readonly TermMatch[]): Named | null {
  const judged = term.kind === 'condition' ? JUDGED.exec(text.slice(start, end)) : null;
  const inside = judged && termNamed(text.slice(start + judged[0].length, end), ['observation'])?.name;
  const name = term.kind === 'observation' ? withVirus(text, term.name) : (inside ?? SAID_WITH_VALUE.get(term.name));
  // "% of total Hgb" is a laboratory's unit.
  if (!name || OF_TOTAL.test(text.slice(Math.max(0, start - 12), start))) return null;
  const taken = inside || terms.some((other) => other.term.kind === 'drug' && other.start === start);
  return taken ? { name, start, end, fits: (value) => !isDose(text, value.end) } : { name, start, end };
}

/** "My last two fasting sugars": how many, and not how much. */
const COUNTED = /\b(?:last|latest|previous|past|recent)\s+(?:two|three|four|five|six|seven|eight|nine|ten)$/i;

function mentionsOf(reading: Reading, named: Named, value: Value, said: Named, corrects: boolean): MentionInput[] {
  const { text, customs } = reading;
  if (COUNTED.test(text.slice(Math.max(0, value.start - 20), value.end))) return [];
  const start = Math.min(named.start, value.start);
  const quote = text.slice(start, Math.max(named.end, value.end));
  const shared: Shared = {
    kind: 'observation' as const,
    quote,
    start,
    ...measuredContext(text, said, value),
    ...measuredTime(reading, reading.items, value),
    ...(corrects ? { supersedes: 'previous' as const } : {}),
  };
  // "ESR 78, AFB negative": what follows a number is said of the next one.
  if (shared.assertion === 'absent' && value.number !== undefined)
    shared.assertion = measuredContext(text, said, value, value.end).assertion;
  if (shared.assertion === 'absent' && value.number !== undefined && !isDeniedHere(reading, said, value))
    shared.assertion = 'present';
  // The word that says how a test came out denies nothing else.
  if (shared.assertion === 'absent' && /^(?:negative|undetectable|not detected)$/.test(value.words ?? ''))
    shared.assertion = 'present';
  const bound = value.words !== undefined && /^[<>≤≥]/.test(value.words);
  if (bound && CONDITION.test(text.slice(Math.max(0, said.start - 60), said.start))) shared.assertion = 'hypothetical';
  // "Sugar 91 fasting"
  const fasting = named.name === 'Blood glucose' && FASTING.test(text.slice(value.end, value.end + 12));
  const fed =
    named.name === 'Fasting glucose' && FED.test(text.slice(Math.max(said.end, value.start - 24), value.start));
  const name = fasting
    ? 'Fasting glucose'
    : fed
      ? 'Blood glucose'
      : testOfSite(text, testOfUnit(named.name, value), value);
  if (named.name !== PRESSURE) return detailed(shared, name, value, 0.95, customs);
  if (value.number === undefined) return pressureRanges(reading, shared, value);
  if (value.second === undefined)
    return detailed(shared, SYSTOLIC, { ...value, unit: value.unit ?? 'mmHg' }, 0.7, customs);
  const unit = value.unit ?? 'mmHg';
  return [
    ...detailed(shared, SYSTOLIC, { ...value, unit }, 0.95, customs),
    ...detailed(shared, DIASTOLIC, { ...value, number: value.second, unit }, 0.95, customs),
  ];
}

/** "Never smoker, pulse 70": what an item before it denies is no number. */
function isDeniedHere({ text, items }: Reading, said: Named, value: Value): boolean {
  const list = items();
  const { start } = list[itemAt(list, said.start)] as Stretch;
  if (!/[,;:\n]\s?$/.test(text.slice(0, start).slice(-2)) || /^\s*n?or\b/i.test(text.slice(start))) return true;
  const [from, to] = [said.start - start, said.end - start];
  return assertionAt(text.slice(start, Math.max(said.end, value.end)), from, to).assertion === 'absent';
}

/** "110-120 over 70-80" */
function pressureRanges({ text, quantities, customs }: Reading, shared: Shared, value: Value): MentionInput[] {
  const lower = quantities.find(({ start, low }) => low !== undefined && start > value.end && start - value.end < 8);
  if (!/^\d+-\d+$/.test(value.words ?? '') || !lower || !OVER.test(text.slice(value.end, lower.start))) return [];
  const quote = text.slice(shared.start, lower.end);
  return [
    ...detailed({ ...shared, quote }, SYSTOLIC, { ...value, unit: 'mmHg' }, 0.8, customs),
    ...detailed(
      { ...shared, quote },
      DIASTOLIC,
      { ...value, words: `${lower.low}-${lower.high}`, unit: 'mmHg' },
      0.8,
      customs,
    ),
  ];
}

type Shared = Omit<MentionInput, 'name' | 'value' | 'unit' | 'confidence'>;

/** Nothing where the unit does not belong to such an observation, or no living body shows the value. */
function detailed(shared: Shared, name: string, value: Value, confidence: number, customs: Customs): MentionInput[] {
  if (value.number === undefined) {
    const words = { ...shared, name, value: value.words ?? '', confidence: 0.8 };
    return [value.unit ? { ...words, unit: value.unit } : words];
  }
  // A pair is a blood pressure and nothing else.
  if (value.second !== undefined && name !== SYSTOLIC && name !== DIASTOLIC) return [];
  const inferred = value.unit ?? inferUnit(name, value.number, customs);
  if (inferred === null) return [];
  if (inferred === 'unclear') return [{ ...shared, name, value: value.number, confidence: 0.6 }];
  const canonical = toCanonical(name, value.number, inferred);
  if (!canonical || !isPossible(name, canonical.value)) return [];
  return [{ ...shared, name, value: value.number, unit: inferred, confidence: value.unit ? confidence : 0.9 }];
}

function overlaps(body: BodyMeasure, value: Value): boolean {
  return body.start < value.end && value.start < body.start + body.quote.length;
}

/**
 * Values that go on a series: after "HbA1c was 8.4% in March" a message says "the September one came back: 7.6%". The name of the only
 * observation that was told last is put before such a number, and the message is read so. A number that could be anything else (an
 * age, a dose, a count, an hour) is left alone: beside it stand only small words and times, and it lies near the value before it.
 */
import {
  DIASTOLIC,
  extractMeasurements,
  findTerms,
  findTimes,
  isPossible,
  type Moment,
  matchesOf,
  patternsOf,
  SYSTOLIC,
  sentenceAt,
  toCanonical,
  unitNamed,
} from '../../../clinical/index.ts';
import type { MentionInput } from '../../../record/index.ts';

const { pattern, words } = patternsOf('health-offline', 'follow-up-values');

const NUMBER =
  /(?<![\p{L}\d.,/:-])(?<number>\d{1,4}(?:\.\d{1,2})?)(?![\d/:]|\.\d)\s{0,1}(?<unit>%|[a-zA-Zµ]{1,6}\/[a-zA-Z\d]{1,4}|kgs?\b|lbs?\b)?/gu;
/** Words that stand around a value of a series and say nothing else. */
const SMALL = words('SMALL');
/** What points back at the series: "the September one", "it is", "the next result". */
const POINTS_BACK = pattern('POINTS_BACK', 'i');
const ENDS = /^\s{0,2}(?:$|[.,;!?)\n](?!\d)|(?:and|but|so|now|then|today|yesterday|this|last|in|on)\b)/i;
const PART = /[,;]|\b(?:but|so)\b/g;
/** A value further from the one before than this is another thing's; where words point back at the series, further than that. */
const FACTOR = 2;
const FACTOR_OF_SAME = 5;
/** How sure a value is whose name an earlier message said. */
const SURE = 0.75;
/** How many messages back the series may be. */
const LASTS = 2;

const SCAN = 'Bone density scan';
const SCORE = 'T-score';

type Told = { mentions: readonly MentionInput[] };

/** The values of a message that go on the series told last; none where the message names what it measures. */
export function followUpValues(
  text: string,
  own: readonly MentionInput[],
  before: readonly Told[],
  moment: Moment,
): MentionInput[] {
  if (own.some(isMeasured) || !/\d/.test(text)) return [];
  const last = before
    .slice(-LASTS)
    .findLast(({ mentions }) => mentions.some(isMeasured))
    ?.mentions.filter(isMeasured);
  const scores = boneScores(text, before, moment);
  if (scores.length > 0) return scores;
  const series = seriesAmong(last ?? []);
  const [first] = series;
  if (!first) return [];
  if (first.name === SYSTOLIC || first.name === DIASTOLIC) return [];
  if (findTerms(text).some(({ term }) => term.kind === 'observation' || term.kind === 'drug')) return [];
  const latest = series.at(-1) ?? first;
  const times = findTimes(text, moment);
  const places = matchesOf(NUMBER, text).filter((match) => goesOn(text, match, latest, times));
  return places.flatMap((place) => namedValue(text, place, first, moment));
}

/** "The DEXA is back", then "hip -2.3 spine -2.6": read with the scan before them, they are T-scores. */
function boneScores(text: string, before: readonly Told[], moment: Moment): MentionInput[] {
  const told = before.slice(-LASTS).flatMap(({ mentions }) => mentions);
  const scan = told.findLast(({ name }) => name === SCAN || name.endsWith(SCORE));
  if (!scan) return [];
  const lead = `${SCAN}: `;
  return extractMeasurements(`${lead}${text}`, moment)
    .filter(({ name }) => name.endsWith(SCORE))
    .map((read) => ({
      ...read,
      start: (read.start ?? 0) - lead.length,
      confidence: Math.min(read.confidence ?? 1, SURE),
      ...(scan.experiencer !== undefined && { experiencer: scan.experiencer }),
    }));
}

/** The only observation that was told, or the only one of them that was told more than once. */
function seriesAmong(told: readonly MentionInput[]): readonly MentionInput[] {
  const names = [...new Set(told.map(({ name }) => name))];
  const named = names.map((one) => told.filter(({ name }) => name === one));
  const series = named.length > 1 ? named.filter(({ length }) => length > 1) : named;
  return series.length === 1 ? (series[0] ?? []) : [];
}

/** One of them, read with the name before it. */
function namedValue(
  text: string,
  { index, 0: found, groups }: RegExpExecArray,
  told: MentionInput,
  moment: Moment,
): MentionInput[] {
  const put = `${text.slice(0, index)}${told.name} ${text.slice(index)}`;
  const read = extractMeasurements(put, moment).find(
    ({ name, value, start }) => name === told.name && value === Number(groups?.number) && start === index,
  );
  if (!read) return [];
  return [
    {
      ...read,
      quote: found.trimEnd(),
      start: index,
      confidence: Math.min(read.confidence ?? 1, SURE),
      ...(told.experiencer !== undefined && { experiencer: told.experiencer }),
    },
  ];
}

function goesOn(
  text: string,
  { index, 0: found, groups }: RegExpExecArray,
  latest: MentionInput,
  times: readonly { start: number; end: number }[],
): boolean {
  const end = index + found.trimEnd().length;
  if (times.some((time) => time.start < end && index < time.end)) return false;
  const { start } = sentenceAt(text, index);
  const lead = text.slice(start, index);
  // "New one from last week, 4.8": before the comma stands what the number is.
  const part = matchesOf(PART, lead).findLast(({ index: at }) => /\p{L}/u.test(lead.slice(at)));
  const from = start + (part?.index ?? 0);
  const rest = text.slice(end);
  const timed = times.some(
    (time) => (time.end <= index && time.start >= from) || (time.start >= end && time.start - end < 8),
  );
  const unit = groups?.unit;
  const pointsBack = POINTS_BACK.test(text.slice(from, index));
  if (!timed && !unit && !pointsBack) return false;
  const factor = pointsBack ? FACTOR_OF_SAME : FACTOR;
  return isSmall(text, from, index, times) && ENDS.test(rest) && isNear(Number(groups?.number), unit, latest, factor);
}

/** Whether only times and small words stand there. */
function isSmall(text: string, from: number, to: number, times: readonly { start: number; end: number }[]): boolean {
  let words = '';
  for (let at = from; at < to; at += 1)
    words += times.some((time) => at >= time.start && at < time.end) ? ' ' : text.charAt(at);
  return words
    .toLowerCase()
    .split(/[^\p{L}\d'’]+/u)
    .every((word) => word === '' || SMALL.has(word));
}

/** In a unit of the same kind, near the last one, and as exact as it. */
function isNear(
  value: number,
  unit: string | undefined,
  { name, value: last, unit: lastUnit }: MentionInput,
  factor: number,
): boolean {
  if (typeof last !== 'number') return false;
  const ucum = unit === undefined ? lastUnit : unitNamed(unit);
  if (unit !== undefined && !ucum) return false;
  const now = ucum ? toCanonical(name, value, ucum) : null;
  const was = lastUnit ? toCanonical(name, last, unitNamed(lastUnit) ?? lastUnit) : null;
  if (unit !== undefined && (!now || !was)) return false;
  const [one, other] = now && was ? [now.value, was.value] : [value, last];
  if (now && !isPossible(name, now.value)) return false;
  // A whole number beside "8.4" is more often a count.
  if (unit === undefined && Number.isInteger(value) && !Number.isInteger(last)) return false;
  return one <= other * factor && other <= one * factor;
}

function isMeasured({ kind, value }: MentionInput): boolean {
  return kind === 'observation' && value !== undefined;
}

/** Results of the series and body-system tools as lines: latest value, its range for this person, earlier values, the trend. */
import {
  type DescribedReading,
  DIASTOLIC,
  dateText,
  fromCanonical,
  type Interpretation,
  type ReferenceRange,
  rangeText,
  STANDING_WORDS,
  SYSTOLIC,
  sourceText,
} from '../../../clinical/index.ts';
import { asObject, type Conversation } from '../../../engine/models/offline/conversation.ts';
import { SeriesDigest } from '../tools/series-digest.ts';
import { SERIES, SYSTEM } from './consultant-lookups.ts';

const MAX_OLDER = 3;
const TRENDS: Readonly<Record<SeriesDigest['trend'], string>> = {
  rising: 'rising',
  falling: 'falling',
  stable: 'stable',
  too_few: 'too few values for a trend',
};

export type SeriesLines = {
  names: Set<string>;
  lines: string[];
  readings: DescribedReading[];
  notMeasured: string[];
  ways: string[];
};

/** `units`: by name, the unit that the person uses; a series comes in its canonical unit. */
export function seriesLines(
  { allResponses }: Conversation,
  timezone: string,
  units: ReadonlyMap<string, string>,
): SeriesLines {
  const results = allResponses
    .filter(({ name }) => name === SERIES || name === SYSTEM)
    .map(({ result }) => asObject(result));
  const all = results.flatMap((result) => [...digestsIn(result.series), ...digestsIn(result.observations)]);
  const digests = [...new Map(all.map((digest) => [digest.name, digest])).values()]
    .filter(({ points }) => points.length > 0)
    .map((digest) => inUnit(digest, units.get(digest.name)));
  const pressure = paired(digests);
  const told = pressure
    ? [pressure, ...digests.filter(({ name }) => name !== SYSTOLIC && name !== DIASTOLIC)]
    : digests;
  return {
    names: new Set([...digests.map(({ name }) => name), ...(pressure ? [pressure.name] : [])]),
    lines: told.map((digest) => lineOf(digest, timezone)),
    readings: told.map(readingOf),
    ways: told.flatMap((digest) => wayOf(digest)),
    notMeasured: results.flatMap(({ not_measured }) => (Array.isArray(not_measured) ? not_measured.map(String) : [])),
  };
}

function inUnit(digest: SeriesDigest, unit: string | undefined): SeriesDigest {
  const { name, unit: kept, reference_range: range } = digest;
  const back = unit && kept && unit !== kept ? fromCanonical(name, kept, unit) : null;
  if (!unit || !back) return digest;
  const given = (value: number | string) => (typeof value === 'number' ? back(value) : value);
  const scale = Math.abs(back(2) - back(1));
  return {
    ...digest,
    unit,
    points: digest.points.map((point) => ({ ...point, value: given(point.value) })),
    reference_range: range && {
      ...range,
      unit,
      ...(range.low !== undefined && { low: back(range.low) }),
      ...(range.high !== undefined && { high: back(range.high) }),
    },
    change: digest.change && { ...digest.change, value: Number((digest.change.value * scale).toPrecision(2)) },
  };
}

/** "HbA1c 6.9 % is above the usual range of …; on 1 September 2026. Before that: …; falling." */
function lineOf(digest: SeriesDigest, timezone: string): string {
  const { points, trend, change, unit, total } = digest;
  const [latest, ...older] = points;
  if (!latest) return '';
  const { title, standing } = readingOf(digest);
  const range = digest.reference_range ? rangeWords(digest.reference_range) : null;
  const where = standing && range ? `${title} is ${STANDING_WORDS[standing]} the usual range of ${range}` : title;
  const on = dateText(latest.date, timezone);
  if (older.length === 0) return `${where}; on ${on}. It is the only one on record.`;
  const before = older
    .slice(0, MAX_OLDER)
    .map(({ value, date }) => `${amount(value, unit)} (${dateText(date, timezone)})`);
  const by =
    change && trend !== 'stable' && trend !== 'too_few'
      ? `, by about ${Math.abs(change.value)}${unit ? ` ${unit}` : ''} over ${change.days} days`
      : '';
  const way = trend === 'too_few' && total === 2 ? difference(latest.value, older[0]?.value) : TRENDS[trend];
  return `${where}; on ${on}. Before that: ${before.join(', ')}; ${way}${by}.`;
}

/** Two values are no trend, but one can be higher. */
function wayOf({ name, trend, total, points: [latest, previous] }: SeriesDigest): string[] {
  if (trend !== 'too_few') return [`${name} is ${TRENDS[trend]}`];
  return total === 2 && latest && previous
    ? [`it is ${difference(latest.value, previous.value)} (two values, no trend yet)`]
    : [];
}

function readingOf({ name, unit, points, reference_range }: SeriesDigest): DescribedReading {
  const [latest] = points;
  const title = `${name} ${amount(latest?.value ?? '', unit === name ? null : unit)}`;
  const standing = reference_range ? ((latest?.interpretation as Interpretation | undefined) ?? null) : null;
  return { name, title, line: title, standing, time: latest?.date };
}

/** Systolic and diastolic values as one series, matched by time; the worse of the two decides for the pair. */
function paired(digests: readonly SeriesDigest[]): SeriesDigest | null {
  const upper = digests.find(({ name }) => name === SYSTOLIC);
  const lower = digests.find(({ name }) => name === DIASTOLIC);
  if (!upper || !lower) return null;
  const gravity = ['normal', 'low', 'high', 'critical-low', 'critical-high'];
  const points = upper.points.flatMap((point) => {
    const other = lower.points.find(({ date }) => date === point.date);
    if (!other) return [];
    const [worse] = [point.interpretation, other.interpretation].toSorted(
      (a, b) => gravity.indexOf(b ?? '') - gravity.indexOf(a ?? ''),
    );
    return [{ date: point.date, value: `${point.value}/${other.value}`, ...(worse && { interpretation: worse }) }];
  });
  if (points.length === 0) return null;
  const ranges =
    upper.reference_range && lower.reference_range ? pairedRange(upper.reference_range, lower.reference_range) : null;
  return { ...upper, name: 'Blood pressure', points, reference_range: ranges, total: points.length };
}

/** Only the text is used: a pair has no single number. */
function pairedRange(upper: Range, lower: Range): Range {
  const text = `${upper.low}/${lower.low} to ${upper.high}/${lower.high} ${upper.unit}`;
  return { unit: text, source: upper.source };
}

type Range = NonNullable<SeriesDigest['reference_range']>;

function rangeWords({ low, high, unit, source }: Range): string {
  if (low === undefined && high === undefined) return `${unit} (${sourceText({ unit, source })})`;
  const range: ReferenceRange = {
    unit,
    source,
    ...(low !== undefined && { low }),
    ...(high !== undefined && { high }),
  };
  return `${rangeText(range)} (${sourceText(range)})`;
}

function difference(latest: number | string, before: number | string | undefined): string {
  const [now, then] = [Number.parseFloat(String(latest)), Number.parseFloat(String(before))];
  if (!Number.isFinite(now) || !Number.isFinite(then)) return 'the values cannot be compared as numbers';
  return now === then ? 'the same as last time' : `${now > then ? 'higher' : 'lower'} than last time`;
}

/** A converted value has more digits than were measured. */
function amount(value: number | string, unit: string | null): string {
  return `${typeof value === 'number' ? Number(value.toPrecision(4)) : value}${unit ? ` ${unit}` : ''}`;
}

function digestsIn(list: unknown): SeriesDigest[] {
  return Array.isArray(list) ? list.flatMap((one) => SeriesDigest.safeParse(one).data ?? []) : [];
}

/** The values of a measurement over time, newest first: from the series tools, with this person's range, else from the record at a glance. */
import {
  type DescribedReading,
  DIASTOLIC,
  dateText,
  fromCanonical,
  type Interpretation,
  once,
  type ReferenceRange,
  rangeText,
  STANDING_WORDS,
  SYSTOLIC,
  shortTitle,
  sourceText,
  toDescribe,
  trendOf,
  worseOf,
} from '../../../../clinical/index.ts';
import { asObject, type Conversation } from '../../../../engine/models/offline/conversation.ts';
import { SeriesDigest } from '../../tools/series-digest.ts';
import type { RecordView } from '../record-view.ts';
import { SERIES, SYSTEM } from './lookups.ts';

const MAX_OLDER = 3;
const TRENDS: Readonly<Record<SeriesDigest['trend'], string>> = {
  rising: 'rising',
  falling: 'falling',
  stable: 'stable',
  too_few: 'too few values for a trend',
};

/** `way`: where the values go, in words; empty for a single one. */
export type Course = { name: string; latest: DescribedReading; older: readonly DescribedReading[]; way: string };
/** `notMeasured`: usual tests of a body system that the record has no value of. */
export type Courses = { all: readonly Course[]; fromTools: ReadonlySet<string>; notMeasured: readonly string[] };

export function coursesOf({ allResponses }: Conversation, { sections }: RecordView): Courses {
  const results = allResponses
    .filter(({ name }) => name === SERIES || name === SYSTEM)
    .map(({ result }) => asObject(result));
  const units = new Map(sections.observations.toReversed().flatMap(({ name, unit }) => (unit ? [[name, unit]] : [])));
  const listed = results.flatMap((result) => [...digestsIn(result.series), ...digestsIn(result.observations)]);
  const digests = [...new Map(listed.map((digest) => [digest.name, digest])).values()]
    .filter(({ points }) => points.length > 0)
    .map((digest) => inUnit(digest, units.get(digest.name)));
  const pressure = paired(digests);
  const whole = pressure
    ? [pressure, ...digests.filter(({ name }) => name !== SYSTOLIC && name !== DIASTOLIC)]
    : digests;
  const fromTools = new Set([...digests, ...whole].map(({ name }) => name));
  return {
    all: [...whole.map(courseOf), ...atAGlance(sections.observations.filter(({ name }) => !fromTools.has(name)))],
    fromTools,
    notMeasured: results.flatMap(({ not_measured }) => (Array.isArray(not_measured) ? not_measured.map(String) : [])),
  };
}

/** "HbA1c 6.9 % is above the usual range of …; on 1 September 2026. Before that: …; falling." */
export function courseLine({ latest, older, way }: Course, timezone: string): string {
  const when = ({ time }: DescribedReading) => (time ? dateText(time, timezone) : 'date unknown');
  const before = older.slice(0, MAX_OLDER).map((reading) => `${shortTitle(reading)} (${when(reading)})`);
  const rest =
    before.length > 0
      ? ` Before that: ${before.join(', ')}${way ? `; ${way}` : ''}.`
      : ' It is the only one on record.';
  return `${latest.line}; on ${when(latest)}.${rest}`;
}

export function isOutside({ standing }: DescribedReading): boolean {
  return standing !== null && standing !== 'normal';
}

/** Described where it is asked for: most of a record is not. */
function atAGlance(observations: RecordView['sections']['observations']): Course[] {
  const byName = new Map<string, (() => DescribedReading)[]>();
  for (const { name, describe } of toDescribe(observations)) byName.set(name, [...(byName.get(name) ?? []), describe]);
  return [...byName].map(([name, readings]) => {
    const described = once(() => readings.map((describe) => describe()));
    return {
      name,
      get latest() {
        return described()[0] as DescribedReading;
      },
      get older() {
        return described().slice(1);
      },
      get way() {
        return wayOf(name, described());
      },
    };
  });
}

/** Two values are no trend, but one can be higher. Of a pressure the upper value decides. */
export function wayOf(name: string, newestFirst: readonly DescribedReading[]): string {
  if (newestFirst.length < 2) return '';
  const points = newestFirst
    .map((reading) => ({ time: reading.time ?? '', value: Number.parseFloat(shortTitle(reading)) }))
    .filter(({ value }) => Number.isFinite(value));
  const [latest, previous] = points;
  if (!latest || !previous) return 'the values cannot be compared as numbers';
  const { direction } = trendOf(
    name,
    points.filter(({ time }) => time),
  );
  return direction === 'too_few' ? difference(latest.value, previous.value) : TRENDS[direction];
}

function difference(now: number, then: number): string {
  return now === then ? 'the same as last time' : `${now > then ? 'higher' : 'lower'} than last time`;
}

function courseOf({ name, unit, points, reference_range: range, trend, change }: SeriesDigest): Course {
  const words = range ? rangeWords(range) : '';
  const [latest, ...older] = points.map(({ date, value, interpretation }): DescribedReading => {
    const title = `${name} ${amount(value, unit === name ? null : unit)}`;
    const standing = range ? standingOf({ interpretation }) : null;
    const line = standing ? `${title} is ${STANDING_WORDS[standing]} the usual range of ${words}` : title;
    return { name, title, line, standing, time: date };
  });
  const by =
    change && trend !== 'stable' && trend !== 'too_few'
      ? `, by about ${Math.abs(change.value)}${unit ? ` ${unit}` : ''} over ${change.days} days`
      : '';
  const all = latest ? [latest, ...older] : [];
  const way = trend === 'too_few' ? wayOf(name, all.slice(0, 2)) : `${TRENDS[trend]}${by}`;
  return { name, latest: latest as DescribedReading, older, way };
}

function standingOf({ interpretation }: Pick<SeriesDigest['points'][number], 'interpretation'>): Interpretation | null {
  return (interpretation as Interpretation | undefined) ?? null;
}

/** A series comes in its canonical unit; `unit` is the one that the person uses. */
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

/** Systolic and diastolic values as one series, matched by time; the worse of the two decides for the pair. */
function paired(digests: readonly SeriesDigest[]): SeriesDigest | null {
  const upper = digests.find(({ name }) => name === SYSTOLIC);
  const lower = digests.find(({ name }) => name === DIASTOLIC);
  if (!upper || !lower) return null;
  const points = upper.points.flatMap((point) => {
    const other = lower.points.find(({ date }) => date === point.date);
    if (!other) return [];
    const worse = worseOf(standingOf(point), standingOf(other));
    return [{ date: point.date, value: `${point.value}/${other.value}`, ...(worse && { interpretation: worse }) }];
  });
  if (points.length === 0) return null;
  const ranges =
    upper.reference_range && lower.reference_range ? pairedRange(upper.reference_range, lower.reference_range) : null;
  return { ...upper, name: 'Blood pressure', points, reference_range: ranges, total: points.length };
}

type Range = NonNullable<SeriesDigest['reference_range']>;

/** Only the text is used: a pair has no single number. */
function pairedRange(upper: Range, lower: Range): Range {
  const text = `${upper.low}/${lower.low} to ${upper.high}/${lower.high} ${upper.unit}`;
  return { unit: text, source: upper.source };
}

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

/** A converted value has more digits than were measured. */
function amount(value: number | string, unit: string | null): string {
  return `${typeof value === 'number' ? Number(value.toPrecision(4)) : value}${unit ? ` ${unit}` : ''}`;
}

function digestsIn(list: unknown): SeriesDigest[] {
  return Array.isArray(list) ? list.flatMap((one) => SeriesDigest.safeParse(one).data ?? []) : [];
}

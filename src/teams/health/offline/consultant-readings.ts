/** The readings of a message as lines: those of one kind together, with their average; weight and height with the body mass index. */
import { type DescribedReading, describe, join, shortTitle, toCanonical } from '../../../clinical/index.ts';

/** Judged together, as body mass index, and not by themselves. */
const SIZES = new Set(['Weight', 'Height']);

/** "On 3 May 2026", "in May 2026". */
function on(date: string): string {
  return `${/^\d{1,2} /.test(date) ? 'on' : 'in'} ${date}`;
}

/** Measurements that vary so much that an average says more than the last value. */
const SWINGS = new Set(['Blood pressure', 'Heart rate', 'Blood glucose', 'Fasting glucose']);

/** `dated` says a time in words. */
export function readingLines(readings: readonly DescribedReading[], dated: (time: string) => string): string[] {
  const kinds = new Map<string, DescribedReading[]>();
  for (const reading of readings) kinds.set(reading.name, [...(kinds.get(reading.name) ?? []), reading]);
  const lines = [...kinds.values()].map((series) => {
    const [only] = series;
    if (series.length > 1) return seriesLine(series, dated);
    const line = only && SIZES.has(only.name) ? only.title : (only?.line ?? '');
    return only?.time ? `${line}; measured ${on(dated(only.time))}.` : `${line}.`;
  });
  return [...lines, ...bodyMass(kinds)];
}

/** One reading that represents several of a kind: their average where it is meaningful, else the last. */
export function representativeOf(series: readonly DescribedReading[]): DescribedReading | null {
  const [first] = series;
  if (!first || series.length === 1) return first ?? null;
  const average = SWINGS.has(first.name) ? averageOf(series) : null;
  if (average) return { ...average, title: `${average.title} (average of ${series.length})` };
  return latestOf(series);
}

function latestOf(series: readonly DescribedReading[]): DescribedReading | null {
  if (!series.every(({ time }) => time)) return null;
  return series.toSorted((a, b) => Date.parse(a.time ?? '') - Date.parse(b.time ?? '')).at(-1) ?? null;
}

function averageOf(series: readonly DescribedReading[]): DescribedReading | null {
  const [first] = series;
  if (!first) return null;
  const numbers = series.map(amountOf);
  const unit = numbers[0]?.unit ?? '';
  if (numbers.some((one) => one === null || one.unit !== unit || one.values.length !== numbers[0]?.values.length))
    return null;
  const mean = (nth: number) =>
    numbers.reduce((sum, one) => sum + (one?.values[nth] ?? 0), 0) / Math.max(numbers.length, 1);
  const digits = first.title.includes('.') ? 1 : 0;
  const values = (numbers[0]?.values ?? []).map((_, nth) => Number(mean(nth).toFixed(digits)));
  const value = values.length === 1 ? values[0] : values.join('/');
  return describe([{ name: first.name, value, unit }])[0] ?? null;
}

/** "Blood pressure 145/92, 150/95 and 138/88 mmHg: on average 144/92 mmHg, which is above …" */
function seriesLine(series: readonly DescribedReading[], dated: (time: string) => string): string {
  const [first] = series;
  const latest = first && !SWINGS.has(first.name) ? latestOf(series) : null;
  if (latest?.time) {
    const before = series.filter((reading) => reading !== latest && reading.time);
    const listed = before.map((reading) => `${shortTitle(reading)} (${dated(reading.time ?? '')})`);
    const line = SIZES.has(latest.name) ? latest.title : latest.line;
    return `${line}; measured ${on(dated(latest.time))}. Before that: ${listed.join(', ')}.`;
  }
  const average = first && SWINGS.has(first.name) ? averageOf(series) : null;
  if (!first || !average) return series.map(({ line }) => `${line}.`).join(' ');
  const values = series.map((reading) => amountOf(reading)?.values.join('/') ?? '');
  const unit = amountOf(average)?.unit ?? '';
  const mean = average.line.slice(average.name.length).trim().replace(' is ', ', which is ');
  return `${first.name} ${join(values)} ${unit}: on average ${mean}.`;
}

function amountOf(reading: DescribedReading): { values: number[]; unit: string } | null {
  const found = /^([\d./]+)(?![\d./])\s*(.*)$/.exec(shortTitle(reading));
  const values = (found?.[1] ?? '').split('/').map(Number);
  return found && values.every(Number.isFinite) ? { values, unit: found[2] ?? '' } : null;
}

/** Weight in kg over height in m squared (WHO), of the last of each. */
export function bodyMassOf(readings: readonly DescribedReading[]): DescribedReading | null {
  const [weight, height] = ['Weight', 'Height'].map((name) => {
    const read = readings.find((reading) => reading.name === name);
    const amount = read && amountOf(read);
    return amount ? (toCanonical(name, amount.values[0] ?? Number.NaN, amount.unit)?.value ?? null) : null;
  });
  if (!weight || !height) return null;
  const value = Number((weight / (height / 100) ** 2).toFixed(1));
  return describe([{ name: 'Body mass index', value, unit: 'kg/m2' }])[0] ?? null;
}

function bodyMass(kinds: ReadonlyMap<string, DescribedReading[]>): string[] {
  const last = [...kinds.values()].flatMap((series) => series.slice(-1));
  const described = bodyMassOf(last);
  return described ? [`From these: ${described.line}.`] : [];
}

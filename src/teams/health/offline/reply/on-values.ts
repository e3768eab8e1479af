/** Values in words: where they stand, how they compare with the record, what they mean, and the body mass index that follows from them. */
import {
  amountOf,
  canonicalAmount,
  capital,
  compareValues,
  type DescribedReading,
  dateText,
  describe,
  differenceText,
  inSentence,
  isFever,
  join,
  lines,
  type Moment,
  readPeriod,
  STANDING_WORDS,
  saidDate,
  shortTitle,
  topicFacts,
  unique,
} from '../../../../clinical/index.ts';
import type { Asked } from './question.ts';
import type { Scene } from './scene.ts';
import { isOutside, wayOf } from './series.ts';
import type { Whom } from './whom.ts';

/** Judged together, as body mass index, and not by themselves. */
const SIZES: ReadonlySet<string> = new Set(['Weight', 'Height']);
/** Measurements that vary so much that an average says more than the last value. */
const SWINGS: ReadonlySet<string> = new Set(['Blood pressure', 'Heart rate', 'Blood glucose', 'Fasting glucose']);
/** More kinds than this are told in one sentence, without each one's range. */
const MAX_LINES = 2;
const MAX_EXPLAINED = 2;

/** The values of the message, against their ranges. */
export function stated({ said, moment, text }: Scene): string {
  const dated = (time: string) => saidDate(time, moment.timezone, text);
  const kinds = byName(said.readings);
  const index = bodyMassOf([...kinds.values()].flatMap((series) => series.slice(-1)));
  const from = index ? [`From these: ${index.line}.`] : [];
  if (kinds.size <= MAX_LINES) return lines(...[...kinds.values()].map((series) => kindLine(series, dated)), ...from);
  return lines(inShort([...kinds.values()].flatMap(representative), '', moment), ...from);
}

/** "BP 128/79 today": beside the one of the time that the message names, else the latest on record; whether that is better is not said. */
export function besideRecord({ said, courses, moment, text }: Scene): string {
  const names = unique(said.readings.map(({ name }) => name)).filter((name) =>
    courses.some((one) => one.name === name),
  );
  const period = names.length > 0 ? readPeriod(text, moment) : null;
  const found = names.flatMap((name) => {
    const course = courses.find((one) => one.name === name);
    const [now] = said.readings.filter((one) => one.name === name).slice(-1);
    const others = course ? [course.latest, ...course.older].filter((one) => !now || !isSame(one, now)) : [];
    const then = others.find(({ time = '' }) => period?.from && time >= period.from && time < (period.before ?? '~'));
    const before = then ?? others[0];
    const pair = now && before && compareValues(name, shortTitle(before), shortTitle(now));
    if (!now || !before || !pair) return [];
    const when = before.time ? ` (${dateText(before.time, moment.timezone)})` : '';
    const value = pair.converted ? `${shortTitle(before)}, which is ${pair.converted}` : shortTitle(before);
    const way = pair.by ? `${differenceText(pair)} than` : 'the same as';
    return [`${now.title} is ${way} ${then ? 'the value then' : 'the last on record'}, ${value}${when}.`];
  });
  return found.slice(0, MAX_LINES).join(' ');
}

function isSame(one: DescribedReading, other: DescribedReading): boolean {
  return one.title === other.title && one.time === other.time;
}

/** Values of another person; a child is not judged by the ranges of adults. */
export function ofSomeoneElse(readings: readonly DescribedReading[], whom: Whom): string {
  const name = whom.who === 'relative' ? whom.noun : 'somebody else';
  const isChild = whom.who === 'relative' && whom.child;
  const judged = readings.filter(({ standing }) => standing !== null);
  if (!isChild && judged.length > 0) return judged.map(({ line }) => `For ${name}: ${line}.`).join(' ');
  const fevers = readings.filter(isFever);
  return [
    `${readings.map(({ title }) => title).join(', ')} for ${name}.`,
    ...fevers.slice(0, 1).map(() => 'That is a fever: 38 °C (100.4 °F) or more.'),
    ...(isChild && fevers.length < readings.length
      ? ['My ranges are for adults, so I do not judge a child by them.']
      : []),
  ].join(' ');
}

/** What the values out of range measure and how they are read, from the tables. */
export function onMeaning({ readings, said, moment }: Scene): string {
  const outside = readings.filter(isOutside);
  const names = unique(outside.map(({ name }) => name));
  const known = names.flatMap((name) => {
    const facts = topicFacts(name);
    return facts?.what ? [`${name} is ${facts.what}${facts.care ? `; ${facts.care}` : ''} (${facts.source}).`] : [];
  });
  // Values in the message are judged by their own part.
  const judged = said.readings.length > 0 ? '' : inShort(outside, 'your latest ', moment);
  return lines(
    judged,
    ...known.slice(0, MAX_EXPLAINED),
    `What ${names.length > 1 ? 'they mean together' : 'it means'} for you is for a doctor to say, who can examine you.`,
  );
}

/** "What is my BMI?" where only weight and height are on record. */
export function bodyMassAnswer({ terms }: Asked, scene: Scene): string {
  const { said, view, moment } = scene;
  if (!terms.some(({ name }) => name === 'Body mass index')) return '';
  if (bodyMassOf(said.readings)) return stated(scene);
  const newest = [...SIZES].flatMap((name) => view.sections.observations.find((one) => one.name === name) ?? []);
  const from = describe(newest);
  const found = bodyMassOf(from);
  if (!found) return '';
  const parts = from.map(
    ({ title, time }) => `${inSentence(title)}${time ? ` (${dateText(time, moment.timezone)})` : ''}`,
  );
  return `From ${join(parts)} on your record: ${found.line}.`;
}

/** "X and Y are above the usual range; Z is within it." */
export function inShort(readings: readonly DescribedReading[], whose: string, { timezone }: Moment): string {
  const judged = readings.filter(({ standing }) => standing !== null);
  const name = (reading: DescribedReading) => {
    const when = whose && reading.time ? ` (${dateText(reading.time, timezone)})` : '';
    return `${inSentence(reading.title)}${when}`;
  };
  const parts = (['high', 'low', 'normal'] as const).flatMap((way) => {
    const here = judged.filter(({ standing }) => standing === way || standing === `critical-${way}`);
    if (here.length === 0) return [];
    const verb = here.length > 1 ? 'are' : 'is';
    return [`${whose}${join(unnamed(here.map(name)))} ${verb} ${STANDING_WORDS[way]} the usual range`];
  });
  return parts.length > 0 ? `${capital(parts.join('; '))}.` : '';
}

/** Treatment goals from guidelines, where the reference range for healthy people would mislead. */
export function treatmentGoals({ readings, diabetic, taken }: Scene): string {
  const isOut = (test: string) => readings.some((reading) => reading.name === test && isOutside(reading));
  if (taken.includes('Warfarin') && isOut('INR'))
    return 'The range for INR is that of people without warfarin. With it the goal is mostly 2 to 3 (NHS); yours is set by your clinic.';
  if (!isOut('HbA1c') || !diabetic()) return '';
  return 'The range for HbA1c is that of people without diabetes. For many adults who are treated for diabetes the goal is below 7 % (53 mmol/mol; American Diabetes Association); yours is set with your doctor.';
}

/** "Potassium 5.3 mmol/L and 5.7 mmol/L": the name once. */
function unnamed(titles: readonly string[]): string[] {
  const nameOf = (title = '') => title.replace(/ [<>≤≥]?\d.*/s, '');
  return titles.map((title, index) =>
    index > 0 && nameOf(title) === nameOf(titles[index - 1]) ? title.slice(nameOf(title).length + 1) : title,
  );
}

function byName(readings: readonly DescribedReading[]): Map<string, DescribedReading[]> {
  const kinds = new Map<string, DescribedReading[]>();
  for (const reading of readings) kinds.set(reading.name, [...(kinds.get(reading.name) ?? []), reading]);
  return kinds;
}

/** One reading that represents several of a kind: their average where it is meaningful, else the last. */
function representative(series: readonly DescribedReading[]): DescribedReading[] {
  const [first] = series;
  if (!first || series.length === 1) return [...series];
  const average = SWINGS.has(first.name) ? averageOf(series) : null;
  if (average) return [{ ...average, title: `${average.title} (average of ${series.length})` }];
  const latest = latestOf(series);
  return latest ? [latest] : [...series];
}

function kindLine(series: readonly DescribedReading[], dated: (time: string) => string): string {
  const [first] = series;
  if (!first) return '';
  const line = (reading: DescribedReading) => (SIZES.has(reading.name) ? reading.title : reading.line);
  const measured = ({ time }: DescribedReading) => (time ? `; measured ${on(dated(time))}` : '');
  if (series.length === 1) return `${line(first)}${measured(first)}.`;
  const average = SWINGS.has(first.name) ? averageOf(series) : null;
  if (average) {
    const values = series.map((reading) => amountOf(shortTitle(reading))?.values.join('/') ?? '');
    const mean = average.line.slice(average.name.length).trim().replace(' is ', ', which is ');
    return `${first.name} ${join(values)} ${amountOf(shortTitle(average))?.unit ?? ''}: on average ${mean}.`;
  }
  const latest = latestOf(series);
  if (!latest) return series.map((reading) => `${line(reading)}.`).join(' ');
  const before = series.filter((reading) => reading !== latest);
  const listed = before.map((reading) => `${shortTitle(reading)} (${dated(reading.time ?? '')})`);
  const way = wayOf(first.name, [latest, ...before.toReversed()]);
  return `${line(latest)}${measured(latest)}. Before that: ${listed.join(', ')}; ${way}.`;
}

/** "On 3 May 2026", "in May 2026". */
function on(date: string): string {
  return `${/^\d{1,2} /.test(date) ? 'on' : 'in'} ${date}`;
}

function latestOf(series: readonly DescribedReading[]): DescribedReading | null {
  if (!series.every(({ time }) => time)) return null;
  return series.toSorted((a, b) => Date.parse(a.time ?? '') - Date.parse(b.time ?? '')).at(-1) ?? null;
}

function averageOf(series: readonly DescribedReading[]): DescribedReading | null {
  const numbers = series.map((reading) => amountOf(shortTitle(reading)));
  const [first] = numbers;
  if (!first || numbers.some((one) => one?.unit !== first.unit || one.values.length !== first.values.length))
    return null;
  const digits = series[0]?.title.includes('.') ? 1 : 0;
  const mean = (nth: number) => numbers.reduce((sum, one) => sum + (one?.values[nth] ?? 0), 0) / numbers.length;
  const values = first.values.map((_, nth) => Number(mean(nth).toFixed(digits)));
  const value = values.length === 1 ? values[0] : values.join('/');
  return describe([{ name: series[0]?.name ?? '', value, unit: first.unit }])[0] ?? null;
}

/** Weight in kg over height in m squared (WHO), of the last of each. */
function bodyMassOf(readings: readonly DescribedReading[]): DescribedReading | null {
  const [weight, height] = ['Weight', 'Height'].map((name) => {
    const read = readings.find((reading) => reading.name === name);
    return read ? canonicalAmount(name, shortTitle(read)) : null;
  });
  if (!weight || !height) return null;
  const value = Number((weight / (height / 100) ** 2).toFixed(1));
  return describe([{ name: 'Body mass index', value, unit: 'kg/m2' }])[0] ?? null;
}

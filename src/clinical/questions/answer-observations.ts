/** Answers about measurements: value, unit, date, where it is in its range, and which way a series goes. */

import { fromCanonical, pressureText, rangeIn, rangeText, sourceText } from '../answers/range-words.ts';
import { DIASTOLIC, SYSTOLIC } from '../observations/observation-types.ts';
import { interpret, type Person, personAt, referenceRange, STANDING_WORDS, worseOf } from '../observations/ranges.ts';
import { dateText } from './date-words.ts';
import { elapsed } from './elapsed.ts';
import type { Period } from './period.ts';
import type { RecordQuestion } from './question.ts';
import { dayOf, type Reading } from './reading.ts';
import { capital, counted, inSentence, join, numberIn, type Row, textIn } from './rows.ts';
import { seriesSentence } from './series-words.ts';

const MOST_SHOWN = 12;

export function answerObservations(question: RecordQuestion, rows: readonly Row[]): string {
  const { intent, period, bound } = question;
  const said = inSentence(question.subject.said);
  const when = [bound?.words, period?.words].filter(Boolean).join(' ');
  const also = when ? ` ${when}` : '';
  if (intent === 'count') return countSentence(question, rows[0], also);
  if (rows.length === 0) return nothing(question, also);
  if (intent === 'average') return averages(rows, also);
  const readings = readingsOf(rows, question.moment.now);
  const dated = (reading: Reading) => `${reading.name} ${reading.amount} (${day(reading, question)})`;
  const alone = (reading: Reading) => `${reading.amount} (${day(reading, question)})`;
  const [first, ...others] = readings;
  if (!first) return nothing(question, also);
  switch (intent) {
    case 'highest':
    case 'lowest':
      return [
        `Your ${intent} ${inSentence(first.name)} on record${also} is ${first.amount}`,
        `(${day(first, question)}).${standingSentence(first)}`,
      ].join(' ');
    case 'trend':
      return byName(readings)
        .map((series) => {
          const { opening, compared } = against(series, question.against);
          return `${opening}${seriesSentence(compared, question.moment.timezone)}${standingSentence(series[0] ?? first, 'The latest')}`;
        })
        .join(' ');
    case 'range':
      return rangeAnswer(readings, question);
    case 'when': {
      const ago = first.time && !first.told ? `, ${elapsed(first.time, question.moment)}` : '';
      const when = `${first.told ? '' : 'from '}${day(first, question)}${ago}`;
      return `Your last ${said} on record is ${when}: ${join(readings.map(({ name, amount }) => `${name} ${amount}`))}.`;
    }
    case 'first':
      return `The first on record is ${dated(first)}.`;
    case 'latest':
      if (others.length === 0)
        return `Your latest ${inSentence(first.name)} is ${first.amount} (${day(first, question)}).${standingSentence(first)}`;
      return `Your latest values: ${shown(readings, dated)}.${readings.map((one) => standingSentence(one, capital(one.name))).join('')}`;
    default:
      return `${listOpening(question, readings, said, also)}: ${shown(readings, isOneKind(readings) ? alone : dated)}.`;
  }
}

/** The values since the time that is compared with; where these are fewer than two, what there was before it as well. */
function against(series: readonly Reading[], period: Period | undefined) {
  const since = period?.from ? series.filter(({ time = '' }) => time >= String(period.from)) : series;
  if (!period?.from || since.length > 1) return { opening: '', compared: since };
  const isThen = since.some(({ time = '' }) => time < (period.before ?? ''));
  const name = inSentence(series[0]?.name ?? '');
  const opening = isThen
    ? `The latest ${name} on record is itself from ${then(period)}, so it is compared with what came before. `
    : `There is no ${name} on record from ${then(period)}, so I compare what there is. `;
  return { opening: series.length > 1 ? opening : '', compared: series };
}

function then({ words }: Period): string {
  return words.replace(/^(?:in|during|from|on|of|for)\s/i, '');
}

function nothing({ subject }: RecordQuestion, also: string): string {
  return `Your record holds no ${inSentence(subject.said).replace(/ and (?=[^ ]+(?: [^ ]+)?$)/, ' or ')}${also}.`;
}

function isOneKind(readings: readonly Reading[]): boolean {
  return readings.every(({ name }) => name === readings[0]?.name);
}

/** "Your last three" gets what it asks for, and where there are fewer, it is said. */
function listOpening({ count }: RecordQuestion, readings: readonly Reading[], said: string, also: string): string {
  const many = counted(readings.length, 'value');
  if (!count || !isOneKind(readings)) return `Your record holds ${many} of ${said}${also}`;
  return readings.length < count
    ? `Your record holds only ${many} of ${said}${also}`
    : `Your last ${many} of ${said}${also}`;
}

/** Newest first, as they came; the two halves of a blood pressure of one moment are one reading. */
export function readingsOf(rows: readonly Row[], now: Date): Reading[] {
  const person = personIn(rows, now);
  const rest = [...rows];
  const readings: Reading[] = [];
  for (let row = rest.shift(); row; row = rest.shift()) {
    const name = textIn(row, 'name') ?? '';
    const other = name === SYSTOLIC ? DIASTOLIC : name === DIASTOLIC ? SYSTOLIC : null;
    const at = other ? rest.findIndex((one) => one.name === other && one.time === row?.time) : -1;
    const [partner] = at < 0 ? [] : rest.splice(at, 1);
    if (!partner) readings.push(readingOf(row, person));
    else readings.push(name === SYSTOLIC ? pairOf(row, partner, person) : pairOf(partner, row, person));
  }
  return readings;
}

function readingOf(row: Row, person: Person): Reading {
  const name = textIn(row, 'name') ?? '';
  const unit = textIn(row, 'unit');
  const canonical = numberIn(row, 'canonical_value');
  const range = referenceRange(name, person);
  const fits = canonical !== undefined && range !== null && textIn(row, 'canonical_unit') === range.unit;
  return {
    name,
    kind: name,
    amount: `${row.value ?? canonical ?? 'no value'}${unit && unit !== name ? ` ${unit}` : ''}`,
    time: textIn(row, 'time'),
    told: !textIn(row, 'measured'),
    standing: fits ? interpret(name, canonical, person) : null,
    range: fits ? rangeWords(name, unit ?? range.unit, person) : null,
    number: canonical ?? numberIn(row, 'value'),
    unit: textIn(row, 'canonical_unit') ?? unit,
  };
}

function rangeWords(name: string, unit: string, person: Person): string | null {
  const range = rangeIn(name, unit, person);
  return range && `the usual adult range of ${rangeText(range)} (${sourceText(range)})`;
}

function pairOf(systolic: Row, diastolic: Row, person: Person): Reading {
  const [upper, lower] = [readingOf(systolic, person), readingOf(diastolic, person)];
  const [range, systolicRange] = [pressureText(person), referenceRange(SYSTOLIC, person)];
  const unit = textIn(systolic, 'unit') ?? 'mmHg';
  return {
    ...upper,
    name: 'blood pressure',
    amount: `${systolic.value}/${diastolic.value} ${unit}`,
    standing: worseOf(upper.standing, lower.standing),
    range: range && systolicRange && `the usual adult range of ${range} (${sourceText(systolicRange)})`,
  };
}

function standingSentence({ standing, range }: Reading, what = 'That'): string {
  return standing && range ? ` ${what} is ${STANDING_WORDS[standing]} ${range}.` : '';
}

function rangeAnswer(readings: readonly Reading[], question: RecordQuestion): string {
  const line = (reading: Reading) =>
    `${reading.name} ${reading.amount} (${day(reading, question)}) is ${STANDING_WORDS[reading.standing ?? 'normal']} ${reading.range}`;
  const outside = readings.filter(({ standing }) => standing !== null && standing !== 'normal');
  const within = readings.filter(({ standing }) => standing === 'normal');
  const unknown = readings.filter(({ standing }) => standing === null);
  const parts = [
    ...outside.map((reading) => `${capital(line(reading))}.`),
    ...(outside.length === 0 && within.length > 1 ? ['None of the latest values is outside its usual range.'] : []),
    ...(question.subject.names.length > 0
      ? within.map((reading) => `${capital(line(reading))}.`)
      : within.length > 0
        ? [`Within their range: ${shown(within, ({ name, amount }) => `${name} ${amount}`)}.`]
        : []),
    ...(unknown.length > 0
      ? [`I have no range to compare these with: ${shown(unknown, ({ name, amount }) => `${name} ${amount}`)}.`]
      : []),
  ];
  return parts.join(' ');
}

function countSentence({ subject, moment }: RecordQuestion, row: Row | undefined, also: string): string {
  const count = numberIn(row, 'count') ?? 0;
  const last = row && textIn(row, 'last');
  const latest = last ? ` The last is from ${dateText(last, moment.timezone)}.` : '';
  const what =
    subject.names.length > 0 ? `${inSentence(subject.said)} ${count === 1 ? 'reading' : 'readings'}` : subject.said;
  return count === 0 ? `Your record holds no ${what}${also}.` : `Your record holds ${count} ${what}${also}.${latest}`;
}

/** A pressure is said as its pair. */
function averages(rows: readonly Row[], also: string): string {
  const [upper, lower] = [SYSTOLIC, DIASTOLIC].map((name) => rows.find((row) => row.name === name));
  if (!upper || !lower) return rows.map((row) => averageSentence(row, also)).join(' ');
  const mean = (row: Row) => Math.round(numberIn(row, 'average') ?? 0);
  const span = (row: Row) => `${row.lowest} to ${row.highest}`;
  const spread = `upper number ${span(upper)}, lower ${span(lower)}`;
  const count = counted(numberIn(upper, 'count') ?? 0, 'value');
  return `Your average blood pressure on record${also} is ${mean(upper)}/${mean(lower)} mmHg (${count}; ${spread}).`;
}

function averageSentence(row: Row, also: string): string {
  const name = textIn(row, 'name') ?? '';
  const count = numberIn(row, 'count') ?? 0;
  const [kept, given] = [textIn(row, 'unit') ?? '', textIn(row, 'given')];
  const back = given && given !== kept ? fromCanonical(name, kept, given) : null;
  const said = (column: string) => {
    const value = numberIn(row, column) ?? 0;
    return back ? back(value) : Number(value.toPrecision(4));
  };
  const spread = count > 1 ? `, from ${said('lowest')} to ${said('highest')}` : '';
  const average = `${said('average')} ${back ? given : kept}`;
  return `Your average ${inSentence(name)} on record${also} is ${average} (${counted(count, 'value')}${spread}).`;
}

function personIn([row]: readonly Row[], now: Date): Person {
  const [sex, birth_date] = row ? [textIn(row, 'sex'), textIn(row, 'birth_date')] : [];
  return personAt({ ...(sex && { sex }), ...(birth_date && { birth_date }) }, now);
}

function byName(readings: readonly Reading[]): Reading[][] {
  const series = new Map<string, Reading[]>();
  for (const reading of readings) series.set(reading.name, [...(series.get(reading.name) ?? []), reading]);
  return [...series.values()];
}

function shown(readings: readonly Reading[], line: (reading: Reading) => string): string {
  const listed = readings.slice(0, MOST_SHOWN).map(line).join('; ');
  return readings.length > MOST_SHOWN ? `${listed}; and ${readings.length - MOST_SHOWN} more` : listed;
}

function day(reading: Reading, { moment }: RecordQuestion): string {
  return dayOf(reading, moment.timezone);
}

/**
 * Readings that are dangerous by themselves. The limits are those at which guidelines ask for help at once, not the edges of
 * the reference ranges.
 *
 * Sources: blood pressure 180/120, AHA/ACC 2017; glucose 54 mg/dL, ADA level 2 hypoglycaemia, and 400 mg/dL, usual
 * sick-day advice; oxygen saturation 90 %, WHO; temperature 40 °C and 35 °C, NHS and CDC; potassium 6.5 and 2.5 mmol/L,
 * European Resuscitation Council 2021; sodium 120 and 160 mmol/L and haemoglobin 7 g/dL, common critical-value lists.
 */

import { isAsserted, namesPerson, type Span } from './assertion.ts';
import { EMERGENCY } from './families.ts';

type Limit = { below?: number; from?: number };
type Reading = {
  name: string;
  /** What the number is called, then at most a few words, then the number and its unit. */
  words: string;
  /** Numbers outside are another thing: a date, a dose, a typing slip. */
  plausible: readonly [number, number];
  units: string;
  toCanonical?(value: number, unit: string): number;
  limit: Limit;
};

const F_TO_C = (value: number, unit: string) => (/f/i.test(unit) || value > 80 ? ((value - 32) * 5) / 9 : value);

const READINGS: readonly Reading[] = [
  {
    name: 'oxygen saturation',
    words:
      'spo2|sp02|o2 sat\\w*|o2(?: level)?(?= (?:is|was|at|of|only|down|dropped|reads?|d))|oxygen(?: saturation| levels?| sat\\w*| reading)?|pulse ox\\w*|saturation|sats',
    plausible: [40, 100],
    units: '%|percent',
    limit: { below: 90 },
  },
  {
    name: 'blood glucose',
    words:
      '(?:blood |fasting )*glucose(?: levels?| reading)?|(?:blood|fasting|my|his|her) sugars?(?: levels?| reading)?|sugars? (?:levels?|reading|is|was|of)|sugar(?= \\d)',
    plausible: [10, 1500],
    units: 'mg ?\\/ ?dl|mmol(?: ?\\/ ?l)?',
    toCanonical: (value, unit) => (/mmol/i.test(unit) || (unit === '' && value < 35) ? value * 18 : value),
    limit: { below: 54, from: 400.5 },
  },
  {
    name: 'body temperature',
    words: '(?:body )?temp(?:erature)?|fever(?! ?(?:for|since))',
    plausible: [28, 44],
    units: '° ?[cf]?|degrees(?: [cf]\\w*)?|[cf]\\b|celsius|fahrenheit',
    toCanonical: F_TO_C,
    limit: { below: 35, from: 40 },
  },
  {
    name: 'potassium',
    words: 'potassium|k\\+|(?<=^|[,;.] ?|and )k(?= (?:is |was |of )?\\d)',
    plausible: [1, 12],
    units: 'mmol(?: ?\\/ ?l)?|meq(?: ?\\/ ?l)?',
    limit: { below: 2.5, from: 6.5 },
  },
  {
    name: 'sodium',
    words: '(?:serum |blood )?sodium',
    plausible: [90, 200],
    units: 'mmol(?: ?\\/ ?l)?|meq(?: ?\\/ ?l)?',
    limit: { below: 120, from: 160 },
  },
  {
    name: 'haemoglobin',
    words: 'h(?:a)?emoglobin|hgb|\\bhb',
    plausible: [2, 25],
    units: 'g ?\\/ ?dl|g ?\\/ ?l',
    toCanonical: (value, unit) => (/l$/i.test(unit) && !/d/i.test(unit) ? value / 10 : value),
    limit: { below: 7 },
  },
  {
    name: 'resting heart rate',
    words: '(?:resting )?(?:heart rate|pulse(?! ox)|(?<!\\d ?)hr)',
    plausible: [15, 300],
    units: 'bpm|beats(?: per minute| a minute)?',
    limit: { below: 40, from: 150 },
  },
];

const BLOOD_PRESSURE = /\b(\d{2,3}) ?(?:\/|over) ?(\d{2,3})\b/gi;
const PRESSURE_WORD = /\b(?:bp|blood pressure|pressure|mm ?hg|systolic|hypertens\w+)\b/i;
const THRESHOLD =
  /(?:above|over|below|under|less than|greater than|more than|higher than|lower than|at least|exceeds?|[<>≥≤]=?) ?$/i;
const NOT_A_BODY =
  /\b(?:outside|weather|oven|room|water|sous vide|battery|car|cpu|gpu|exercis\w*|running|workout|max(?:imum)?|target|goal|per serving|milligrams|intake|diet|coffee|tea|teaspoons?)\b/i;

/** "What is …", "the threshold for …": the sentence is about limits, not about a reading. */
const TEXTBOOK = /\b(?:what (?:does|is|are)|define|normal range|criteria|threshold|guideline)/i;
const OPENS_AS_QUESTION = /^\s*(?:is|are|would|does|can|could|should)\b/i;
/** "a 105 fever": the one reading that people put before its name. */
const FEVER_BEHIND = /(?<![\d.,/-])(\d{2,3}(?:\.\d)?) ?(?:°|degrees?)? ?([cf])? fever\b/gi;

const PATTERNS: readonly (readonly [Reading, RegExp])[] = READINGS.map((reading) => [
  reading,
  new RegExp(
    `(?<![\\w-])(?:${reading.words})(?![\\w-])([^\\d.?!\\n]{0,32}?)(?<![\\d./-])(\\d{1,4}(?:[.,]\\d+)?)(?![\\d/]|[.,]\\d| ?(?:mg|mcg|tablets?|times|years?|days?|weeks?|hours?|minutes|months?|pm|am)\\b(?! ?\\/))\\s?(${reading.units})?`,
    'gi',
  ),
]);

export type CriticalValue = Span & { advice: string };

export function criticalValues(text: string): CriticalValue[] {
  const found = [
    ...pressures(text),
    ...fevers(text),
    ...PATTERNS.flatMap(([reading, pattern]) => readings(text, reading, pattern)),
  ];
  return found
    .filter((value) => isRead(text, value))
    .map(({ name, start, end }) => ({ start, end, advice: adviceOn(name) }));
}

/** `numberAt` is where the number itself begins. */
type Found = Span & { name: string; numberAt: number };

function pressures(text: string): Found[] {
  if (!PRESSURE_WORD.test(text)) return [];
  return [...text.matchAll(BLOOD_PRESSURE)].flatMap((match) => {
    const systolic = Number(match[1]);
    const diastolic = Number(match[2]);
    const isPressure = systolic > diastolic && systolic >= 60 && systolic <= 300 && diastolic >= 30 && diastolic <= 200;
    if (!isPressure || (systolic < 180 && diastolic < 120)) return [];
    return [{ name: 'blood pressure', start: match.index, end: match.index + match[0].length, numberAt: match.index }];
  });
}

function fevers(text: string): Found[] {
  return [...text.matchAll(FEVER_BEHIND)].flatMap((match) => {
    const celsius = F_TO_C(Number(match[1]), match[2] ?? '');
    if (celsius < 40 || celsius > 44) return [];
    return [
      { name: 'body temperature', start: match.index, end: match.index + match[0].length, numberAt: match.index },
    ];
  });
}

function readings(text: string, reading: Reading, pattern: RegExp): Found[] {
  return [...text.matchAll(pattern)].flatMap((match) => {
    const [whole, between = '', digits = '', unit = ''] = match;
    const number = Number(digits.replace(',', '.'));
    const value = reading.toCanonical ? reading.toCanonical(number, unit) : number;
    const [least, most] = reading.plausible;
    const { below = Number.NEGATIVE_INFINITY, from = Number.POSITIVE_INFINITY } = reading.limit;
    if (value < least || value > most || (value >= below && value < from)) return [];
    if (NOT_A_BODY.test(between) || NOT_A_BODY.test(text.slice(Math.max(0, match.index - 25), match.index))) return [];
    const numberAt = match.index + whole.lastIndexOf(digits);
    return [{ name: reading.name, start: match.index, end: match.index + whole.trimEnd().length, numberAt }];
  });
}

/** A reading that somebody has, and not a limit that somebody reads about. A question is no excuse: "Is 190/125 bad?". */
function isRead(text: string, found: Found): boolean {
  if (namesPerson(text, found.start)) return isAsserted(text, found);
  if (THRESHOLD.test(text.slice(0, found.numberAt)) || TEXTBOOK.test(text)) return false;
  const stated = text.replace(OPENS_AS_QUESTION, (word) => ' '.repeat(word.length));
  return isAsserted(stated, found);
}

function adviceOn(name: string): string {
  return `The ${name} you give is at a level that needs help at once. If the reading is right, ${EMERGENCY}; if you feel well, measure again now and call a doctor today whatever it shows.`;
}

/**
 * Readings that are dangerous by themselves. The limits are those at which guidelines ask for help at once, not the edges of
 * the reference ranges.
 *
 * Sources: blood pressure 180/120, AHA/ACC 2017; glucose 54 mg/dL, ADA level 2 hypoglycaemia, and 400 mg/dL, usual
 * sick-day advice; oxygen saturation 90 %, WHO; temperature 40 °C and 35 °C, NHS and CDC; potassium 6.5 and 2.5 mmol/L,
 * European Resuscitation Council 2021; sodium 120 and 160 mmol/L and haemoglobin 7 g/dL, common critical-value lists.
 */

import { isAsserted, namesPerson, type Span } from './red-flags-assertion.ts';
import { EMERGENCY } from './red-flags-families.ts';

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
      'spo2|sp02|o2 sat\\w*|o2 level|oxygen(?: saturation| levels?| sat\\w*| reading)?|pulse ox\\w*|saturation|sats',
    plausible: [40, 100],
    units: '%|percent',
    limit: { below: 90 },
  },
  {
    name: 'blood glucose',
    words:
      '(?:blood |fasting )*glucose(?: levels?| reading)?|(?:blood|fasting|my|his|her) sugars?(?: levels?| reading)?|sugar (?:levels?|reading|is|was)',
    plausible: [10, 1500],
    units: 'mg ?\\/ ?dl|mmol(?: ?\\/ ?l)?',
    toCanonical: (value, unit) => (/mmol/i.test(unit) || (unit === '' && value < 35) ? value * 18 : value),
    limit: { below: 54, from: 400.5 },
  },
  {
    name: 'body temperature',
    words: '(?:body )?temp(?:erature)?|fever',
    plausible: [28, 44],
    units: '° ?[cf]?|degrees(?: [cf]\\w*)?|[cf]\\b|celsius|fahrenheit',
    toCanonical: F_TO_C,
    limit: { below: 35, from: 40 },
  },
  {
    name: 'potassium',
    words: 'potassium|k\\+',
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

export type CriticalValue = Span & { name: string; advice: string };

export function criticalValues(text: string): CriticalValue[] {
  return [...pressures(text), ...READINGS.flatMap((reading) => readings(text, reading))].filter((found) =>
    isRead(text, found),
  );
}

function pressures(text: string): CriticalValue[] {
  if (!PRESSURE_WORD.test(text)) return [];
  return [...text.matchAll(BLOOD_PRESSURE)].flatMap((match) => {
    const systolic = Number(match[1]);
    const diastolic = Number(match[2]);
    const isPressure = systolic > diastolic && systolic >= 60 && systolic <= 300 && diastolic >= 30 && diastolic <= 200;
    if (!isPressure || (systolic < 180 && diastolic < 120)) return [];
    return [critical('blood pressure', match.index, match[0])];
  });
}

function readings(text: string, reading: Reading): CriticalValue[] {
  const pattern = new RegExp(
    `(?<![\\w-])(?:${reading.words})(?![\\w-])([^\\d.?!\\n]{0,32}?)(?<![\\d./-])(\\d{1,4}(?:[.,]\\d+)?)(?![\\d/]|[.,]\\d| ?(?:mg|mcg|tablets?|times|years?|days?|weeks?|hours?|minutes|months?|pm|am)\\b(?! ?\\/))\\s?(${reading.units})?`,
    'gi',
  );
  return [...text.matchAll(pattern)].flatMap((match) => {
    const number = Number((match[2] ?? '').replace(',', '.'));
    const value = reading.toCanonical ? reading.toCanonical(number, match[3] ?? '') : number;
    const [least, most] = reading.plausible;
    const { below, from } = reading.limit;
    if (value < least || value > most) return [];
    if (!(below !== undefined && value < below) && !(from !== undefined && value >= from)) return [];
    if (NOT_A_BODY.test(match[1] ?? '') || NOT_A_BODY.test(text.slice(Math.max(0, match.index - 25), match.index)))
      return [];
    return [critical(reading.name, match.index, match[0].trimEnd())];
  });
}

/** A reading that somebody has, and not a limit that somebody reads about. A question is no excuse: "Is 190/125 bad?". */
function isRead(text: string, found: CriticalValue): boolean {
  const number = /\d[\d.,/ ]*\D*$/.exec(text.slice(found.start, found.end));
  const beforeNumber = text.slice(0, found.start + (number?.index ?? 0));
  if (namesPerson(text, found.start)) return isAsserted(text, found);
  return (
    !THRESHOLD.test(beforeNumber) &&
    !/\b(?:what (?:does|is|are)|define|normal range|criteria|threshold|guideline)/i.test(text) &&
    isAsserted(
      `${text.slice(0, found.start).replace(/^\s*(?:is|are|would|does|can|could|should)\b/i, (word) => ' '.repeat(word.length))}${text.slice(found.start)}`,
      found,
    )
  );
}

function critical(name: string, start: number, matched: string): CriticalValue {
  return {
    name,
    start,
    end: start + matched.length,
    advice: `The ${name} you give is at a level that needs help at once. If the reading is right, ${EMERGENCY}; if you feel well, measure again now and call a doctor today whatever it shows.`,
  };
}

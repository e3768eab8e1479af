/** How the four sets of the quantities scorer write down what they expect, brought into one form. */
import { z } from 'zod';
import type { Dimension } from '../../src/clinical/quantities/dimensions.ts';
import type { Quantity } from '../../src/clinical/quantities/find-quantities.ts';
import { readUnitAt } from '../../src/clinical/quantities/read-unit.ts';

export type GoldQuantity = { start: number; end: number; numbers: number[]; unit?: string; dimension: Dimension };
export type Judged = {
  text: string;
  quantities: GoldQuantity[];
  /** Whether the annotators of this row would have marked such a find. */
  marks(find: Quantity): boolean;
};

type Set = { name: string; set: string; read(row: unknown): Judged | null };

const EVERYTHING = () => true;

/** The sets count characters; a string here counts some of them twice. */
function inString(text: string, offset: number): number {
  return [...text].slice(0, offset).join('').length;
}

// --- Recognizers-Text: each row comes from the test file of one recognizer

const recognizersRow = z.object({
  text: z.string(),
  source: z.string(),
  quantities: z.array(
    z.object({
      start: z.number(),
      end: z.number(),
      type: z.string(),
      value: z.string().nullish(),
      unit: z.string().nullish(),
    }),
  ),
});
const RECOGNIZED: Readonly<Record<string, readonly Dimension[]>> = {
  Dimension: ['mass', 'length', 'volume', 'speed'],
  Temperature: ['temperature'],
  Age: ['time'],
};

function recognizers(data: unknown): Judged | null {
  const row = recognizersRow.parse(data);
  const marked = RECOGNIZED[row.source.split(' ').at(-1) ?? ''];
  if (!marked) return null;
  const quantities = row.quantities.flatMap((one): GoldQuantity[] => {
    if (one.value == null || !one.unit) return [];
    const temperature = one.type === 'temperature';
    // "Age" is its unit where nothing but "aged 5" is said.
    const unit = temperature
      ? one.unit === 'Degree'
        ? 'deg'
        : `°${one.unit}`
      : one.unit === 'Age'
        ? 'year'
        : tonne(one.unit, row.text.slice(one.start, one.end));
    const dimension = temperature ? 'temperature' : dimensionOfName(unit.toLowerCase());
    return [
      {
        start: one.start,
        end: one.end,
        numbers: [Number(one.value)],
        unit: temperature ? unit : unit.toLowerCase(),
        dimension,
      },
    ];
  });
  return { text: row.text, quantities, marks: ({ dimension }) => marked.includes(dimension) };
}

/** There, a tonne is called a ton. */
function tonne(unit: string, written: string): string {
  return unit === 'Ton' && /tonne/i.test(written) ? 'tonne' : unit;
}

// --- duckling: the phrase is the whole text

const ducklingRow = z.object({ id: z.string(), text: z.string(), dimension: z.string(), expected: z.string() });
const DUCKLING: Readonly<Record<string, Dimension>> = {
  temperature: 'temperature',
  volume: 'volume',
  distance: 'length',
  quantity: 'mass',
  duration: 'time',
};
/** 15.5 minutes are expected to be 3,630 seconds: the value of another line of the source, carried over when the set was made. */
const MISPRINT = /^15\.5 min/;

function duckling(data: unknown): Judged | null {
  const row = ducklingRow.parse(data);
  if (!DUCKLING[row.dimension] || MISPRINT.test(row.text)) return null;
  const words = row.expected.replace(/^DurationData/, 'simple').replace(/\((-?[\d.]+)\)/g, '$1');
  const found = /^(?:simple|between|above|under)\s+(.*)$/.exec(words)?.[1] ?? '';
  const unit = /[A-Z][a-z]+/.exec(found)?.[0].toLowerCase() ?? '';
  if (unit === 'unnamed') return null;
  const numbers = [...found.replace(/\(Just.*|Nothing.*/, '').matchAll(/-?[\d.]+/g)].map(Number);
  const dimension = unit === 'cup' ? 'volume' : unit === 'quarter' ? 'time' : (DUCKLING[row.dimension] as Dimension);
  const named = unit === 'degree' ? 'deg' : unit;
  return {
    text: row.text,
    quantities: [{ start: 0, end: row.text.length, numbers, unit: named, dimension }],
    marks: EVERYTHING,
  };
}

// --- quantulum3

const quantulumRow = z.object({
  text: z.string(),
  quantities: z.array(
    z.object({ value: z.number(), unit: z.string(), surface: z.string(), uncertainty: z.number().nullish() }),
  ),
});

function quantulum(data: unknown): Judged {
  const row = quantulumRow.parse(data);
  let from = 0;
  const quantities = row.quantities.map((one): GoldQuantity => {
    const start = Math.max(row.text.indexOf(one.surface, from), 0);
    from = start + one.surface.length;
    // A range is written there as its middle and half its width, like a tolerance.
    const range = one.uncertainty && !/±|\+\/-/.test(one.surface);
    const numbers = one.uncertainty
      ? range
        ? [one.value - one.uncertainty, one.value + one.uncertainty]
        : [one.value, one.uncertainty]
      : [one.value];
    return { start, end: from, numbers, unit: one.unit, dimension: dimensionOfName(one.unit) };
  });
  return { text: row.text, quantities, marks: EVERYTHING };
}

// --- grobid-quantities: scientific papers

const grobidRow = z.object({
  text: z.string(),
  quantities: z.array(
    z.object({
      type: z.string(),
      start: z.number(),
      end: z.number(),
      nums: z.array(z.object({ text: z.string(), type: z.string().nullish() })),
      units: z.array(z.object({ unit_type: z.string().nullish(), unit: z.string().nullish() })),
    }),
  ),
});
const GROBID: Readonly<Record<string, Dimension>> = {
  FRACTION: 'fraction',
  TIME: 'time',
  LENGTH: 'length',
  TEMPERATURE: 'temperature',
  FREQUENCY: 'rate',
  VOLUME: 'volume',
  CONCENTRATION: 'concentration',
  DENSITY: 'concentration',
  MASS: 'mass',
  VELOCITY: 'speed',
  PRESSURE: 'pressure',
  AMOUNT_OF_SUBSTANCE: 'amount',
  ENERGY: 'energy',
  VOLUME_FLOW_RATE: 'flow',
  VO2_MAX: 'flow',
  ACIDITY: 'acidity',
  ANGLE: 'angle',
};

function grobid(data: unknown): Judged {
  const row = grobidRow.parse(data);
  if (/[\u{10000}-\u{10ffff}]/u.test(row.text)) {
    for (const one of row.quantities)
      [one.start, one.end] = [inString(row.text, one.start), inString(row.text, one.end)];
  }
  // Spectra: lists of several units that the export ran into one another. Nothing can be compared inside them.
  const tangled = row.quantities.filter(({ units }) =>
    units.some(({ unit_type: kind }) => kind === 'value' || kind === 'interval'),
  );
  const quantities = row.quantities
    .filter((one) => !tangled.includes(one))
    .flatMap((one): GoldQuantity[] => {
      const unit = one.units[0];
      const values = one.nums.map(({ text }) => grobidNumber(text));
      // "Within years", "room temperature": no number, no quantity.
      if (!unit?.unit_type || values.length === 0 || values.some(Number.isNaN)) return [];
      const written = unit.unit ?? row.text.slice(one.start, one.end).replace(/^.*\d\s*/, '');
      const parsed = readUnitAt(grobidUnit(written), 0);
      const named = GROBID[unit.unit_type] ?? 'other';
      // Its kinds are coarser than ours: kg/mm² is "pressure", ppm a "concentration". Where we read the unit, its dimension decides.
      const dimension =
        parsed && parsed.end >= written.length && named !== 'angle' && named !== 'temperature'
          ? parsed.dimension
          : named;
      const shared = { dimension, ...(parsed ? { unit: grobidUnit(written) } : {}) };
      // "30 minutes to 20 hours": each end in its own unit.
      const last = one.units.length === 2 && values.length === 2 ? readUnitAt(grobidUnit(one.units[1]?.unit), 0) : null;
      if (last && parsed && last.factor !== parsed.factor)
        values[1] = ((values[1] as number) * last.factor) / parsed.factor;
      if (one.type !== 'list') return [{ start: one.start, end: one.end, numbers: values, ...shared }];
      // Each number of a list is a quantity of its own.
      let from = one.start;
      return one.nums.map(({ text }, index) => {
        const start = row.text.indexOf(text, from);
        from = start + text.length;
        const kind = one.units[index]?.unit;
        return {
          start,
          end: from,
          numbers: [values[index] as number],
          ...shared,
          ...(kind ? { unit: grobidUnit(kind) } : {}),
        };
      });
    });
  const inside = ({ start, end }: Quantity) => tangled.some((one) => start < one.end && one.start < end);
  return { text: row.text, quantities, marks: (find) => !inside(find) };
}

/** There, a dot multiplies: "km.s^-1". */
function grobidUnit(written: string | null | undefined): string {
  return String(written ?? '').replace(/\.(?=[a-z])/gi, '·');
}

const WORDS = [
  'zero',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
];

/** As the papers print them: "1,458", "0,05", "5 x 10-5", "10 −7", "twenty". */
function grobidNumber(text: string): number {
  const plain = text.trim().toLowerCase().replace(/[−–]/g, '-').replace(/^\+/, '');
  // "(n = 37, 55%)" was marked as one number; the share is its last part.
  if (/^\d+, \d+$/.test(plain)) return Number(plain.split(', ')[1]);
  const word = WORDS.indexOf(plain);
  if (word >= 0) return word;
  const named: Record<string, number> = {
    an: 1,
    a: 1,
    few: 3,
    several: 4,
    half: 0.5,
    fifteen: 15,
    twenty: 20,
    thirty: 30,
    forty: 40,
    fifty: 50,
    'twenty-four': 24,
  };
  if (named[plain] !== undefined) return named[plain];
  const power = /^(?:(-?[\d.]+)\s*[x×·*]\s*)?10\s*\^?\s*(-?\d{1,2})$/.exec(plain);
  if (power && (power[1] || /[\s-]/.test(plain.slice(2)))) return Number(power[1] ?? 1) * 10 ** Number(power[2]);
  if (/^-?\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(plain) && !/^0,/.test(plain)) return Number(plain.replace(/,/g, ''));
  return Number(plain.replace(',', '.').replace(/\s/g, ''));
}

function dimensionOfName(name: string): Dimension {
  const read = readUnitAt(name, 0);
  return read && read.end === name.length ? read.dimension : 'other';
}

export const SETS: readonly Set[] = [
  { name: 'recognizers', set: 'extraction/recognizers', read: recognizers },
  { name: 'duckling', set: 'extraction/duckling', read: duckling },
  { name: 'quantulum', set: 'extraction/quantulum', read: quantulum },
  { name: 'grobid', set: 'extraction/grobid', read: grobid },
];

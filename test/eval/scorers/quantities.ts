/**
 * Numbers with units, on four public sets. What counts as medical is a rule by dimension (MEDICAL below) and not by what we can
 * read: all that is weighed, measured, timed, counted or dosed on a body is in, whatever the size, so a mile and a parsec are lengths
 * like a millimetre. Money, data, area, angle, power, electricity and magnetism are out.
 *
 * A find matches a gold quantity if they overlap and measure the same dimension. Its value is right if number and unit together mean
 * the same, both ends of a range included. Each set is judged only for what its annotators marked (Recognizers marks dimensions in one
 * file, temperatures in another, never percentages), so a find of another dimension is neither right nor wrong there.
 */
import { convertUcum } from '../../../src/clinical/quantities/convert.ts';
import type { Dimension } from '../../../src/clinical/quantities/dimensions.ts';
import { findQuantities, type Quantity } from '../../../src/clinical/quantities/find-quantities.ts';
import { readUnitAt } from '../../../src/clinical/quantities/read-unit.ts';
import { type GoldQuantity, type Judged, SETS } from '../quantity-sets.ts';
import type { Confusion, Score, Scorer } from '../scorer.ts';

export const MEDICAL: ReadonlySet<Dimension> = new Set<Dimension>([
  'mass',
  'length',
  'volume',
  'time',
  'temperature',
  'pressure',
  'amount',
  'concentration',
  'fraction',
  'energy',
  'activity',
  'rate',
  'flow',
  'dose',
  'speed',
  'acidity',
]);

/** Duckling and quantulum round; a thousandth is no other value. */
const TOLERANCE = 1e-3;

type Tally = { gold: number; found: number; matched: number; values: number };

export const quantitiesScorer: Scorer = {
  name: 'quantities',
  sets: SETS.map(({ set }) => set),
  targets: { 'quantities.f1': { target: 0.9 }, 'quantities.value': { target: 0.98 } },
  async run(data) {
    const scores: Score[] = [];
    const confusions: Confusion[] = [];
    const all: Tally = { gold: 0, found: 0, matched: 0, values: 0 };
    for (const { name, set, read } of SETS) {
      const tally: Tally = { gold: 0, found: 0, matched: 0, values: 0 };
      await data.judge<unknown, void>(set, (row) => {
        const judged = read(row);
        if (judged) confusions.push(...judge(judged, tally, `quantities.${name}`));
      });
      scores.push(...figures(`quantities.${name}`, tally));
      for (const key of ['gold', 'found', 'matched', 'values'] as const) all[key] += tally[key];
    }
    scores.push(...figures('quantities', all));
    return { scores, confusions };
  },
};

function judge(row: Judged, tally: Tally, score: string): Confusion[] {
  const confusions: Confusion[] = [];
  const finds = findQuantities(row.text).filter((find) => MEDICAL.has(find.dimension) && row.marks(find));
  const gold = row.quantities.filter((one) => MEDICAL.has(one.dimension));
  const used = new Set<Quantity>();
  const around = (start: number, end: number) => row.text.slice(Math.max(0, start - 40), end + 30).replace(/\s+/g, ' ');
  for (const one of gold) {
    tally.gold += 1;
    const find = finds
      .filter((candidate) => !used.has(candidate) && sameDimension(candidate, one))
      .map((candidate) => ({
        candidate,
        shared: Math.min(candidate.end, one.end) - Math.max(candidate.start, one.start),
      }))
      .filter(({ shared }) => shared > 0)
      .sort((a, b) => b.shared - a.shared)[0]?.candidate;
    if (!find) {
      confusions.push({ score: `${score}.f1`, expected: shown(one), got: 'nothing', text: around(one.start, one.end) });
      continue;
    }
    used.add(find);
    tally.matched += 1;
    if (sameValue(find, one)) tally.values += 1;
    else
      confusions.push({
        score: `${score}.value`,
        expected: shown(one),
        got: `${find.text} = ${numbers(find)} ${find.ucum}`,
        text: around(one.start, one.end),
      });
  }
  tally.found += finds.length;
  for (const find of finds) {
    if (used.has(find)) continue;
    confusions.push({
      score: `${score}.f1`,
      expected: 'nothing',
      got: `${find.text} (${find.dimension})`,
      text: around(find.start, find.end),
    });
  }
  return confusions;
}

function sameDimension(find: Quantity, one: GoldQuantity): boolean {
  // Where the gold has no unit of its own, its kind is all that can be compared; a "degree" may be of either scale.
  return find.dimension === one.dimension;
}

function sameValue(find: Quantity, one: GoldQuantity): boolean {
  const got = numbers(find);
  const unit = one.unit && readUnitAt(one.unit, 0);
  const code = unit ? unit.ucum : (find.ucum ?? '1');
  const ours = code === 'deg' ? code : (find.ucum ?? '1');
  // Codes that are not converted are compared by the factors that were read with them.
  const known = !unit || convertUcum(1, code, code) !== null;
  const wanted = unit && !known ? one.numbers.map((value) => value * unit.factor) : one.numbers;
  const given = got.map((value) => (known ? (convertUcum(value, ours, code) ?? value) : value * find.factor));
  if (wanted.length !== given.length) return false;
  const sorted = (values: number[]) => [...values].sort((a, b) => a - b);
  return sorted(wanted).every((value, index) => {
    const other = sorted(given)[index] as number;
    return Math.abs(value - other) <= TOLERANCE * Math.max(Math.abs(value), Math.abs(other), 1e-30);
  });
}

function numbers(find: Quantity): number[] {
  if (find.value === undefined) return [find.low as number, find.high as number];
  return find.tolerance === undefined ? [find.value] : [find.value, find.tolerance];
}

function shown({ numbers: values, unit, dimension }: GoldQuantity): string {
  return `${values.join('..')} ${unit ?? ''} (${dimension})`;
}

function figures(name: string, { gold, found, matched, values }: Tally): Score[] {
  const precision = matched / Math.max(1, found);
  const recall = matched / Math.max(1, gold);
  const f1 = (2 * precision * recall) / Math.max(1e-9, precision + recall);
  const score = (measure: string, value: number, count: number): Score => ({
    name: `${name}.${measure}`,
    value,
    count,
  });
  return [
    score('precision', precision, found),
    score('recall', recall, gold),
    score('f1', f1, gold),
    score('value', values / Math.max(1, matched), matched),
  ];
}

/**
 * Medicines as lists write them, and doses as people type them into a form. RxNorm's strings are right if ingredient, strength and
 * unit all are; its other spellings of the same product are judged by strength alone, since they may name another salt. PsyTAR's
 * fields have no gold but are so plain that what they say can be read off them by position.
 */
import { termNamed } from '../../../src/clinical/vocabulary/find-terms.ts';
import type { MentionInput } from '../../../src/record/mention.ts';
import type { Reader } from '../reader.ts';
import type { DataFolder } from '../rows.ts';
import type { Confusion, Score, Scored, Scorer } from '../scorer.ts';

const RXNORM = 'extraction/rxnorm';
const PSYTAR = 'extraction/psytar_posts';

type DrugRow = { text: string; variants: string[]; ingredient: string; strength: number; unit: string };
type PostRow = { drug: string; dosage_duration: string };
type Tally = { right: number; count: number };

export const medicationsScorer: Scorer = {
  name: 'medications',
  sets: [RXNORM, PSYTAR],
  targets: { 'rxnorm.all': { target: 0.95 } },
  async run(data, reader): Promise<Scored> {
    const parts = [await drugStrings(data, reader), await lines(data, reader)];
    return { scores: parts.flatMap(({ scores }) => scores), confusions: parts.flatMap(({ confusions }) => confusions) };
  },
};

async function drugStrings(data: DataFolder, reader: Reader): Promise<Scored> {
  const tallies = new Map<string, Tally>();
  const confusions: Confusion[] = [];
  await data.judge<DrugRow, void>(RXNORM, async ({ text, variants, ingredient, strength, unit }) => {
    const got = medicineOf(await reader.extract(text));
    const named = got !== undefined && sameIngredient(ingredient, got.name);
    const [value, inUnit] = [got?.value === strength, sameUnit(unit, got?.unit)];
    note(tallies, 'rxnorm.ingredient', named);
    note(tallies, 'rxnorm.strength', value);
    note(tallies, 'rxnorm.unit', inUnit);
    note(tallies, 'rxnorm.all', named && value && inUnit);
    if (!(named && value && inUnit))
      confusions.push({ score: 'rxnorm.all', expected: `${ingredient} ${strength} ${unit}`, got: said(got), text });
    for (const variant of variants) {
      const other = medicineOf(await reader.extract(variant));
      note(tallies, 'rxnorm.variants', sameStrength(strength, unit, other));
    }
  });
  return { scores: scoresOf(tallies), confusions };
}

async function lines(data: DataFolder, reader: Reader): Promise<Scored> {
  const tallies = new Map<string, Tally>();
  const confusions: Confusion[] = [];
  await data.judge<PostRow, void>(PSYTAR, async ({ drug, dosage_duration: line }) => {
    const text = `I took ${drug} ${line}`;
    const length = /^\s*(\d+(?:\.\d+)?)\s+(day|week|month|year)s/.exec(line);
    const rest = length ? line.slice(length[0].length) : line;
    const dose = /^\s*(\d+(?:\.\d+)?)\s*mg\b/i.exec(rest)?.[1];
    const often = /(\d)X D\b/.exec(rest)?.[1];
    const got = medicineOf(await reader.extract(text));
    const checks: [string, boolean][] = [];
    if (length) checks.push(['psytar.duration', (got?.duration ?? '').startsWith(`${length[1]} ${length[2]}`)]);
    if (dose) checks.push(['psytar.dose', got?.value === Number(dose) && got.unit === 'mg']);
    if (often) checks.push(['psytar.frequency', got?.frequency?.times_per_day === Number(often)]);
    for (const [score, right] of checks) {
      note(tallies, score, right);
      if (!right) confusions.push({ score, expected: line.trim(), got: said(got), text });
    }
  });
  return { scores: scoresOf(tallies), confusions };
}

function medicineOf(mentions: readonly MentionInput[]): MentionInput | undefined {
  const medicines = mentions.filter(({ kind }) => kind === 'medication');
  return medicines.find(({ value }) => value !== undefined) ?? medicines[0];
}

/** By name, or by being the same drug of the vocabulary: "Levothyroxine Sodium" is Levothyroxine. */
function sameIngredient(gold: string, got: string): boolean {
  const [wanted, found] = [plain(gold), plain(got)];
  if (wanted === found || wanted.startsWith(`${found} `)) return true;
  const words = gold.split(' ');
  return words.some((_, index) => termNamed(words.slice(0, words.length - index).join(' '), ['drug'])?.name === got);
}

function sameUnit(gold: string, got: string | undefined): boolean {
  return got !== undefined && unitKey(gold) === unitKey(got);
}

function unitKey(unit: string): string {
  return unit
    .toLowerCase()
    .replace(/\bunt\b/, 'units')
    .replace(/\bactuat\b/, 'actuation')
    .replace(/\/hr$/, '/h');
}

/** In mg, mL and units, so that 1 GM per 20 ML and 5 % are 50 MG/ML. */
function sameStrength(strength: number, unit: string, got: MentionInput | undefined): boolean {
  if (typeof got?.value !== 'number' || got.unit === undefined) return false;
  const wanted = inBase(strength, unitKey(unit));
  const found = unitKey(got.unit);
  const values = found === '%' ? [got.value * 10, got.value / 100] : [inBase(got.value, found)];
  return values.some((value) => Math.abs(value - wanted) <= wanted * 0.02);
}

function inBase(value: number, unit: string): number {
  const [above = '', below = ''] = unit.split('/');
  const factor = (part: string): number => ({ g: 1000, mcg: 0.001, l: 1000, oz: 29.57 })[part] ?? 1;
  return (value * factor(above)) / factor(below);
}

function plain(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

function note(tallies: Map<string, Tally>, name: string, right: boolean): void {
  const tally = tallies.get(name) ?? { right: 0, count: 0 };
  tallies.set(name, { right: tally.right + (right ? 1 : 0), count: tally.count + 1 });
}

function scoresOf(tallies: ReadonlyMap<string, Tally>): Score[] {
  return [...tallies].map(([name, { right, count }]) => ({ name, value: right / count, count }));
}

function said(got: MentionInput | undefined): string {
  return got
    ? `${got.name} ${got.value ?? ''} ${got.unit ?? ''} ${got.frequency?.text ?? ''} ${got.duration ?? ''}`.trim()
    : 'nothing';
}

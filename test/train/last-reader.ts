/**
 * Trains the last reader of the red flags and writes its weights into src/clinical/data:
 *
 *   node --import tsx test/train/last-reader.ts --data DIR
 *
 * Whoever wrote an emergency did not say which of its sentences is one. So the model learns from the run of each message that it finds
 * most urgent: of an emergency this must be one, of any other message it must be none. For the first rounds it is the whole emergency.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Assertions } from '../../src/clinical/red-flags/assertion.ts';
import { heardOf, LAST_READER_BITS, mostUrgent, type Unit, unitsOf } from '../../src/clinical/red-flags/last-reader.ts';
import { redFlags, SOUNDS_URGENT } from '../../src/clinical/red-flags/red-flags.ts';
import { plainly } from '../../src/clinical/red-flags/terms.ts';
import { fixTypos } from '../../src/clinical/red-flags/typos.ts';
import { readWords } from '../../src/clinical/red-flags/words.ts';
import { bagNorm } from '../../src/clinical/triage/classifier.ts';
import { authored } from '../eval/cases/alarms/authored.ts';
import {
  familyNames,
  halfOf,
  laterPhrasings,
  NEAR_MISSES,
  ORDINARY,
  phrasings,
} from '../eval/cases/red-flags/phrasings.ts';
import { packWeights, seeded, shuffle } from './logistic.ts';

type Example = { units: readonly Unit[]; yes: boolean; weight: number };
type Weights = { bias: number; words: Float64Array };

/** Our own phrasings are many, short and of one author; what people ask in general is no emergency, with few exceptions. */
const OWN_URGENT = 0.15;
const OWN_CALM = 0.45;
const GENERAL = 0.3;
const OWN_FILES = [
  'triage-everyday.txt',
  'triage-general.txt',
  'triage-other.txt',
  'triage-personal.txt',
  '../bench/clinical-messages.txt',
];
const ROUNDS = 10;
const WHOLE_ROUNDS = 2;
const ORDERS = [1, 2, 3];
const RATE = 0.3;
const FIRST_SQUARE = 1e-2;
const SHRINK = 1e-5;

const { values } = parseArgs({ options: { data: { type: 'string' } } });
const { data } = values;
if (!data) throw new Error('Say where the data is: --data DIR');

const isTuned = (text: string): boolean => halfOf(text) === 'tuned';
const own = [...familyNames().flatMap(phrasings), ...laterPhrasings().map(({ text }) => text)].filter(isTuned);
const calm = [
  ...[...phrasings(ORDINARY), ...phrasings(NEAR_MISSES)].filter(isTuned),
  ...OWN_FILES.flatMap((file) => linesOf(join(import.meta.dirname, file))).filter(hasNoRule),
];
const general = ['health_open', 'non_health_open'].flatMap((name) => rowsOf(join(data, 'triage', `${name}.jsonl`)));
const examples: Example[] = [
  ...authored('train').map(({ text, urgent }) => exampleOf(text, urgent, 1)),
  ...own.map((text) => exampleOf(text, true, OWN_URGENT)),
  ...calm.map((text) => exampleOf(text, false, OWN_CALM)),
  ...general.filter(isTuned).map((text) => exampleOf(text, false, GENERAL)),
].filter(({ units }) => units.length > 0);

const models = ORDERS.map((seed) => train(seed));
const mean = (pick: (model: Weights) => number): number =>
  models.reduce((sum, model) => sum + pick(model), 0) / models.length;
const words = new Float64Array(1 << LAST_READER_BITS).map((_, bucket) =>
  mean((model) => model.words[bucket] as number),
);
const file = packWeights(
  mean(({ bias }) => bias),
  [],
  words,
);
writeFileSync(join(import.meta.dirname, '..', '..', 'src', 'clinical', 'data', 'red-flag-last-reader.bin'), file);

function train(seed: number): Weights {
  const weights: Weights = { bias: 0, words: new Float64Array(1 << LAST_READER_BITS) };
  const squares = new Float64Array(1 << LAST_READER_BITS).fill(FIRST_SQUARE);
  let biasSquare = FIRST_SQUARE;
  const random = seeded(seed);
  const order = examples.map((_, index) => index);
  const half = examples.reduce((sum, { weight }) => sum + weight, 0) / 2;
  const share = { yes: half / weightOf(true), no: half / weightOf(false) };
  for (let round = 0; round < ROUNDS; round += 1) {
    shuffle(order, random);
    for (const index of order) {
      const { units, yes, weight } = examples[index] as Example;
      const run = yes && round < WHOLE_ROUNDS ? units : worst(units, weights);
      const count = run.reduce((sum, { buckets }) => sum + buckets.length, 0);
      const sum = run.reduce((total, unit) => total + sumOf(unit, weights), 0);
      const wanted = yes ? 1 : 0;
      const score = weights.bias + sum * bagNorm(count);
      const error = (1 / (1 + Math.exp(-score)) - wanted) * weight * (yes ? share.yes : share.no);
      biasSquare += error * error;
      weights.bias -= (RATE * error) / Math.sqrt(biasSquare);
      const slope = error * bagNorm(count);
      for (const { buckets } of run) {
        for (const bucket of buckets) {
          const step = slope + SHRINK * (weights.words[bucket] as number);
          squares[bucket] = (squares[bucket] as number) + step * step;
          weights.words[bucket] =
            (weights.words[bucket] as number) - (RATE * step) / Math.sqrt(squares[bucket] as number);
        }
      }
    }
  }
  return weights;
}

/** The run that sounds most urgent by these weights; where none has enough words, the whole message. */
function worst(units: readonly Unit[], weights: Weights): readonly Unit[] {
  const summed = units.map((unit) => ({ ...unit, count: unit.buckets.length, sum: sumOf(unit, weights) }));
  const run = mostUrgent(summed, (sum, count) => weights.bias + sum * bagNorm(count));
  return run ? units.filter(({ from, to }) => from >= run.from && to <= run.to) : units;
}

function sumOf({ buckets }: Unit, { words }: Weights): number {
  let sum = 0;
  for (const bucket of buckets) sum += words[bucket] as number;
  return sum;
}

function weightOf(side: boolean): number {
  return examples.reduce((sum, { yes, weight }) => sum + (yes === side ? weight : 0), 0);
}

function exampleOf(text: string, yes: boolean, weight: number): Example {
  const message = plainly(fixTypos(readWords(text)));
  return { units: unitsOf(heardOf(message, new Assertions(message))), yes, weight };
}

/** Raised by the rules, and not by this reader as it was. */
function hasNoRule(text: string): boolean {
  return redFlags(text).every(({ family }) => family === SOUNDS_URGENT);
}

function rowsOf(path: string): string[] {
  return linesOf(path).map((line) => (JSON.parse(line) as { text: string }).text);
}

function linesOf(path: string): string[] {
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
}

/** Logistic regression over hashed features and a few clues: AdaGrad, seeded, so the same data always gives the same weights. */
import { bagNorm } from '../../src/clinical/triage/classifier.ts';

export type Example = {
  yes: boolean;
  buckets: Int32Array;
  clues: readonly number[];
  /** How much it counts among those of its side; 1 unless it says otherwise. */
  weight?: number;
};

export type Trained = { score(example: Example): number; pack(): Buffer };

type Options = {
  bits: number;
  epochs: number;
  /** The share of examples that are learned by their clues alone, so that the clues learn to carry a message of unknown words. */
  cluesAlone?: number;
  /** How hard the weights are pulled towards nothing. */
  shrink: number;
};

const RATE = 0.3;
const FIRST_SQUARE = 1e-2;

/** The order of examples matters a little: the mean of several orders matters less. */
const ORDERS = [1, 2, 3, 4];

export function trainLogistic(examples: readonly Example[], options: Options): Trained {
  const models = ORDERS.map((seed) => trainOnce(examples, options, seed));
  const mean = (pick: (model: Weights) => number) => models.reduce((sum, one) => sum + pick(one), 0) / models.length;
  const [first] = models as [Weights];
  const whole: Weights = {
    bias: mean(({ bias }) => bias),
    clues: first.clues.map((_, index) => mean(({ clues }) => clues[index] as number)),
    words: first.words.map((_, index) => mean(({ words }) => words[index] as number)),
  };
  return {
    score: (example) => scoreOf(whole, example, true),
    pack: () => packWeights(whole.bias, [...whole.clues], whole.words),
  };
}

type Weights = { bias: number; clues: Float64Array; words: Float64Array };

function scoreOf(
  { bias, clues: clueWeights, words }: Weights,
  { buckets, clues }: Example,
  withWords: boolean,
): number {
  let sum = 0;
  if (withWords) for (const bucket of buckets) sum += words[bucket] as number;
  let total = bias + sum * bagNorm(buckets.length);
  for (const [index, clue] of clues.entries()) total += (clueWeights[index] as number) * clue;
  return total;
}

function trainOnce(
  examples: readonly Example[],
  { bits, epochs, shrink, cluesAlone = 0 }: Options,
  seed: number,
): Weights {
  const clueCount = examples[0]?.clues.length ?? 0;
  const weights: Weights = { bias: 0, clues: new Float64Array(clueCount), words: new Float64Array(1 << bits) };
  const wordSquares = new Float64Array(1 << bits).fill(FIRST_SQUARE);
  const clueSquares = new Float64Array(clueCount).fill(FIRST_SQUARE);
  let biasSquare = FIRST_SQUARE;

  function learn(example: Example, importance: number, withWords: boolean): void {
    const { buckets, clues, yes } = example;
    const error = (1 / (1 + Math.exp(-scoreOf(weights, example, withWords))) - (yes ? 1 : 0)) * importance;
    biasSquare += error * error;
    weights.bias -= (RATE * error) / Math.sqrt(biasSquare);
    for (const [index, clue] of clues.entries())
      if (clue !== 0) adjust(weights.clues, clueSquares, index, error * clue);
    if (!withWords) return;
    const slope = error * bagNorm(buckets.length);
    for (const bucket of buckets)
      adjust(weights.words, wordSquares, bucket, slope + shrink * (weights.words[bucket] as number));
  }

  const random = seeded(seed);
  const half = examples.length / 2;
  const [yesShare, noShare] = [half / weightOf(examples, true), half / weightOf(examples, false)];
  const order = examples.map((_, index) => index);
  for (let epoch = 0; epoch < epochs; epoch += 1) {
    shuffle(order, random);
    for (const index of order) {
      const example = examples[index] as Example;
      learn(example, (example.weight ?? 1) * (example.yes ? yesShare : noShare), random() >= cluesAlone);
    }
  }
  return weights;
}

function weightOf(examples: readonly Example[], side: boolean): number {
  return examples.reduce((sum, { yes, weight = 1 }) => sum + (yes === side ? weight : 0), 0);
}

function adjust(values: Float64Array, squares: Float64Array, index: number, slope: number): void {
  squares[index] = (squares[index] as number) + slope * slope;
  values[index] = (values[index] as number) - (RATE * slope) / Math.sqrt(squares[index] as number);
}

/** Numbers between 0 and 1 that are the same in every run. */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

export function shuffle(order: number[], random: () => number): void {
  for (let last = order.length - 1; last > 0; last -= 1) {
    const other = Math.floor(random() * (last + 1));
    [order[last], order[other]] = [order[other] as number, order[last] as number];
  }
}

/** The file that src/clinical/triage/classifier.ts reads. */
export function packWeights(bias: number, clueWeights: readonly number[], weights: Float64Array): Buffer {
  const sizes = weights.map(Math.abs).sort();
  // The few largest weights are clipped, so that the many small ones keep their differences.
  const largest = sizes[Math.floor(sizes.length * 0.9998)] || 1;
  const scale = largest / 127;
  const header = [bias, scale, ...clueWeights];
  const file = Buffer.alloc(header.length * 4 + weights.length);
  for (const [index, value] of header.entries()) file.writeFloatLE(value, index * 4);
  for (const [index, weight] of weights.entries()) {
    file.writeInt8(Math.max(-127, Math.min(127, Math.round(weight / scale))), header.length * 4 + index);
  }
  return file;
}

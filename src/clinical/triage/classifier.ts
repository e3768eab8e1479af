/**
 * A trained yes or no: one weight for each bucket of features and for each clue. The weights come from `test/train/triage.ts` and
 * stand in `src/clinical/data` as a small file: bias, scale and the clues' weights as 32-bit numbers, then one byte a bucket.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Bag } from './features.ts';

export type Classifier = {
  /** Above zero means yes; the further, the surer. */
  score(bag: Bag, clues?: readonly number[]): number;
  /** The weights of a bag's features; those of several bags add up. */
  sum(bag: Bag): number;
  /** The score of such a sum, without clues. */
  scoreOf(sum: number, count: number): number;
};

const DATA = join(import.meta.dirname, '..', 'data');
/** So that two words more or less matter little to a short message. */
const PADDING = 5;

/** A long message has more features, but not a larger score. */
export function bagNorm(count: number): number {
  return 1 / Math.sqrt(count + PADDING);
}

export function readClassifier(name: string, bits: number, clueCount: number): Classifier {
  const file = readFileSync(join(DATA, `${name}.bin`));
  const header = 2 + clueCount;
  if (file.length !== header * 4 + (1 << bits)) throw new Error(`${name}.bin does not fit: train it again`);
  const [bias = 0, scale = 0, ...clueWeights] = Array.from({ length: header }, (_, index) =>
    file.readFloatLE(index * 4),
  );
  const weights = new Int8Array(file.buffer, file.byteOffset + header * 4, 1 << bits);
  const sum = ({ buckets, count }: Bag): number => {
    let total = 0;
    for (let index = 0; index < count; index += 1) total += weights[buckets[index] as number] as number;
    return total * scale;
  };
  const scoreOf = (total: number, count: number): number => bias + total * bagNorm(count);
  return {
    sum,
    scoreOf,
    score(bag, clues = []) {
      let score = scoreOf(sum(bag), bag.count);
      for (let index = 0; index < clueWeights.length; index += 1)
        score += (clueWeights[index] as number) * (clues[index] ?? 0);
      return score;
    },
  };
}

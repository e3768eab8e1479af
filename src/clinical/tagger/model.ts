/**
 * The weights of the tagger as a compact file that is searched as it is: a start reads it and builds nothing. A feature keeps
 * 26 bits of its number; the first 16 choose its bucket, the others tell it from the two or so beside it there. Its weights
 * are pairs of a label and one signed byte, and what training left at zero is not stored.
 *
 *   "MFT2" | scale f32 | transitions f32[L * L] | filter u32[] | where each bucket begins, and where the last ends, u32[] | features u16[]
 *   a feature: its last 10 bits and its number of weights, 5 bits | for each, the label and above it the weight
 */
import { viewOf } from './file-view.ts';
import { LABEL_COUNT as L } from './labels.ts';

export type Model = {
  transitions: Float32Array;
  /** What one of the whole numbers that `add` sums up stands for. */
  scale: number;
  /** Adds the weights of one feature to a row of label sums. */
  add(feature: number, sums: Int32Array, row: number): void;
  /** The same for the first `count` of many hashes. */
  addAll(hashes: Int32Array, count: number, sums: Int32Array, row: number): void;
};

export const MAGIC = 0x3254464d;
export const HEADER = 8;
/** Most features of a text are unknown: one bit in a small table says so before the large one is asked. */
export const FILTER_BITS = 20;
export const FILTER = (1 << FILTER_BITS) - 1;
export const BUCKETS = 1 << 16;
export const LAST_BITS = 10;
export const LAST = (1 << LAST_BITS) - 1;
export const COUNT_BITS = 5;
const COUNT = (1 << COUNT_BITS) - 1;

/** 26 bits are enough: an unknown feature collides with a known one in less than one case of five hundred. */
export const featureKey = (hash: number): number => hash >>> 6;

export function unpackModel(file: Buffer): Model {
  if (file.readUInt32LE(0) !== MAGIC) throw new Error('tagger weights: not a file of this kind; train again');
  const view = viewOf(file, HEADER);
  const transitions = view.floats(L * L);
  const known = view.longs(2 ** FILTER_BITS / 32);
  const begins = view.longs(BUCKETS + 1);
  const stored = view.shorts(begins[BUCKETS] as number);
  function add(feature: number, sums: Int32Array, row: number): void {
    if ((((known[(feature & FILTER) >>> 5] as number) >>> (feature & 31)) & 1) === 0) return;
    const bucket = feature >>> LAST_BITS;
    const last = feature & LAST;
    const end = begins[bucket + 1] as number;
    for (let at = begins[bucket] as number; at < end; ) {
      const head = stored[at] as number;
      const next = at + 1 + (head & COUNT);
      if (head >>> COUNT_BITS === last) {
        for (at += 1; at < next; at += 1) {
          const pair = stored[at] as number;
          const cell = row + (pair & 255);
          sums[cell] = (sums[cell] as number) + ((pair << 16) >> 24);
        }
        return;
      }
      at = next;
    }
  }
  function addAll(hashes: Int32Array, count: number, sums: Int32Array, row: number): void {
    for (let nth = 0; nth < count; nth += 1) add(featureKey(hashes[nth] as number), sums, row);
  }
  return { transitions, scale: file.readFloatLE(4), add, addAll };
}

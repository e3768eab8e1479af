/** Writes the two files of the tagger; src/clinical/tagger/model.ts and word-classes.ts describe their format and read them. */
import {
  BUCKETS,
  COUNT_BITS,
  FILTER,
  FILTER_BITS,
  HEADER,
  LAST,
  LAST_BITS,
  MAGIC,
} from '../../src/clinical/tagger/model.ts';
import { HEADER as CLASSES_HEADER, MAGIC as CLASSES_MAGIC, keyOf } from '../../src/clinical/tagger/word-classes.ts';

export type FeatureWeights = { feature: number; weights: readonly (readonly [label: number, weight: number])[] };

const LARGEST = 127;

export function packModel(features: readonly FeatureWeights[], transitions: Float32Array): Buffer {
  const sorted = [...features].sort((a, b) => a.feature - b.feature);
  const largest = sorted.reduce((top, { weights }) => Math.max(top, ...weights.map(([, w]) => Math.abs(w))), 0);
  const scale = largest / LARGEST;
  const known = new Uint32Array(2 ** FILTER_BITS / 32);
  const begins = new Uint32Array(BUCKETS + 1);
  const stored: number[] = [];
  let bucket = 0;
  for (const { feature, weights } of sorted) {
    const pairs = weights.map(([label, w]) => [label, Math.round(w / scale)] as const).filter(([, w]) => w !== 0);
    if (pairs.length === 0) continue;
    const place = (feature & FILTER) >>> 5;
    known[place] = (known[place] as number) | (1 << (feature & 31));
    while (bucket < feature >>> LAST_BITS) begins[++bucket] = stored.length;
    stored.push(((feature & LAST) << COUNT_BITS) | pairs.length);
    for (const [label, weight] of pairs) stored.push(label | ((weight & 255) << 8));
  }
  begins.fill(stored.length, bucket + 1);
  const head = new DataView(new ArrayBuffer(HEADER));
  head.setUint32(0, MAGIC, true);
  head.setFloat32(4, scale, true);
  const parts = [head, transitions, known, begins, Uint16Array.from(stored)];
  return Buffer.concat(
    parts.map(({ buffer, byteOffset, byteLength }) => new Uint8Array(buffer, byteOffset, byteLength)),
  );
}

export function packClasses(words: Iterable<readonly [hash: number, fine: number, coarse: number]>): Buffer {
  const sorted = [...new Map([...words].map(([hash, fine, coarse]) => [keyOf(hash), (fine << 8) | coarse]))];
  sorted.sort(([a], [b]) => a - b);
  const file = Buffer.alloc(CLASSES_HEADER + 6 * sorted.length);
  file.writeUInt32LE(CLASSES_MAGIC, 0);
  file.writeUInt32LE(sorted.length, 4);
  for (const [nth, [key, pair]] of sorted.entries()) {
    file.writeUInt32LE(key, CLASSES_HEADER + 4 * nth);
    file.writeUInt16LE(pair, CLASSES_HEADER + 4 * sorted.length + 2 * nth);
  }
  return file;
}

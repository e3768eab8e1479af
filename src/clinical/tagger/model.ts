/**
 * The weights of the tagger as a compact file and as a table to look up in. A feature keeps 26 bits of its number; its weights
 * are pairs of a label and one signed byte, and what training left at zero is not stored.
 *
 *   "MFT1" | features u32 | scale f32 | transitions f32[L * L] | features by number: step varint, count u8, (label u8, weight i8)*
 */
import { LABEL_COUNT as L } from './labels.ts';
import { readStep, writeStep } from './steps.ts';

export type Model = {
  transitions: Float32Array;
  /** What one of the whole numbers that `add` sums up stands for. */
  scale: number;
  /** Adds the weights of one feature to a row of label sums. */
  add(feature: number, sums: Int32Array, row: number): void;
  /** The same for the first `count` of many hashes. */
  addAll(hashes: Int32Array, count: number, sums: Int32Array, row: number): void;
};

export type FeatureWeights = { feature: number; weights: readonly (readonly [label: number, weight: number])[] };

const MAGIC = 0x3154464d;
const HEADER = 12;
const LARGEST = 127;
/** Most features of a text are unknown: one bit in a small table says so before the large one is asked. */
const FILTER = (1 << 20) - 1;

/** 26 bits are enough: a strange feature meets a known one in less than one case of five hundred. */
export const featureKey = (hash: number): number => hash >>> 6;

export function packModel(features: readonly FeatureWeights[], transitions: Float32Array): Buffer {
  const sorted = [...features].sort((a, b) => a.feature - b.feature);
  const largest = sorted.reduce((top, { weights }) => Math.max(top, ...weights.map(([, w]) => Math.abs(w))), 0);
  const scale = largest / LARGEST;
  const bytes: number[] = [];
  let last = 0;
  let stored = 0;
  for (const { feature, weights } of sorted) {
    const pairs = weights.map(([label, w]) => [label, Math.round(w / scale)] as const).filter(([, w]) => w !== 0);
    if (pairs.length === 0) continue;
    writeStep(bytes, feature - last);
    bytes.push(pairs.length);
    for (const [label, weight] of pairs) bytes.push(label, weight & 255);
    last = feature;
    stored += 1;
  }
  const head = Buffer.alloc(HEADER + 4 * L * L);
  head.writeUInt32LE(MAGIC, 0);
  head.writeUInt32LE(stored, 4);
  head.writeFloatLE(scale, 8);
  transitions.forEach((weight, at) => {
    head.writeFloatLE(weight, HEADER + 4 * at);
  });
  return Buffer.concat([head, Uint8Array.from(bytes)]);
}

export function unpackModel(file: Buffer): Model {
  if (file.readUInt32LE(0) !== MAGIC) throw new Error('tagger weights: not a file of this kind; train again');
  const count = file.readUInt32LE(4);
  const scale = file.readFloatLE(8);
  const transitions = new Float32Array(L * L);
  for (let at = 0; at < L * L; at += 1) transitions[at] = file.readFloatLE(HEADER + 4 * at);
  const { keys, places, mask, known } = index(file, count, HEADER + 4 * L * L);
  const bytes = new Uint8Array(file.buffer, file.byteOffset, file.length);
  const signed = new Int8Array(file.buffer, file.byteOffset, file.length);
  function add(feature: number, sums: Int32Array, row: number): void {
    if ((((known[(feature & FILTER) >>> 5] as number) >>> (feature & 31)) & 1) === 0) return;
    for (let slot = spread(feature) & mask; places[slot] !== 0; slot = (slot + 1) & mask) {
      if (keys[slot] !== feature) continue;
      const at = places[slot] as number;
      const end = at + 1 + 2 * (bytes[at] as number);
      for (let pair = at + 1; pair < end; pair += 2) {
        const cell = row + (bytes[pair] as number);
        sums[cell] = (sums[cell] as number) + (signed[pair + 1] as number);
      }
      return;
    }
  }
  function addAll(hashes: Int32Array, count: number, sums: Int32Array, row: number): void {
    for (let nth = 0; nth < count; nth += 1) add(featureKey(hashes[nth] as number), sums, row);
  }
  return { transitions, scale, add, addAll };
}

/** Where the weights of each feature stand in the file, by open addressing. */
function index(file: Buffer, count: number, from: number) {
  let size = 1024;
  while (size < 2 * count) size *= 2;
  const mask = size - 1;
  const [keys, places] = [new Uint32Array(size), new Uint32Array(size)];
  const known = new Uint32Array((FILTER + 1) >>> 5);
  const cursor = { file, at: from };
  let feature = 0;
  for (let nth = 0; nth < count; nth += 1) {
    feature += readStep(cursor);
    const bit = feature & FILTER;
    known[bit >>> 5] = (known[bit >>> 5] as number) | (1 << (bit & 31));
    let slot = spread(feature) & mask;
    while (places[slot] !== 0) slot = (slot + 1) & mask;
    keys[slot] = feature;
    places[slot] = cursor.at;
    cursor.at += 1 + 2 * (file[cursor.at] as number);
  }
  return { keys, places, mask, known };
}

function spread(feature: number): number {
  return Math.imul(feature, 0x9e3779b1) >>> 8;
}

/**
 * Which words keep the same company: "nausea" and "dizziness" are of one class, "kidney" and "coronary" of another. Learned from
 * text without labels (test/train/tagger-classes.ts), so that what the tagger learned of one word serves for the others.
 *
 *   "MFC1" | words u32 | words by number: step varint, fine class u8, coarse class u8
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readStep, writeStep } from './steps.ts';

/** Fine class * 256 + coarse class; 0 for a word that was never counted. */
type Classes = ReadonlyMap<number, number>;

const FILE = join(import.meta.dirname, '..', 'data', 'tagger-classes.bin');
const MAGIC = 0x3143464d;
/** 24 bits of a word's hash: a strange word meets one of ten thousand known ones in one case of a thousand. */
const keyOf = (hash: number): number => hash >>> 8;

let classes: Classes | undefined;

export function classesOf(wordHash: number): number {
  classes ??= unpack(readFileSync(FILE));
  return classes.get(keyOf(wordHash)) ?? 0;
}

/** For training, which makes the classes before it makes the weights. */
export function useClasses(file: Buffer): void {
  classes = unpack(file);
}

export function packClasses(words: Iterable<readonly [hash: number, fine: number, coarse: number]>): Buffer {
  const sorted = [...new Map([...words].map(([hash, fine, coarse]) => [keyOf(hash), [fine, coarse] as const]))];
  sorted.sort(([a], [b]) => a - b);
  const bytes: number[] = [];
  let last = 0;
  for (const [key, pair] of sorted) {
    writeStep(bytes, key - last);
    bytes.push(...pair);
    last = key;
  }
  const head = Buffer.alloc(8);
  head.writeUInt32LE(MAGIC, 0);
  head.writeUInt32LE(sorted.length, 4);
  return Buffer.concat([head, Uint8Array.from(bytes)]);
}

function unpack(file: Buffer): Classes {
  if (file.readUInt32LE(0) !== MAGIC) throw new Error('tagger classes: not a file of this kind; train again');
  const found = new Map<number, number>();
  const count = file.readUInt32LE(4);
  const cursor = { file, at: 8 };
  let key = 0;
  for (let nth = 0; nth < count; nth += 1) {
    key += readStep(cursor);
    found.set(key, ((file[cursor.at++] as number) << 8) | (file[cursor.at++] as number));
  }
  return found;
}

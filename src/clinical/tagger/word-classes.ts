/**
 * Which words occur in the same contexts: "nausea" and "dizziness" are of one class, "kidney" and "coronary" of another. Learned from
 * text without labels (test/train/tagger-classes.ts), so that what the tagger learned of one word serves for the others.
 *
 *   "MFC2" | words u32 | their numbers, rising, u32[words] | fine class * 256 + coarse class, u16[words]
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { viewOf } from './file-view.ts';

type Classes = { keys: Uint32Array; pairs: Uint16Array };

const FILE = join(import.meta.dirname, '..', 'data', 'tagger-classes.bin');
export const MAGIC = 0x3243464d;
export const HEADER = 8;
/** 24 bits of a word's hash: an unknown word collides with one of ten thousand known ones in one case of a thousand. */
export const keyOf = (hash: number): number => hash >>> 8;

let classes: Classes | undefined;

/** Fine class * 256 + coarse class; 0 for a word that was never counted. */
export function classesOf(wordHash: number): number {
  classes ??= unpack(readFileSync(FILE));
  const { keys, pairs } = classes;
  const key = keyOf(wordHash);
  let [low, high] = [0, keys.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((keys[middle] as number) < key) low = middle + 1;
    else high = middle;
  }
  return keys[low] === key ? (pairs[low] as number) : 0;
}

/** For training, which makes the classes before it makes the weights. */
export function useClasses(file: Buffer): void {
  classes = unpack(file);
}

function unpack(file: Buffer): Classes {
  if (file.readUInt32LE(0) !== MAGIC) throw new Error('tagger classes: not a file of this kind; train again');
  const count = file.readUInt32LE(4);
  const view = viewOf(file, HEADER);
  return { keys: view.longs(count), pairs: view.shorts(count) };
}

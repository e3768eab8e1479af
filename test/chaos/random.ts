/** Random numbers that depend on the seed and on a name alone, so that what happens to a call does not depend on who came first. */
import { createHash } from 'node:crypto';

/** From 0 to 1, the same for the same seed and name. */
export function chance(seed: number, name: string): number {
  return createHash('sha256').update(`${seed} ${name}`).digest().readUInt32BE(0) / 2 ** 32;
}

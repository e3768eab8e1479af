/** What the features of a token are made of besides its words: what the vocabulary says of it, and how two values become one. */
import type { TermMatch } from '../vocabulary/find-terms.ts';
import type { TermKind } from '../vocabulary/term.ts';
import type { Token } from './tokens.ts';

const KIND_BITS: Readonly<Record<TermKind, number>> = {
  condition: 1,
  symptom: 2,
  drug: 4,
  observation: 8,
  allergen: 16,
  procedure: 32,
  specialty: 64,
  body_system: 128,
  body_site: 256,
  organization: 512,
};
/** Marks a token that is not the first of its term. */
const INSIDE = 1024;
/** What comes before the first token and after the last. */
export const EDGE = '\u0000';

/** Which kinds of the vocabulary cover each token. */
export function kindsOf(tokens: readonly Token[], terms: readonly TermMatch[]): Uint16Array {
  const kinds = new Uint16Array(tokens.length);
  let at = 0;
  for (const { term, start, end } of terms) {
    while (at > 0 && (tokens[at - 1] as Token).end > start) at -= 1;
    while (at < tokens.length && (tokens[at] as Token).end <= start) at += 1;
    for (let index = at; index < tokens.length && (tokens[index] as Token).start < end; index += 1) {
      kinds[index] = (kinds[index] as number) | KIND_BITS[term.kind] | (index > at ? INSIDE : 0);
    }
  }
  return kinds;
}

/** A signed integer of 32 bits, which the engine keeps as a small integer. */
export function mix(left: number, right: number): number {
  let hash = Math.imul(left ^ 0x9e3779b1, 0x85ebca6b) ^ Math.imul(right + 0x7f4a7c15, 0xc2b2ae35);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  hash = Math.imul(hash ^ (hash >>> 12), 0x297a2d39);
  return hash ^ (hash >>> 15);
}

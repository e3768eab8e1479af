/** All concepts that a message holds: those of the phrases, of its numbers, and of the names that the vocabulary knows. */
import { findNumbers } from './numbers.ts';
import { type Found, findConcepts } from './phrases.ts';
import { findNamed } from './terms.ts';
import type { Message } from './words.ts';

export function findAll(message: Message): Found[] {
  const phrased = findConcepts(message);
  return [...phrased, ...findNumbers(message), ...findNamed(message, phrased)];
}

/** Choices that look random and are the same for the same seed, so that a repeated step makes the same question. */
import { sha256 } from '../../../platform/sha256.ts';

/** The items in an order that the seed decides. */
export function shuffled<T>(items: readonly T[], seed: string, idOf: (item: T) => string = String): T[] {
  return items
    .map((item) => ({ item, rank: sha256(`${seed}\n${idOf(item)}`) }))
    .sort((a, b) => (a.rank < b.rank ? -1 : a.rank > b.rank ? 1 : 0))
    .map(({ item }) => item);
}

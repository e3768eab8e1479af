/** Families that another one explains are left out: beside a leg without blood, advice on hypothermia only misleads. */
import { listOf, readTable } from '../vocabulary/table.ts';
import type { Found } from './phrases.ts';

const YIELDS = readTable('red-flag-yields', ['family', 'to', 'unless']).map(({ family, to, unless }) => ({
  family,
  to,
  unless: listOf(unless),
}));

/** At least one family stays: none yields to one that was left out. */
export function withoutExplained<T>(families: Map<string, T>, found: readonly Found[]): Map<string, T> {
  if (families.size < 2) return families;
  const concepts = new Set(found.map(({ concept }) => concept));
  const left = new Map(families);
  for (const { family, to, unless } of YIELDS)
    if (left.has(to) && !unless.some((sign) => concepts.has(sign))) left.delete(family);
  return left;
}

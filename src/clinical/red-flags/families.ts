/**
 * The families of red flags, the most urgent first, and what to do now in each. A step of advice has the conditions under which it
 * is said, so that it never harms beside what else was read: no aspirin where blood may be lost, nothing to drink before an operation.
 */
import { listOf, readTable } from '../vocabulary/table.ts';

type Step = { advice: string; only: string[][]; unless: string[] };

const STEPS = new Map<string, Step[]>();
for (const { family, advice, only, unless } of readTable('red-flag-families', ['family', 'advice', 'only', 'unless'])) {
  const step = { advice, only: listOf(only).map((names) => names.split('/')), unless: listOf(unless) };
  STEPS.set(family, [...(STEPS.get(family) ?? []), step]);
}

export const FAMILIES: readonly string[] = [...STEPS.keys()];

/** `holds`: the concepts that were read or are known, and the families that were raised. */
export function adviceOf(family: string, holds: ReadonlySet<string>): string {
  return (STEPS.get(family) ?? [])
    .filter(
      ({ only, unless }) =>
        only.every((names) => names.some((name) => holds.has(name))) && !unless.some((name) => holds.has(name)),
    )
    .map(({ advice }) => advice)
    .join(' ');
}

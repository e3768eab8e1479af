/** The families of red flags, the most urgent first, and what to do now in each. The table names the guidelines it is taken from. */
import { readTable } from '../vocabulary/table.ts';

export const FAMILIES = readTable('red-flag-families', ['family', 'advice']);

const ADVICE = new Map(FAMILIES.map(({ family, advice }) => [family, advice]));

export function familyAdvice(family: string): string {
  return ADVICE.get(family) ?? '';
}

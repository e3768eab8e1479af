/** A way to say a day, as a pattern with what it means from here; and the words that several of these patterns share. */
import { COUNT_WORDS } from '../quantities/numbers.ts';
import type { Found } from './calendar.ts';
import type { Customs } from './customs.ts';
import type { LocalTime } from './local-time.ts';

export type Need = ReadonlySet<string> | RegExp;
export type Rule = {
  /** What a text must hold for this rule to be worth trying: one word of each set, figures of each shape. */
  needs: readonly [Need, Need?];
  pattern: RegExp;
  read(match: RegExpExecArray, here: LocalTime, forward: boolean, customs: Customs): Found | null;
};

export const COUNT = `(\\d{1,3}(?:\\.\\d)?|${COUNT_WORDS})`;

export function rule(needs: Rule['needs'], pattern: string, read: Rule['read']): Rule {
  return { needs, pattern: new RegExp(pattern, 'gi'), read };
}

/** "Last" is before, "next" is after. */
export function direction(word: string): number {
  return /^(?:last|past)/i.test(word) ? -1 : /^next/i.test(word) ? 1 : 0;
}

/** Pronouns, one list for all who ask whom a word stands for. Folded, as the words of a reading are. */
import { wordSet } from './word-sets.ts';

/** The writer as the subject. */
export const I_OR_WE = wordSet('i im ive we');
export const OF_WRITER = wordSet('i me my we us our');
/** One person who was named before. */
export const HE_OR_SHE = wordSet('he she him her his');
export const THEY = wordSet('they them their');
export const THIRD_PERSON: ReadonlySet<string> = new Set([...HE_OR_SHE, ...THEY]);
/** Before the noun of whoever or whatever is theirs. */
export const POSSESSIVES = wordSet('my our his her their');

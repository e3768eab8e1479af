/** Which words speak of health and which of something else, besides the clinical vocabulary. */
import { ofWord } from '../text/cache.ts';
import { patternsOf } from '../text/patterns.ts';

const { pattern, words } = patternsOf('triage', 'lexicon');
const MEDICAL_ENDING = pattern('MEDICAL_ENDING', '');
const NOT_MEDICAL = words('NOT_MEDICAL');

/** strong: health talk by itself. weak: health talk together with other such words. other: talk of something else. */
export type Leaning = 'strong' | 'weak' | 'other';

const WORDS = new Map<string, Leaning>();
const STEMS = new Map<string, Leaning>();
const SHORTEST_STEM = 2;
const LONGEST_STEM = 24;
const SHORTEST_LEARNED_WORD = 7;

// A word that is in two lists belongs to the later one.
enter(words('WEAK_WORDS'), 'weak');
enter(words('STRONG_WORDS'), 'strong');
enter(words('OTHER_WORDS'), 'other');

/** The subject of a word, or of a pair of words joined by a hyphen ("blood-pressure"). */
export const leaningOf = ofWord((word): Leaning | null => WORDS.get(word) ?? byStem(word));

/** The first words of the pairs in the lists: few, so that most pairs of a message need not be looked up. */
let openers: ReadonlySet<string> | undefined;

export function opensPair(word: string): boolean {
  if (!openers) {
    const pairs = [...WORDS.keys(), ...STEMS.keys()].filter((entry) => entry.includes('-'));
    openers = new Set(pairs.map((entry) => entry.slice(0, entry.indexOf('-'))));
  }
  return openers.has(word);
}

function byStem(word: string): Leaning | null {
  const pair = word.includes('-');
  let found: Leaning | null = null;
  for (let length = SHORTEST_STEM; length <= word.length && length <= LONGEST_STEM; length += 1) {
    const stem = word.slice(0, length);
    const leaning = STEMS.get(stem);
    // A stem of one word does not stand for pairs that begin with it.
    if (leaning && pair === stem.includes('-')) found = leaning;
  }
  return found ?? (!pair && hasMedicalEnding(word) ? 'strong' : null);
}

function hasMedicalEnding(word: string): boolean {
  return word.length >= SHORTEST_LEARNED_WORD && MEDICAL_ENDING.test(word) && !NOT_MEDICAL.has(word);
}

function enter(list: ReadonlySet<string>, leaning: Leaning): void {
  for (const entry of list) {
    if (entry.endsWith('*')) STEMS.set(entry.slice(0, -1), leaning);
    else WORDS.set(entry, leaning);
  }
}

/**
 * The word that a mistyped one stands for, whatever it is about: "chwst pain", "whta is", "six weeek old". One typing error: a letter
 * left out or too many, two neighbours in the wrong order, the key beside the right one, or a wrong vowel. The first letter is right,
 * as it nearly always is.
 *
 * Only a word that is in no dictionary and in no table is corrected, so that nothing is changed that somebody means. No correction
 * makes or removes a denial or a number, and a medicine is not chosen among several words.
 */
import { WORDS } from '../red-flags/phrase-table.ts';
import { findConcepts } from '../red-flags/phrases.ts';
import { regularised } from '../red-flags/verb-forms.ts';
import { readWords } from '../red-flags/words.ts';
import { ofWord } from '../text/cache.ts';
import { matchesOf } from '../text/matches.ts';
import { patternsOf } from '../text/patterns.ts';
import { findTerms, inVocabulary, termNamed } from '../vocabulary/find-terms.ts';
import { everydaySize, isOrdinaryWord } from '../vocabulary/ordinary-words.ts';

const { words } = patternsOf('message', 'spelling');
const { words: namesOf } = patternsOf('text', 'names');

/** Denials and numbers. */
const UNTOUCHED = words('UNTOUCHED');
/** Days, months and feasts, which the dictionary has not in lower case. */
const CALENDAR = namesOf('NO_NAMES');
const NAMED_BEFORE = namesOf('VERBS');
const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
const VOWELS = 'aeiouy';
const KEYS = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm'];
const SHORTEST = 3;
/** Of so few letters a word has too many neighbours: only a letter left out or two swapped, and only for a word of the red flags. */
const SHORT = 3;
const LONGEST = 20;
/** A shorter word that lacks only its end is an abbreviation: "prob". */
const LOOSE_END = 5;
/** Within how many letters and words before and after it the neighbours of a word are sought. */
const AROUND = 60;
const NEIGHBOURS = 4;
/** A text in which more words than this are in no dictionary is in another language, or in none. */
const MOST_UNKNOWN = 0.4;
const FEW_WORDS = 4;
const TAIL = /(?:n?t|re|ve|ll|[msd])$/;

/** How much likelier a word of the tables is in a message to a health team. */
const HEALTH_FIRST = 0.5;
const SHORTENED = /^(?:you|we|they|he|she|it|that|there|who|what)(?:re|ve|ll|d|s)$/;

/** "2 minth old". */
const TIME_UNIT = /^(?:day|week|month|year|hour|minute)s?$/;
const VALUE_AFTER = /^\s{1,3}\d/;
const VALUE_BEFORE = /\d\s?[a-zµ%/]{0,8}\s{1,3}$/i;

type Candidate = { word: string; cost: number };
export type Correction = { start: number; end: number; word: string };

/** Also in an age: "5-weeek-old". */
const WORD =
  /(?<![\p{L}\p{N}'’/@_.-])[A-Za-z]{3,20}(?=['’]s\b|(?![\p{L}\p{N}'’/@_]|:\/|\.\w))|(?<=[\p{L}\p{N}]-)[A-Za-z]{3,20}(?=-old\b)/gu;

const ANY_WORD = /\p{L}+/gu;

/** The words of a text that were mistyped, in order. */
export function correctionsIn(text: string): Correction[] {
  const found = matchesOf(WORD, text);
  const unknown = found.filter(({ 0: word }) => !isKnown(word.toLowerCase()));
  if (unknown.length === 0) return [];
  const all = text.match(ANY_WORD)?.length ?? 0;
  if (all >= FEW_WORDS && unknown.length > MOST_UNKNOWN * all) return [];
  const shouted = text === text.toUpperCase();
  return unknown.flatMap((match) => {
    const [written] = match;
    if (!shouted && isName(text, match.index, written)) return [];
    const meant = meantBy(written.toLowerCase(), text, match.index);
    const end = match.index + written.length;
    return meant === null ? [] : [{ start: match.index, end, word: inCaseOf(written, meant) }];
  });
}

const isKnown = ofWord((word): boolean => {
  if (word.length < SHORTEST || word.length > LONGEST || UNTOUCHED.has(word) || CALENDAR.has(word)) return true;
  if (inVocabulary(word) || isOrdinaryWord(word) || WORDS.has(`${word}g`)) return true;
  if (WORDS.has(word)) return candidates(word).length === 0;
  if (SHORTENED.test(word) || (/[^s]s$/.test(word) && everydaySize(word.slice(0, -1)) !== null)) return true;
  if (regularised(word).length > 0 || (word.startsWith('a') && everydaySize(word.slice(1)) !== null)) return true;
  const tail = TAIL.exec(word)?.[0] ?? '';
  const apart = tail.length < 2 || !tail.startsWith('n') ? tail.length : tail.length - 1;
  if (isOrdinaryWord(word.charAt(0).toUpperCase() + word.slice(1))) return true;
  return apart > 0 && isOrdinaryWord(`${word.slice(0, -apart)}'${word.slice(-apart)}`);
});

/** A capital within a sentence is a name, and capitals in other text are an abbreviation. */
function isName(text: string, at: number, written: string): boolean {
  if (written === written.toLowerCase()) return false;
  if (/[A-Z]/.test(written.slice(1))) return true;
  // "Owen is": who opens a sentence before a verb has a name.
  const next = /^\s([a-z]+)/.exec(text.slice(at + written.length, at + written.length + LONGEST))?.[1] ?? '';
  if (NAMED_BEFORE.has(next)) return true;
  return /[^\s.!?:(]\s*$/.test(text.slice(0, at).replace(/[.!?:\n]\s*$/, ''));
}

function meantBy(word: string, text: string, at: number): string | null {
  // "creat 8.1", "7.5 mg nocte": beside a value stands a measurement, a form or a time of taking, if only shortened, and no everyday word.
  const hasValue =
    VALUE_AFTER.test(text.slice(at + word.length, at + AROUND)) ||
    VALUE_BEFORE.test(text.slice(Math.max(0, at - LONGEST), at));
  const all = candidates(word);
  const near = hasValue && all[0] && !inVocabulary(all[0].word) ? all.filter((one) => TIME_UNIT.test(one.word)) : all;
  const [first, second] = near;
  if (!first || (second && near.some(({ word: one, cost }) => cost < first.cost + 1 && isMedicine(one)))) return null;
  if (!second && word.length > SHORT) return first.word;
  const [before, after] = [text.slice(Math.max(0, at - AROUND), at), text.slice(at + word.length, at + AROUND)];
  const left = before
    .split(/(?<=\s)(?=\S)/)
    .slice(-NEIGHBOURS)
    .join('');
  const right = after
    .split(/(?<=\S)(?=\s)/)
    .slice(0, NEIGHBOURS)
    .join('');
  const fitting = near.find((one) => isSaidTogether(left, one.word, right));
  return (fitting ?? (word.length > SHORT ? first : null))?.word ?? null;
}

/** Sugar and iron are words of every day. */
function isMedicine(word: string): boolean {
  return termNamed(word, ['drug']) !== null && everydaySize(word) === null;
}

/** Whether a term or a phrase of the red flags has the word with one of its neighbours. */
function isSaidTogether(left: string, word: string, right: string): boolean {
  const phrase = left + word + right;
  const [from, to] = [left.length, left.length + word.length];
  const covers = ({ start, end }: { start: number; end: number }): boolean =>
    start <= from && end >= to && end - start > word.length;
  if (findTerms(phrase).some(covers)) return true;
  const message = readWords(phrase);
  return findConcepts(message).some(({ from: first, to: last }) =>
    covers({ start: message.tokens[first]?.start ?? 0, end: message.tokens[last]?.end ?? 0 }),
  );
}

/** What may be meant, the likeliest first. */
const candidates = ofWord((word): readonly Candidate[] => {
  const found = new Map<string, number>();
  const listed = WORDS.has(word) ? conceptsOf(word) : [];
  if (WORDS.has(word) && listed.length === 0) return [];
  const add = (one: string, cost: number): void => {
    const rarity = rarityOf(one);
    if (rarity === null || UNTOUCHED.has(one) || (word.length <= SHORT && !WORDS.has(one))) return;
    // The red flags have "chst" too: only what they know as the same is meant.
    if (one === word || listed.some((concept) => !conceptsOf(one).includes(concept))) return;
    found.set(one, Math.min(found.get(one) ?? Number.POSITIVE_INFINITY, cost + rarity));
  };
  for (let at = 1; at <= word.length; at += 1) {
    const [before, rest] = [word.slice(0, at), word.slice(at)];
    for (const letter of LETTERS) add(before + letter + rest, letter === before.at(-1) ? 0.5 : 1);
    if (rest.length > 1) add(before + rest[1] + rest[0] + rest.slice(2), 1);
    if (word.length <= SHORT || rest === '') continue;
    if (rest.length > 1 || word.length > LOOSE_END) add(before + rest.slice(1), rest[0] === before.at(-1) ? 0.4 : 1.2);
    for (const letter of LETTERS) {
      if (isBeside(letter, rest[0] as string)) add(before + letter + rest.slice(1), 1);
      else if (VOWELS.includes(letter) && VOWELS.includes(rest[0] as string)) add(before + letter + rest.slice(1), 1.3);
    }
  }
  return [...found]
    .map(([one, cost]) => ({ word: one, cost }))
    .sort((one, other) => one.cost - other.cost)
    .slice(0, 8);
});

function conceptsOf(word: string): string[] {
  return findConcepts(readWords(word)).map(({ concept }) => concept);
}

/** How unlikely a word is to be meant; null for what is no word. */
function rarityOf(word: string): number | null {
  const size = everydaySize(word);
  const health = WORDS.has(word) || (word.length > SHORT && inVocabulary(word));
  if (size === null) return health && (word.length > SHORT + 1 || WORDS.has(word)) ? 0.8 : null;
  return (size === 10 ? 0 : size === 20 ? 0.4 : 0.9) - (health ? HEALTH_FIRST : 0);
}

function isBeside(one: string, other: string): boolean {
  return KEYS.some((row, nth) => {
    const at = row.indexOf(one);
    if (at < 0) return false;
    const beside = [
      row[at - 1],
      row[at + 1],
      KEYS[nth - 1]?.[at],
      KEYS[nth - 1]?.[at + 1],
      KEYS[nth + 1]?.[at],
      KEYS[nth + 1]?.[at - 1],
    ];
    return beside.includes(other);
  });
}

function inCaseOf(written: string, meant: string): string {
  if (written === written.toUpperCase()) return meant.toUpperCase();
  return written[0] === written[0]?.toLowerCase() ? meant : meant.charAt(0).toUpperCase() + meant.slice(1);
}

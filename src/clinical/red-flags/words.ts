/**
 * A message as the red flags read it: its words in order, each with its sentence. Folded so that haste does not matter: case,
 * apostrophes ("cant", "can't") and possessives are gone, and digits stand apart from letters ("6wk" is 6 and wk).
 */
import { split } from '../text/split.ts';

export type Span = { start: number; end: number };
export type Gender = 'he' | 'she' | 'they';
/** How a word speaks of another person: by a noun, or by a pronoun that stands for a word of the first person. */
export type OtherPerson = 'noun' | { gender: Gender; first: string };
/** What the phrases know of a word. `ids`: its numbers. `forms`: of a verb, the numbers of its other forms. */
export type KnownWord = { ids: readonly number[]; forms: readonly number[]; other: OtherPerson | null };
/** `known`: set where it was looked up. `corrected`: it was typed otherwise. `plain`: a plainer word for the same thing. */
export type Token = Span & {
  fold: string;
  sentence: number;
  known: KnownWord | null;
  corrected?: true;
  plain?: string;
};
export type Message = { text: string; tokens: Token[]; sentences: Span[] };

const BREAKS = '.!?;\n';
const APOSTROPHE = /['‘’´`ʼ]/;
/** Beyond this a message is a document; whoever needs help now says so sooner. */
const MOST_WORDS = 3000;

export function readWords(text: string): Message {
  const tokens: Token[] = [];
  const sentences: Span[] = [];
  let begun = 0;
  const fold = APOSTROPHE.test(text) ? foldFlagWord : toLowerCase;
  for (const { index: start, 0: word } of split(text, 'flags')) {
    const end = start + word.length;
    if (BREAKS.includes(word[0] as string)) {
      if (tokens.at(-1)?.sentence === sentences.length) {
        sentences.push({ start: begun, end });
        begun = end;
      }
    } else {
      tokens.push({ start, end, fold: fold(word), sentence: sentences.length, known: null });
      if (tokens.length >= MOST_WORDS) break;
    }
  }
  sentences.push({ start: begun, end: text.length });
  return { text, tokens, sentences };
}

/** "Dad's" -> "dad", "can't" -> "cant". */
function foldFlagWord(word: string): string {
  return toLowerCase(word)
    .replace(/['‘’´`ʼ]s$/, '')
    .replace(/['‘’´`ʼ]/g, '');
}

function toLowerCase(word: string): string {
  return word.toLowerCase();
}

/** Does one of these words stand in it? Whoever has a pattern that needs one can save the search. */
export function says({ tokens }: Message, words: ReadonlySet<string>): boolean {
  return tokens.some(({ fold }) => words.has(fold));
}

/** Which sentences of a message are English and which are not, in any script. */
import { createTextCache, once } from '../text/cache.ts';
import { matchesOf } from '../text/matches.ts';
import { leaningOf } from '../triage/lexicon.ts';
import { findTerms } from '../vocabulary/find-terms.ts';
import { areInDictionary, haveEnglishGrammar } from './english.ts';

type Sentence = { start: number; end: number; text: string; words: readonly string[] };

/** `foreign`: sentences that are not English. `otherScript`: whether one of them is in other letters than Latin ones. */
type Languages = { foreign: readonly Sentence[]; hasEnglish: boolean; otherScript: boolean };

const SENTENCE = /[^.!?;\n。！？؟।]+[.!?;\n。！？؟।]*/g;
const WORD = /\p{L}[\p{L}\p{M}'’]*/gu;
/** "200 mg/mL", "3 weeks": what is counted is no evidence. */
const COUNTED = /(?<![\d.,])\d[\d.,]{0,9}\s?[\p{L}%]{1,20}(?:\/\p{L}{1,10})?/gu;
const LATIN = /\p{Script=Latin}/u;
const NOT_LATIN = /(?!\p{Script=Latin})\p{L}/u;
/** Two letters of it are enough; one may be a sign: "β", "µ". */
const OTHER_SCRIPT = /(?!\p{Script=Latin})\p{L}(?!\p{Script=Latin})[\p{L}\p{M}]/u;
/** Fewer Latin words are a name, a brand or a typing error in any language; they go with the sentence before or after them. */
const FEWEST_WORDS = 4;
/** What language a message is in is clear from so many letters. */
const MOST_LETTERS = 2_000;

const memory = createTextCache<Languages>();

export function languagesIn(text: string): Languages {
  return memory(text, () => read(text.slice(0, MOST_LETTERS)));
}

function read(text: string): Languages {
  const isMedical = medicalWords(text);
  const allLatin = !NOT_LATIN.test(text);
  const foreign: Sentence[] = [];
  let [hasEnglish, otherScript] = [false, false];
  for (const sentence of sentencesOf(text)) {
    const { words } = sentence;
    const latin = allLatin ? words : words.filter((word) => LATIN.test(word));
    if (latin.length < words.length / 2 || words.length === 0) {
      foreign.push(sentence);
      otherScript = true;
      continue;
    }
    if (haveEnglishGrammar(latin)) {
      hasEnglish = true;
      continue;
    }
    // Names of diseases and medicines are the same in many languages: they tell nothing of this one.
    const telling = latin.filter((word) => !isMedical(word));
    if (telling.length < FEWEST_WORDS) continue;
    if (areInDictionary(telling)) hasEnglish = true;
    else foreign.push(sentence);
  }
  return { foreign, hasEnglish, otherScript };
}

function medicalWords(text: string): (word: string) => boolean {
  const named = once(() => new Set(findTerms(text).flatMap((match) => wordsIn(match.text))));
  return (word) => leaningOf(word) === 'strong' || named().has(word);
}

/** Of at least the fewest words each, if they are Latin; a message of fewer has none. */
function sentencesOf(text: string): Sentence[] {
  const found: Sentence[] = [];
  let start = 0;
  for (const { 0: part, index } of matchesOf(SENTENCE, text)) {
    const end = index + part.length;
    const sentence = text.slice(start, end);
    const words = wordsIn(sentence);
    if (words.length < FEWEST_WORDS && !OTHER_SCRIPT.test(sentence)) continue;
    found.push({ start, end, text: sentence, words });
    start = end;
  }
  return found;
}

function wordsIn(text: string): string[] {
  return text.replace(COUNTED, ' ').toLowerCase().replaceAll('’', "'").match(WORD) ?? [];
}

/** Which option an answer means: its letter, its place, or its words. Null where it could be several, or none. */
import { contentWords } from '../content/words.ts';
import { LETTERS } from './quiz.ts';

/** "B", "b)", "(b)", "option B", "answer: b", "it's b" */
const LETTER =
  /^\W*(?:(?:option|answer|choice|letter|i (?:say|think|choose|pick)|it(?:['’]s| is)|is|the)\W+){0,3}([a-f])\W*$/i;
const PLACES = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth'];
const PLACE = /^\W*(?:the )?(first|second|third|fourth|fifth|sixth|last)(?: (?:one|option|answer))?\W*$/i;
const LONGEST = 500;
/** Of the words that set an option apart: so many are enough to mean it, if no other option has as many. */
const MEANT = 0.6;
const MOST_BESIDE = 6;

/** "I don't know", "skip", "what is the answer?": the user wants to see it. */
const GIVES_UP =
  /^\W*(?:show|pass|skip|next|idk|dunno|no (?:idea|clue)|not sure|i (?:do not|don['’]?t) know|i have no (?:idea|clue)|i give up|(?:what|which)(?: is|['’]?s| was)? (?:the )?(?:right |correct )?(?:answer|one))\b|^\s*\?/i;

export function givesUp(text: string): boolean {
  return GIVES_UP.test(text.slice(0, LONGEST));
}

/** The option that is said word for word; -1 for none. */
export function optionNamed(said: string, options: readonly string[]): number {
  return options.findIndex((option) => plain(option) === plain(said));
}

export function readChoice(text: string, options: readonly string[]): number | null {
  const said = text.trim().slice(0, LONGEST);
  const exact = optionNamed(said, options);
  if (exact >= 0) return exact;
  const letter = LETTER.exec(said)?.[1];
  if (letter) return within(LETTERS.indexOf(letter.toUpperCase()), options);
  const place = PLACE.exec(said)?.[1]?.toLowerCase();
  if (place) return within(place === 'last' ? options.length - 1 : PLACES.indexOf(place), options);
  const number = /^\W*([1-6])\W*$/.exec(said)?.[1];
  if (number) return within(Number(number) - 1, options);
  return byWords(said, options);
}

function byWords(said: string, options: readonly string[]): number | null {
  const words = contentWords(said);
  const all = options.map(contentWords);
  const scores = all.map((own, index) => {
    const others = all.filter((_, at) => at !== index);
    const only = new Set([...own].filter((word) => !others.some((other) => other.has(word))));
    return covered(only.size > 0 ? only : own, words);
  });
  const best = Math.max(...scores);
  if (best < MEANT || scores.filter((score) => score === best).length > 1) return null;
  return scores.indexOf(best);
}

/** How much was said of what sets the option apart. A long message that happens to hold a short option means nothing by it. */
function covered(option: ReadonlySet<string>, said: ReadonlySet<string>): number {
  if (option.size === 0 || said.size > option.size + MOST_BESIDE) return 0;
  return [...option].filter((word) => said.has(word)).length / option.size;
}

function within(index: number, options: readonly string[]): number | null {
  return index >= 0 && index < options.length ? index : null;
}

/** Words and signs of values; a full stop at the end is none. */
function plain(text: string): string {
  return (text.toLowerCase().match(/[\p{L}\p{N}%/^-]+(?:\.\p{N}+)?/gu) ?? []).join(' ');
}

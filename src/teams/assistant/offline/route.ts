/** Whose work a command is: the words of routing-words.ts are added up for each specialist, and a few signs that are no words. */
import { type Command, isHead } from './command.ts';
import { readRepeat } from './repeat.ts';
import { DAYS, PREPOSITIONS, ROUTING_WORDS, type Specialist, WORLD_QUESTIONS } from './routing-words.ts';

/** One clear sign, such as the word calendar; two weak ones, such as "what" and "Friday". */
const ENOUGH = 3;
/** "To my list": the place where something goes says more than a word that merely occurs. */
const PLACE_BONUS = 2;
/** From a preposition to its noun: "to my weekly shopping list". */
const PLACE_WORDS = 4;

const ADDRESS = /\bhttps?:\/\/\S/i;
const FILE_NAME = /^[\p{L}\p{N}_-][\p{L}\p{N}_.-]*\.(?:md|txt|json|csv|ya?ml|html?|tsv|log|ts|js|py)$/u;
const CODE = /```/;
const NUMBER_QUESTION: ReadonlySet<string> = new Set(['what', 'is', 'how', 'much', 'of']);
const ARITHMETIC = /\d ?[+*×÷^] ?\d|\d [-/] \d|\d ?(?:%|percent) of \d/i;
const TIME = /\b(?:\d{1,2}(?:[:.]\d{2})? ?(?:am|pm)|\d{1,2}:\d{2}|noon|midnight|o'clock)\b/i;
/** "What is 10/2?": a question of numbers alone. */
const NUMBER = /^\d[\d.]*$/;

export type Candidate = { agent: Specialist; score: number };

/** The specialists with enough to say for them, the likeliest first. */
export function candidates(command: Command): Candidate[] {
  const scores = scoresOf(command);
  const found = ROUTING_WORDS.map(({ agent }) => ({ agent, score: scores.get(agent) ?? 0 }))
    .filter(({ score }) => score >= ENOUGH)
    .sort((a, b) => b.score - a.score);
  const isForWeb = WORLD_QUESTIONS.has(command.frame[0]?.word ?? '');
  if (!isForWeb || found.some(({ agent }) => agent === 'web_research_agent')) return found;
  return [...found, { agent: 'web_research_agent', score: ENOUGH }];
}

function scoresOf({ text, frame, frameEnd }: Command): Map<Specialist, number> {
  const words = frame.map(({ word }) => word);
  const head = headOf(words);
  const scores = new Map<Specialist, number>();
  const add = (agent: Specialist, weight: number) => scores.set(agent, (scores.get(agent) ?? 0) + weight);
  for (const { agent, heads, nouns } of ROUTING_WORDS) {
    add(agent, own(heads, words[head] ?? ''));
    for (const [index, word] of words.entries()) {
      // A message that begins with no command says what it is about: "meetings tomorrow".
      const commands = index === head && isHead(word);
      const weight = commands ? 0 : Math.max(...singulars(word).map((one) => own(nouns, one)));
      if (weight === 0) continue;
      const isPlace =
        weight >= ENOUGH && words.slice(Math.max(0, index - PLACE_WORDS), index).some((one) => PREPOSITIONS.has(one));
      add(agent, weight + (isPlace ? PLACE_BONUS : 0));
    }
  }
  if (words.some((word) => DAYS.has(word))) add('calendar_agent', 2);
  const asked = text.slice(0, frameEnd);
  if (TIME.test(asked)) add('calendar_agent', 2);
  if (readRepeat(asked)) add('calendar_agent', 2);
  if (words.some((word) => FILE_NAME.test(word))) add('filesystem_agent', 4);
  if (ADDRESS.test(text)) add('web_research_agent', 5);
  if (ARITHMETIC.test(asked) || asksOfNumbers(words)) add('axel_agent', 4);
  if (CODE.test(text)) for (const agent of ['axel_agent', 'agentic_coder_agent'] as const) add(agent, 2);
  if (asksForOwn(words)) add('memory_agent', 3);
  return scores;
}

/** "I bought the milk" is about "bought". */
function headOf(words: readonly string[]): number {
  if (words[0] !== 'i' && words[0] !== "i've" && words[0] !== 'we') return 0;
  return words[1] === 'have' || words[1] === 'am' ? 2 : 1;
}

/** "What is my locker code?": something that only the user can have told. */
function asksForOwn(words: readonly string[]): boolean {
  return WORLD_QUESTIONS.has(words[0] ?? '') && words.slice(1, 9).includes('my');
}

function asksOfNumbers(words: readonly string[]): boolean {
  const rest = words.filter((word) => !NUMBER_QUESTION.has(word));
  return rest.length > 1 && rest.every((word) => NUMBER.test(word));
}

function singulars(word: string): string[] {
  return [word, word.replace(/s$/, ''), word.replace(/es$/, ''), word.replace(/ies$/, 'y')];
}

function own(weights: Readonly<Record<string, number>>, word: string): number {
  return Object.hasOwn(weights, word) ? (weights[word] ?? 0) : 0;
}

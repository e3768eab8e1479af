/**
 * Reads a message as a command: without courtesy and the name of whoever is addressed, split into the words that command (the frame) and
 * the user's own words that they apply to (after a colon, in quotes, in a code block), in which nothing is a command.
 */
import { CLOSING, COURTESIES, HEADS, QUESTION_HEADS } from './routing-words.ts';

export type Word = { word: string; start: number; end: number };

export type Command = {
  /** The message without courtesy. */
  text: string;
  /** Its words up to the user's own words. */
  frame: Word[];
  /** How much of the text is the frame. */
  frameEnd: number;
};

/** A colon before a space, a quotation mark or a code block. */
const CONTENT = /:(?=\s)|:$|["“”«`]|(?<![\p{L}\d])['‘](?=\S)/mu;
const WORD = /[\p{L}\p{N}][\p{L}\p{N}'’.@+-]*/gu;
/** After a sentence, they say nothing here. */
const MARKS = ' \t\r\n.,;!?…';
const AFTER_WORD = /['’.+-]{1,8}$/;

export function readCommand(message: string): Command {
  const opened = message.slice(openingEnd(message));
  const content = CONTENT.exec(opened)?.index;
  const text = content === undefined ? withoutClosing(opened) : opened.trimEnd();
  const frameEnd = Math.min(content ?? text.length, text.length);
  return { text, frame: wordsIn(text.slice(0, frameEnd)), frameEnd };
}

export function wordsIn(text: string): Word[] {
  return Array.from(text.matchAll(WORD), (match) => {
    const written = match[0].replace(AFTER_WORD, '');
    const word = written.toLowerCase().replaceAll('’', "'").replace(/'s$/, '');
    return { word, start: match.index, end: match.index + written.length };
  });
}

/** Whether the word begins a command or a question. */
export function isHead(word: string): boolean {
  return HEADS.has(word) || QUESTION_HEADS.has(word);
}

/** Words that courtesy may take up at most. */
const MAX_COURTESY = 24;

function openingEnd(message: string): number {
  const words = wordsIn(message.slice(0, 400)).slice(0, MAX_COURTESY);
  let at = 0;
  while (at < words.length) {
    const phrase = COURTESIES.find((one) => one.every((word, index) => words[at + index]?.word === word));
    const taken = phrase?.length ?? nameAt(message, words, at);
    if (taken === 0 || at + taken >= words.length) break;
    at += taken;
  }
  return words[at]?.start ?? 0;
}

/** "Anna, turn on ...": one or two words before a comma that command nothing. */
function nameAt(message: string, words: readonly Word[], at: number): number {
  for (const length of [1, 2]) {
    const last = words[at + length - 1];
    if (!last || isHead(words[at]?.word ?? '')) return 0;
    if (message[last.end] === ',') return isHead(words[at + length]?.word ?? '') || length === 1 ? length : 0;
  }
  return 0;
}

function withoutClosing(text: string): string {
  let end = text.length;
  for (;;) {
    const words = wordsIn(text.slice(Math.max(0, end - 200), end));
    const offset = Math.max(0, end - 200);
    const phrase = CLOSING.find((one) => one.every((word, index) => words.at(index - one.length)?.word === word));
    const first = phrase && words.at(-phrase.length);
    // Nothing but courtesy is small talk, and stays.
    if (!first || offset + first.start === 0) break;
    end = offset + first.start;
  }
  while (end > 0 && MARKS.includes(text[end - 1] ?? '')) end -= 1;
  return text.slice(0, end);
}

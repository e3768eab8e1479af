/**
 * The wishes in a message, in their order: "add milk to my list and what is on Friday?" is two. A new wish begins where a new command or
 * question does that is somebody's work; the user's own words (after a colon, in quotes) belong to the wish before them.
 */
import { type Command, isHead, readCommand, type Word } from './command.ts';
import { type Candidate, candidates } from './route.ts';
import { CONTENT_HEADS } from './routing-words.ts';

export type Wish = { text: string; candidates: Candidate[] };

const CONNECTORS: ReadonlySet<string> = new Set(['and', 'then', 'also', 'plus', 'afterwards']);
const ENDS_SENTENCE = /[.;!?\n]/;
const ENDS_PART = /[,.;!?\n]/;
/** Inside the user's own words, "and book a table" is no command, but "and add milk to my list" is. */
const CLEAR = 5;
/** A message with more is read up to here: the rest belongs to the last wish. */
const MAX_WISHES = 8;

export function wishesOf(message: string): Wish[] {
  const command = readCommand(message);
  const parts = partsOf(command);
  const wishes: Wish[] = [];
  for (const [index, part] of parts.entries()) {
    const end = parts[index + 1]?.start ?? command.text.length;
    const text = command.text.slice(part.start, end);
    const found = candidates(readCommand(text));
    const last = wishes.at(-1);
    if (last && !isWish(found, part, last)) last.text = last.text + text;
    else wishes.push({ text, candidates: found });
  }
  const read = wishes.map(({ text }) => {
    const command = readCommand(withoutConnector(text));
    return { text: command.text, candidates: candidates(command), commands: isHead(command.frame[0]?.word ?? '') };
  });
  if (read.length === 1) return read.map(({ commands: _, ...wish }) => wish);
  // "I am cooking, add milk to my list": the first part wants nothing. What nobody can do comes last, so that the rest is done.
  const wanted = read.filter(({ candidates: found, commands }) => found.length > 0 || commands);
  const doable = ({ candidates: found }: Wish) => (found.length > 0 ? 0 : 1);
  return wanted.map(({ commands: _, ...wish }) => wish).sort((one, other) => doable(one) - doable(other));
}

type Part = { start: number; afterSentence: boolean };

function partsOf({ text, frame }: Command): Part[] {
  const parts: Part[] = [{ start: 0, afterSentence: true }];
  for (const [index, word] of frame.entries()) {
    const before = frame[index - 1];
    if (!before || parts.length >= MAX_WISHES) continue;
    const gap = text.slice(before.end, word.start);
    if (CONNECTORS.has(before.word) || !(CONNECTORS.has(word.word) || ENDS_PART.test(gap))) continue;
    if (begins(frame, index)) parts.push({ start: word.start, afterSentence: ENDS_SENTENCE.test(gap) });
  }
  return parts;
}

/** Whether a command or question begins here, after connectors and courtesy. */
function begins(frame: readonly Word[], index: number): boolean {
  const ahead = frame.slice(index, index + 6);
  const text = ahead.map(({ word }) => word).join(' ');
  const [first] = readCommand(text).frame;
  return first !== undefined && (isHead(first.word) || /^i(?:'ve)?$/.test(first.word));
}

function isWish(found: readonly Candidate[], part: Part, before: Wish): boolean {
  const score = found[0]?.score ?? 0;
  if (score === 0) return false;
  const [head] = readCommand(before.text).frame;
  return part.afterSentence || !CONTENT_HEADS.has(head?.word ?? '') || score >= CLEAR;
}

function withoutConnector(text: string): string {
  const trimmed = text.trim();
  const { frame } = readCommand(trimmed);
  const last = frame.at(-1);
  return last && CONNECTORS.has(last.word) && last.end >= trimmed.length - 1 ? trimmed.slice(0, last.start) : trimmed;
}

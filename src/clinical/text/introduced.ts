/**
 * Whether a message begins with a relative as the one it is about: by their age, by what they take, or because the writer cares for them.
 * It then goes on about them until the writer speaks of themselves. An illness alone may be what runs in the family, so after it only
 * a treatment that a doctor began for nobody else is theirs.
 */
import { patternsOf } from './patterns.ts';
import { CARERS } from './persons.ts';
import { I_OR_WE, OF_WRITER } from './pronouns.ts';
import type { Token } from './tokens.ts';
import type { Trigger } from './triggers.ts';

const { words } = patternsOf('text', 'introduced');
const { words: peopleWords } = patternsOf('text', 'people');

/** How far from the beginning somebody is introduced, and their age or their medicines from there. In tokens. */
export const OPENING = 4;
const AGE = /^\d{1,3}$/;
const WRITER = new Set([...I_OR_WE, ...OF_WRITER, 'mine', 'myself']);
/** "I care for", "I look after", "on behalf of", before the relative. */
const CARING = words('CARING');
/** "Takes", "on"; "Dad's tablets". */
const TREATED = words('TREATED');
/** What is over: "my mum died at 84". */
const ENDED = words('ENDED');
const ILL = words('ILL');
const CARES = peopleWords('CARES');
const BEGUN = words('BEGUN');

/** `end`: where the sentence ends. */
export function isIntroduced(tokens: readonly Token[], { kind, from, to }: Trigger, end: number): boolean {
  if (kind !== 'family') return false;
  // "I care for my mum", "I'm my mum's carer".
  const isCaredFor = [from - 2, to - 1, to].some((at) => CARING.has(tokens[at]?.word ?? ''));
  const rest = wordsOf(tokens, to, Math.min(end, to + OPENING));
  if (rest.some((word) => ENDED.has(word))) return false;
  if (isCaredFor && from <= 2 * OPENING && !hasSubject(tokens, to, end)) return true;
  if (from > OPENING || hasSubject(tokens, 0, end)) return false;
  return (
    [...wordsOf(tokens, from, to), ...rest].some((word) => AGE.test(word)) || TREATED.has(rest[0] ?? '') || isOn(rest)
  );
}

/** "My mum has dementia": told in the present, of somebody with whom the message begins. */
export function isIll(tokens: readonly Token[], { kind, from, to }: Trigger, end: number): boolean {
  return kind === 'family' && from <= OPENING && ILL.has(tokens[to]?.word ?? '') && !hasSubject(tokens, 0, end);
}

/** "GP started memantine": a sentence that begins with who treats, and names nobody who is treated. */
export function isTreatment(tokens: readonly Token[], start: number, end: number): boolean {
  const at = [start, start + 1].find((one) => CARERS.has(tokens[one]?.word ?? ''));
  const verb = at === undefined ? '' : (tokens[at + 1]?.word ?? '');
  return (CARES.has(verb) || BEGUN.has(verb)) && !wordsOf(tokens, start, end).some((word) => WRITER.has(word));
}

function isOn([verb = '', second = '']: readonly string[]): boolean {
  return (verb === 'is' || verb === 'now') && TREATED.has(second);
}

function hasSubject(tokens: readonly Token[], from: number, to: number): boolean {
  for (let at = from; at < to; at += 1) if (I_OR_WE.has((tokens[at] as Token).word)) return true;
  return false;
}

function wordsOf(tokens: readonly Token[], from: number, to: number): string[] {
  return tokens.slice(from, to).map(({ word }) => word);
}

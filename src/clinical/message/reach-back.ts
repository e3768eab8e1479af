/** What a clause says of those before it: when they were, that they are over, that they were only told of, what they are for. */
import { sentenceAt } from '../text/sentences.ts';
import { straight } from '../text/straight.ts';
import {
  asksHow,
  asksIfRealistic,
  type Frame,
  goesOnInPast,
  isHere,
  isInPast,
  isNeverOver,
  isNoneOfIt,
  isNoToAll,
  isOver,
  isRecent,
  isWeeksAgo,
  isWellAgain,
  speaksOfNow,
  tellsPast,
  tellsQuestion,
  wasCaredFor,
  wasSeen,
} from './realities.ts';
import type { Clause } from './understanding.ts';

/** How many sentences before it a clause may say that something is over, or ask how it can be. */
const SENTENCES_BACK = 2;
const OWN_WORDS = /\b(?:i|i'm|i've|my|me|we|our|us|he|she|him|her|his)\b/i;
const OF_WRITER = /\b(?:i|i'm|i've|my|me)\b/i;
const FIRST_PERSON = /\b(?:i|i'm|i've|my|me|we|our|us)\b/i;

/** `strangers`: clauses about anybody whom the writer does not know: "a footballer collapsed". The last clause is what was just read. */
export function reachBack(text: string, clauses: readonly Clause[], strangers: ReadonlySet<Clause>): void {
  const [before, last] = [clauses.at(-2), clauses.at(-1)];
  if (!before || !last) return;
  const wordsOf = ({ start, end }: Clause): string => straight(text.slice(start, end));
  const words = wordsOf(last);
  if (before.reality === 'now') {
    const said = wordsOf(before);
    if (last.reality === 'past' && isSameSentence(before, last) && /^\W*when\b/i.test(words) && goesOnInPast(said))
      before.reality = 'past';
    if (isNoneOfIt(words) && !OWN_WORDS.test(said)) before.reality = 'told';
  }
  if (isNoToAll(words)) answerNo(clauses, wordsOf);
  const realistic = last.asks && asksIfRealistic(words);
  const [seen, well, how] = [wasSeen(words), isWellAgain(words), realistic || (last.asks && asksHow(words))];
  if (!seen && !well && !how) return;
  for (const clause of clauses.slice(0, -1)) {
    if (clause.reality !== 'now' || last.sentence - clause.sentence > SENTENCES_BACK) continue;
    const said = wordsOf(clause);
    if (speaksOfNow(said) || !isInPast(said)) continue;
    const over =
      !isNeverOver(said) && ((seen && isLookedInto(text, clauses, clause)) || (well && isLongAgo(text, clause)));
    // "I fainted on Sunday, the ambulance sent me home", "In March I had a fit. Nothing since."
    if (over && (clause.subject === last.subject || (last.subject === 'self' && !OF_WRITER.test(words))))
      clause.reality = 'past';
    // "A footballer collapsed on the pitch. Why does that happen?"
    else if (how && (strangers.has(clause) || (realistic && clause.subject === 'someone')) && !isOwn(said))
      clause.reality = 'told';
  }
}

/** Whether there was care, or time for it, so that what was found by it ends what a clause tells. */
function isLookedInto(text: string, clauses: readonly Clause[], clause: Clause): boolean {
  const last = clauses.at(-1) as Clause;
  const sentence = sentenceOf(text, clause);
  const since = text.slice(clause.start, last.end);
  const told = isSameSentence(clause, last) ? straight(text.slice(clause.start, clause.end)) : sentence;
  // "Woke up blind, and the scan was clear last month": it was looked into before.
  if (isDated(straight(text.slice(last.start, last.end))) && !isDated(told)) return false;
  return tellsPast(told) && (isWeeksAgo(sentence) || wasCaredFor(straight(since)));
}

function isDated(words: string): boolean {
  return isRecent(words) || isWeeksAgo(words) || isOver(words);
}

function isLongAgo(text: string, clause: Clause): boolean {
  const sentence = sentenceOf(text, clause);
  return isWeeksAgo(sentence) && isInPast(sentence) && !speaksOfNow(sentence);
}

function sentenceOf(text: string, clause: Clause): string {
  const { start, end } = sentenceAt(text, clause.start);
  return straight(text.slice(start, end));
}

/** "She asked had I ever had chest pain, collapse, | and I said no to all of it": what was asked is not so, back to the asking. */
function answerNo(clauses: readonly Clause[], wordsOf: (clause: Clause) => string): void {
  const answer = clauses.length - 1;
  const near = clauses[answer]?.sentence ?? 0;
  const isAsking = (clause: Clause): boolean => near - clause.sentence <= 1 && tellsQuestion(wordsOf(clause));
  const before = clauses.slice(0, answer).findLastIndex(isAsking);
  const asked = before < 0 ? clauses.findLastIndex(isAsking) : before;
  if (asked < 0) return;
  for (const clause of clauses.slice(asked)) if (!speaksOfNow(wordsOf(clause))) clause.reality = 'told';
}

/** "… It's for my first aid course": of the clauses before it that are about nobody the writer knows. */
export function frameBehind(clauses: readonly Clause[], { world }: Frame): void {
  for (const clause of clauses)
    if (clause.reality === 'now' && (clause.subject === 'someone' || clause.subject === 'anybody'))
      clause.reality = world;
}

function isOwn(said: string): boolean {
  return FIRST_PERSON.test(said) || isHere(said);
}

function isSameSentence(one: Clause, other: Clause): boolean {
  return one.sentence === other.sentence;
}

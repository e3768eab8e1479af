/** What a clause says of those before it: when they were, that they are over, that they were only told of, what they are for. */
import { patternsOf } from '../text/patterns.ts';
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

const { pattern } = patternsOf('message', 'reach-back');

/** How many sentences before it a clause may say that something is over, or ask how it can be. */
const SENTENCES_BACK = 2;
const OWN_WORDS = /\b(?:i|i'm|i've|my|me|we|our|us|he|she|him|her|his)\b/i;
const OF_WRITER = /\b(?:i|i'm|i've|my|me)\b/i;
const FIRST_PERSON = /\b(?:i|i'm|i've|my|me|we|our|us)\b/i;
/** What was found to be over, and is not if it comes back. */
const ended = new WeakSet<Clause>();
const COMES_BACK =
  /\b(?:it|they|that|this|the \w+|same \w+)(?:'s| is| has|'ve| have)? (?:come |came |is |started |happened |happening |got |getting |coming )?(?:back|again|worse|returned)\b/i;
const ONGOING = /\bsince\b/i;
/** Whom those who cared sent home, or looked at. */
const PATIENT = /\b(?:sent|let|kept|checked|examined|scanned|discharged) (me|us|him|her|them)\b/i;
/** What a leaflet or a form names is nobody's yet. */
const LISTS = /\b(?:leaflet|label|form|website|list)\b|\bside effects?\b/i;
/** "Was in A&E on Saturday with chest pain": what somebody was seen for. */
const VISIT = pattern('VISIT', 'i');

/** `strangers`: clauses about anybody whom the writer does not know: "a footballer collapsed". The last clause is what was just read. */
export function reachBack(text: string, clauses: readonly Clause[], strangers: ReadonlySet<Clause>): void {
  const [before, last] = [clauses.at(-2), clauses.at(-1)];
  if (!last) return;
  const wordsOf = ({ start, end }: Clause): string => straight(text.slice(start, end));
  const words = wordsOf(last);
  const seen = wasSeen(words);
  if (COMES_BACK.test(words)) for (const clause of clauses) if (ended.has(clause)) clause.reality = 'now';
  if (seen) endVisit(text, clauses);
  if (!before) return;
  if (before.reality === 'now') {
    const said = wordsOf(before);
    if (last.reality === 'past' && isSameSentence(before, last) && /^\W*when\b/i.test(words) && goesOnInPast(said))
      before.reality = 'past';
    if (isNoneOfIt(words) && (!OWN_WORDS.test(said) || LISTS.test(said))) before.reality = 'told';
  }
  if (isNoToAll(words)) answerNo(clauses, wordsOf);
  const realistic = last.asks && asksIfRealistic(words);
  const [well, how] = [isWellAgain(words), realistic || (last.asks && asksHow(words))];
  if (!seen && !well && !how) return;
  for (const clause of clauses.slice(0, -1)) {
    if (clause.reality !== 'now' || last.sentence - clause.sentence > SENTENCES_BACK) continue;
    const said = wordsOf(clause);
    if (speaksOfNow(said) || !isInPast(said) || ONGOING.test(said)) continue;
    const over =
      !isNeverOver(said) && ((seen && isLookedInto(text, clauses, clause)) || (well && isLongAgo(text, clause)));
    // "I fainted on Sunday, the ambulance sent me home", "In March I had a fit. Nothing since."
    if (over && isOfSame(clause, last, words)) end(clause);
    // "A footballer collapsed on the pitch. Why does that happen?"
    else if (how && (strangers.has(clause) || (realistic && clause.subject === 'someone')) && !isOwn(said))
      clause.reality = 'told';
  }
}

/** Whether what a clause finds is said of whom an earlier one tells: "they sent me home" is of the writer. */
function isOfSame(clause: Clause, last: Clause, words: string): boolean {
  const whom = PATIENT.exec(words)?.[1]?.toLowerCase();
  if (whom === 'me') return clause.subject === 'self';
  if (whom === 'him' || whom === 'her') return clause.subject !== 'self';
  return clause.subject === last.subject || whom === 'us' || (last.subject === 'self' && !OF_WRITER.test(words));
}

/** The visit and what was found stand in one sentence: "went to the ER last week with chest pain, they said it was reflux". */
function endVisit(text: string, clauses: readonly Clause[]): void {
  const last = clauses.at(-1) as Clause;
  const sentence = sentenceOf(text, last);
  if (!VISIT.test(sentence) || !tellsPast(sentence) || isNeverOver(sentence)) return;
  for (const clause of clauses) if (isSameSentence(clause, last) && clause.reality === 'now') end(clause);
}

function end(clause: Clause): void {
  clause.reality = 'past';
  ended.add(clause);
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

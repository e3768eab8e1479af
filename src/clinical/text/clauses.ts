/**
 * Where the clauses of a text begin, so that "no" and "if" reach no further than they are meant: at a semicolon, at a joint with a
 * new subject or verb ("no fever, and I feel dizzy"), and, since people leave out commas, before a bare new subject ("i dont
 * have a fever i have a cough").
 */

import { patternsOf } from './patterns.ts';
import { isPersonNoun } from './persons.ts';
import { POSSESSIVES } from './pronouns.ts';
import type { Token } from './tokens.ts';
import { wordSet } from './word-sets.ts';

const { words } = patternsOf('text', 'clauses');

const MARKS = new Set([';', ':', '–', '—', '-', '.', '!', '?', '\n']);
/** A full stop after these ends nothing. */
const SHORTENED = words('SHORTENED');
const CONTRASTS = wordSet('but however although though except yet whereas instead otherwise because cuz bc');
const LINKS = wordSet('since while when that which');
const CONJUNCTIONS = wordSet('and so then plus & also');
/** Where a noun phrase ends before its verb has come. */
const JOINTS = wordSet('and or but when while if that who which because so then');
const SUBJECTS = wordSet('i he she it we they');
const SOMEBODY = wordSet('i you he she we they');
const RECEIVERS = wordSet('me him us them');
const WRITER = wordSet('i me myself');
const SPEAKER = /^(?:i|we)(?:['’]|$)/;
const PAST = wordSet('was were had did got went took felt fell came became began woke');
/** What goes on now is not of last year, whatever was before it: "fainted and still confused". */
const NOW = wordSet('still now today currently');
/** "In 2012", "two years ago", "last summer". */
const OF_TIME = words('OF_TIME');
const LONGEST_TIME = 5;
const POINTING = wordSet('there this');
const BE = wordSet('is are was were');
const ARTICLES = wordSet('the a an this that');
const AFTER_COMMA = words('AFTER_COMMA');
const AFTER_CONJUNCTION = words('AFTER_CONJUNCTION');
/** After these a subject goes on with what was begun: "if I", "do I", "says he". */
const HOLDERS = words('HOLDERS');
const PREPOSITIONS = words('PREPOSITIONS');
const VERBS = words('VERBS');
const FINITE = words('FINITE');
const AFTER_VERB = words('AFTER_VERB');
/** How far a verb may be from "my": "my lower left back hurts". */
const VERB_WITHIN = 5;
/** After a comma the noun may have more with it: ", the little alarm for carbon monoxide is beeping". */
const VERB_WITHIN_AFTER_COMMA = 7;

/** Places in the list of tokens at which a clause begins, in order. */
export function clauseStarts(tokens: readonly Token[]): number[] {
  const starts: number[] = [];
  for (let at = 1; at < tokens.length; at += 1) {
    const begun = starts.at(-1) ?? 0;
    if ((beginsClause(tokens, at) && !isOneSubject(tokens, begun, at)) || beginsWithNoun(tokens, at, begun))
      starts.push(withTime(tokens, at, begun));
  }
  return starts;
}

/** "Me and my husband have it", "both me and my wife": the "and" at this place joins two who do the same. */
export function isOneSubject(tokens: readonly Token[], begun: number, at: number): boolean {
  if (wordAt(tokens, at) !== 'and' || at - begun > 2 || !WRITER.has(wordAt(tokens, at - 1))) return false;
  return at - begun === 1 || wordAt(tokens, begun) === 'both';
}

function beginsClause(tokens: readonly Token[], at: number): boolean {
  const word = wordAt(tokens, at);
  const before = wordAt(tokens, at - 1);
  const after = wordAt(tokens, at + 1);
  // "At 9:30": a clock is one thing.
  if (before === ':' && /^\d/.test(word) && /^\d+$/.test(wordAt(tokens, at - 2))) return false;
  if (MARKS.has(before)) return before !== '.' || !SHORTENED.has(wordAt(tokens, at - 2));
  if (CONTRASTS.has(before)) return true;
  if (LINKS.has(before)) return word === 'i';
  if (word === ',')
    return AFTER_COMMA.has(CONJUNCTIONS.has(after) ? wordAt(tokens, at + 2) : after) || beginsWithVerb(tokens, at + 1);
  if (CONJUNCTIONS.has(word) && (AFTER_CONJUNCTION.has(after) || isPointing(tokens, at + 1))) return true;
  if (before === ',' || CONJUNCTIONS.has(before)) return false;
  // "What should I do I have": after its subject, "do" is the verb itself.
  const done = before === 'do' && SUBJECTS.has(wordAt(tokens, at - 2));
  if (SUBJECTS.has(word)) return (done || isFree(before, word === 'it')) && after !== ',' && !MARKS.has(after);
  return POSSESSIVES.has(word) && isFree(before) && !PREPOSITIONS.has(before) && verbFollows(tokens, at);
}

/** "… blurred vision and last year we went to Spain": a time before the subject opens its clause, unless the past tense came before. */
function withTime(tokens: readonly Token[], at: number, begun: number): number {
  if (!SUBJECTS.has(wordAt(tokens, at))) return at;
  // "… and today I can't move"
  if (NOW.has(wordAt(tokens, at - 1)) && CONJUNCTIONS.has(wordAt(tokens, at - 2)) && at - 2 > begun) return at - 2;
  // "… and in 2012 I broke my leg", "… and years ago I was stung"
  let first = at;
  while (at - first < LONGEST_TIME && isOfTime(wordAt(tokens, first - 1))) first -= 1;
  if (first < at && CONJUNCTIONS.has(wordAt(tokens, first - 1)) && first - 1 > begun) return first - 1;
  if (wordAt(tokens, at - 2) !== 'last') return at;
  const joined = CONJUNCTIONS.has(wordAt(tokens, at - 3));
  const from = joined ? at - 3 : at - 2;
  const said = tokens.slice(begun, from);
  const past = said.some(({ word }) => PAST.has(word) || (word.length > 4 && word.endsWith('ed')));
  return from > begun && (joined || !past || said.some(({ word }) => NOW.has(word))) ? from : at;
}

/** "… I might faint the printer is broken", "… and our neighbour was kind": another noun with its verb, after a verb of its own. */
function beginsWithNoun(tokens: readonly Token[], at: number, begun: number): boolean {
  const joint = CONJUNCTIONS.has(wordAt(tokens, at));
  const article = joint ? at + 1 : at;
  const said = () => tokens.slice(begun, at);
  const isSecond = () => said().some(({ word }) => isVerb(word));
  // "I work nights and dad is on warfarin": one's own are named without "my". Whoever speaks of "I" has said a verb, known or not.
  if (joint && isPersonNoun(wordAt(tokens, article)))
    return (
      (isVerb(wordAt(tokens, article + 1)) ||
        (!JOINTS.has(wordAt(tokens, article + 1)) && verbFollows(tokens, article))) &&
      (isSecond() || said().some(({ word }) => SPEAKER.test(word)))
    );
  if (!ARTICLES.has(wordAt(tokens, article)) && !(joint && POSSESSIVES.has(wordAt(tokens, article)))) return false;
  if (!joint && !isFree(wordAt(tokens, at - 1))) return false;
  // "Got the wound cleaned", "having the wall painted": after a verb, a noun with "-ed" is its object.
  const before = wordAt(tokens, at - 1);
  const finite = isVerb(before) || /.{2}ing$/.test(before) ? VERBS : null;
  return verbFollows(tokens, article, finite) && isSecond();
}

/** "Not pregnant, burns when I wee" says something new; "no cuts, burns or bruises" is a list. */
function beginsWithVerb(tokens: readonly Token[], at: number): boolean {
  const word = wordAt(tokens, at);
  const after = wordAt(tokens, at + 1);
  // "Tried Lexapro, hated it, stopped": a bare verb goes on about the same thing.
  if (after === ',' || MARKS.has(after)) return false;
  return FINITE.has(word) || (VERBS.has(word) && word.endsWith('s') && AFTER_VERB.has(after));
}

function isOfTime(word: string): boolean {
  return OF_TIME.has(word) || /^\d{1,4}$/.test(word);
}

function isVerb(word: string): boolean {
  return VERBS.has(word) || (word.length > 4 && /(?<!e)ed$/.test(word));
}

/** "… and there is a man", "… and this is": what is there, after what was said. */
function isPointing(tokens: readonly Token[], at: number): boolean {
  return POINTING.has(wordAt(tokens, at)) && BE.has(wordAt(tokens, at + 1));
}

/** `object`: the word after it may be one. "He passed out I called" has no preposition: "I" is never what one leads to. */
function isFree(before: string, object = true): boolean {
  return before !== '(' && !HOLDERS.has(before) && !(object && PREPOSITIONS.has(before));
}

function verbFollows(tokens: readonly Token[], at: number, among: ReadonlySet<string> | null = null): boolean {
  const isThing = ARTICLES.has(wordAt(tokens, at));
  let last = at + (wordAt(tokens, at - 1) === ',' ? VERB_WITHIN_AFTER_COMMA : VERB_WITHIN);
  for (let next = at + 2; next <= last; next += 1) {
    const word = wordAt(tokens, next);
    if (word === ',' || MARKS.has(word) || JOINTS.has(word)) return false;
    // "The naproxen you prescribed", "the tablets you gave me make …": their verb is not that of the noun.
    if (isThing && SOMEBODY.has(word)) {
      const passed = RECEIVERS.has(wordAt(tokens, next + 2)) ? 2 : 1;
      next += passed;
      last += passed + 1;
      continue;
    }
    if (among ? among.has(word) : isVerb(word)) return true;
  }
  return false;
}

function wordAt(tokens: readonly Token[], at: number): string {
  return tokens[at]?.word ?? '.';
}

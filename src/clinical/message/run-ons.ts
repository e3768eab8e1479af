/**
 * Where a sentence ends without a mark: "I am doing a course next month bad stomach cramps", "… since noon and the printer is broken".
 * A new line there keeps what is said in one sentence (a past time, a denial, another person, a film) from what is said in the other.
 *
 * Only a sentence that says nothing about health is parted from one that does: two findings may belong together, and a pronoun
 * speaks of what stands before it. A question is parted from what is told before and after it, also at a comma.
 */
import { isLongAgo } from '../red-flags/past-events.ts';
import { knownAs } from '../red-flags/phrases.ts';
import { isOnlySpokenOf } from '../red-flags/topics.ts';
import type { Stretch } from '../text/places.ts';
import { overlapping } from '../text/places.ts';
import { OF_WRITER } from '../text/pronouns.ts';
import { readingOf } from '../text/reading.ts';
import type { Token } from '../text/tokens.ts';
import { wordSet } from '../text/word-sets.ts';
import { findTerms } from '../vocabulary/find-terms.ts';
import type { TermKind } from '../vocabulary/term.ts';
import { isOver, worldOf } from './realities.ts';
import {
  asks,
  asksAnew,
  beginOf,
  canEnd,
  HAVING,
  hasSubject,
  isNoun,
  isNounPhrase,
  isOfOther,
  isSmallWord,
  isSomebody,
  isVerb,
  isWhole,
  JOINTS,
  leastEnd,
  NEEDS,
  NEGATIONS,
  opensStatement,
  PREPOSITIONS,
  TIMES,
  verbOf,
  wordAt,
} from './statement-shape.ts';
import { mentionIn } from './subjects.ts';

const HEALTH: ReadonlySet<TermKind> = new Set([
  'symptom',
  'condition',
  'drug',
  'observation',
  'procedure',
  'specialty',
]);
const MARKS = wordSet('. ! ? ; : ( )');
const BACK = wordSet('it he she they them this that these those its his her their him');
const PERSONS = wordSet("he she he's she's hes shes his her");
const OPENS = wordSet('now today then suddenly');
const HOLDERS = wordSet('when because which since that while if as where what although though after before until till');
/** They go on with what was said before them. */
const GOES_ON = new Set([...JOINTS, ...PREPOSITIONS, ...BACK, ...HOLDERS]);
const ENDS_IN_PAST = /\b(?:ago|when (?:i|we) (?:was|were) (?:an? )?\w+)\s*$/i;
/** "Two 500 mg | Tylenol tablets": a quantity is of what follows it. */
const ENDS_IN_QUANTITY = /\d\s?[a-zµ%/]{0,8}$/i;
const LONGEST_QUANTITY = 20;
/** In tokens: what goes on for longer is no statement beside another, and is not searched again at each of its words. */
const LONGEST_STATEMENT = 80;

const LONGEST_TIME = 7;

type Reading = { text: string; tokens: readonly Token[]; health: readonly Stretch[]; begins: ReadonlySet<number> };
/** What was begun at `from`: how it begins, and whether health was spoken of since. */
type Begun = { from: number; asks: boolean; ofOther: boolean; hasSubject: boolean; said: boolean };
type Rest = { health: boolean; back: boolean; writer: boolean; to: number };

/** The offsets of the spaces at which such a sentence ends, in order. */
export function runOnEnds(text: string): number[] {
  const { tokens, clauses } = readingOf(text);
  if (tokens.length < 4) return [];
  const health = findTerms(text).filter(({ term }) => HEALTH.has(term.kind));
  const reading = { text, tokens, health, begins: new Set(clauses) };
  const ends: number[] = [];
  let begun = begunAt(tokens, 0);
  let finding = 0;
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at] as Token;
    if (MARKS.has(token.word)) {
      begun = begunAt(tokens, at + 1);
      continue;
    }
    while (finding < health.length && (health[finding] as Stretch).end <= token.start) finding += 1;
    const isHealth = finding < health.length && (health[finding] as Stretch).start < token.end;
    const { from } = begun;
    const opens = at > from && opensAt(reading, at);
    const near = at > from && at - from <= LONGEST_STATEMENT;
    const end = near ? endAt(reading, begun, at, isHealth, opens) : 0;
    const space = end > from ? (tokens[end] as Token).start - 1 : -1;
    if (text.charAt(space) === ' ' && (opens || !endsInQuantity(text, space))) {
      ends.push(space);
      begun = begunAt(tokens, end);
    } else if (opens && verbOf(tokens, from, at) >= 0) begun = { ...begunAt(tokens, at), said: begun.said };
    begun.said ||= isHealth;
  }
  return ends;
}

function begunAt(tokens: readonly Token[], from: number): Begun {
  return {
    from,
    asks: asks(tokens, from),
    ofOther: isOfOther(tokens, from),
    hasSubject: hasSubject(tokens, from),
    said: false,
  };
}

function endAt(reading: Reading, begun: Begun, at: number, isHealth: boolean, opens: boolean): number {
  const { from, said } = begun;
  if (hasCapital(reading, at) || asksAnew(reading.tokens, from, at, said) || tellsAnew(reading, begun, at)) return at;
  return opens ? endBefore(reading, from, at, said) : endWithin(reading, begun, at, isHealth);
}

/** Small letters stand before and after it, so that it is no title. */
function hasCapital(reading: Reading, at: number): boolean {
  const first = firstLetter(reading, at);
  if (first < 'A' || first > 'Z') return false;
  if (!/[a-z]/.test(firstLetter(reading, at - 1)) || !/[a-zI]/.test(firstLetter(reading, at + 1))) return false;
  const word = wordAt(reading.tokens, at);
  // "… and years ago I was stung": the clause began before its time.
  if (word === 'i' && !reading.begins.has(at)) return false;
  // "My eye was hit by a dart It is bleeding": the two belong together.
  if (BACK.has(word) && !PERSONS.has(word)) return false;
  return isSmallWord(word) || OPENS.has(word);
}

function firstLetter({ text, tokens }: Reading, at: number): string {
  return text.charAt(tokens[at]?.start ?? text.length);
}

/** "What should I do | I have a rash", "is this a heart attack | tight chest". */
function tellsAnew({ tokens, begins, health }: Reading, { from, asks }: Begun, at: number): boolean {
  if (at - from < 3 || !asks || wordAt(tokens, from + 1) === 'there') return false;
  const word = wordAt(tokens, at);
  const before = tokens[at - 1] as Token;
  if (OF_WRITER.has(word) || PERSONS.has(word)) {
    if (before.word === ',') return begins.has(at - 1);
    // "Should I get | my eyes checked" is one.
    return begins.has(at) && !HOLDERS.has(before.word) && !(isNounPhrase(tokens, at) && isVerb(before.word));
  }
  // "How do asthma inhalers work": only what is asked of somebody's state ends with its name.
  if (HOLDERS.has(wordAt(tokens, from)) || wordAt(tokens, from) === 'how') return false;
  return (
    health.some(({ start }) => start === (tokens[at] as Token).start) && health.some(({ end }) => end === before.end)
  );
}

/** Whether a statement with a subject of its own begins here. */
function opensAt({ tokens, begins }: Reading, at: number): boolean {
  const before = wordAt(tokens, at - 1);
  if (!opensStatement(tokens, at) || HOLDERS.has(before) || JOINTS.has(before)) return false;
  // "Every bump in the car", "attacked the garden": what a preposition or a verb leads to.
  if (isNounPhrase(tokens, at) && (PREPOSITIONS.has(before) || isVerb(before))) return false;
  return begins.has(at) || isSomebody(tokens, at);
}

/** The token that begins another sentence where a statement opens; else 0. `said`: whether health was spoken of since `from`. */
function endBefore(reading: Reading, from: number, at: number, said: boolean): number {
  const { tokens } = reading;
  const after = restFrom(reading, at);
  const elsewhere = isElsewhere(reading, from, at);
  // "I'm doing a course and I've got the test on Saturday": both are of one world.
  if (elsewhere === isElsewhere(reading, at, after.to)) return 0;
  if (!elsewhere) return after.health || after.back ? 0 : withTime(tokens, from, at);
  if (verbOf(tokens, from, at) < 0 || (said && !isPast(reading, from, at))) return 0;
  const pronoun = wordAt(tokens, JOINTS.has(wordAt(tokens, at)) ? at + 1 : at);
  const goesOn = BACK.has(pronoun) && !(PERSONS.has(pronoun) && isOfWriter(reading, from, at));
  // Of the writer it is told what is so; of others, what may belong to the film or the news.
  return !goesOn && (after.health || after.writer) ? withTime(tokens, from, at) : 0;
}

/** "I had my tonsils out when I was a child | she is seizing": what is over names nobody else whom a pronoun could mean. */
function isOfWriter(reading: Reading, from: number, to: number): boolean {
  const { text, tokens } = reading;
  return isPast(reading, from, to) && mentionIn(text, tokens, from, to)?.who === 'self';
}

/** The same within a statement that has no subject of its own. */
function endWithin(reading: Reading, begun: Begun, at: number, isHealth: boolean): number {
  const { from, ofOther, said } = begun;
  const { tokens } = reading;
  if (ofOther) return 0;
  if (said && followsPast(tokens, at) && isPast(reading, from, at)) return opensWithTime(reading, at) || at;
  if (!said && !isHealth) return begun.hasSubject && isOtherStatement(reading, from, at) ? at : 0;
  if (!isHealth) return 0;
  if (wordAt(tokens, at - 1) === 'on' && TIMES.has(wordAt(tokens, at - 2)))
    return endBeforeTaken(reading, from, at - 1);
  const begin = beginOf(tokens, from, at);
  // "I went to the ER last week with chest pain": that is what it was for.
  if (begin === 0 || wordAt(tokens, at - 1) === 'with') return 0;
  // "I broke my wrist ten years ago naproxen with ibuprofen": what is over ends with its time.
  if (said) return isPast(reading, from, begin) ? begin : 0;
  return isNoun(wordAt(tokens, begin - 1)) || isWhole(tokens, from, begin) || isOther(reading, from, begin) ? begin : 0;
}

/** "I used to play football every weekend | on warfarin". Not "I was last year on warfarin". */
function endBeforeTaken(reading: Reading, from: number, at: number): number {
  const verb = verbOf(reading.tokens, from, at);
  return verb >= 0 && !HAVING.has(wordAt(reading.tokens, verb)) && isElsewhere(reading, from, at) ? at : 0;
}

/**
 * Whether a whole statement about something else ends before a token that says more: "the printer is broken | keeps vomiting". The
 * words of the red flags are what says more; "a film in which | he" goes on.
 */
function isOtherStatement(reading: Reading, from: number, at: number): boolean {
  const { tokens } = reading;
  const word = wordAt(tokens, at);
  if (knownAs(word).length === 0 || JOINTS.has(word)) return false;
  // "A course next month", "a film last night": the time is part of the statement.
  if ([at, at + 1, at + 2].some((near) => TIMES.has(wordAt(tokens, near)))) return false;
  const verb = verbOf(tokens, from, at);
  if (verb < 0 || at < leastEnd(tokens, verb) || !canEnd(tokens, from, verb, at)) return false;
  return !tokens.slice(from, at).some((one) => HOLDERS.has(one.word)) && isElsewhere(reading, from, at);
}

/** Whether the words tell of another time, another world, or of no person, which must not reach what stands beside them. */
function isElsewhere({ text, tokens }: Reading, from: number, to: number): boolean {
  const words = text.slice((tokens[from] as Token).start, tokens[to]?.start ?? text.length);
  if (worldOf(words) !== null || isOver(words)) return true;
  // A time ends a statement: "we learned about the heart at school once", "we are moving in the spring".
  if (TIMES.has(wordAt(tokens, to - 1)) && (isLongAgo(words) || isOnlySpokenOf(words, ''))) return true;
  const who = mentionIn(text, tokens, from, to)?.who;
  return who === 'animal' || who === 'thing';
}

/** "… and now I see double": the time before a subject opens its statement; "lovely today | I feel faint" ends the other. */
function withTime(tokens: readonly Token[], from: number, at: number): number {
  const joined = JOINTS.has(wordAt(tokens, at - 2));
  if (!OPENS.has(wordAt(tokens, at - 1)) || (!joined && TIMES.has(wordAt(tokens, at - 1)))) return at;
  const begin = joined ? at - 2 : at - 1;
  return begin > from ? begin : 0;
}

/** Also a whole statement that something is not done: "I do not eat meat". */
function isOther(reading: Reading, from: number, to: number): boolean {
  const denied = reading.tokens.slice(from, to - 1).some(({ word }) => NEGATIONS.has(word));
  const held = wordAt(reading.tokens, to - 2);
  return (denied && (held === 'to' || !NEEDS.has(held))) || isElsewhere(reading, from, to);
}

/** "… when I was a child | metal shard in eye": what does not go on with what is over. */
function followsPast(tokens: readonly Token[], at: number): boolean {
  const isPastBefore = wordAt(tokens, at - 1) === 'ago' || [4, 5].some((step) => wordAt(tokens, at - step) === 'when');
  const word = wordAt(tokens, at);
  return isPastBefore && !GOES_ON.has(word) && /^\w/.test(word);
}

/** "… and years ago | I was stung": where the clause with that time began; else 0. */
function opensWithTime({ tokens, begins }: Reading, at: number): number {
  for (let begin = at - 2; begin > Math.max(0, at - LONGEST_TIME); begin -= 1)
    if (begins.has(begin) && JOINTS.has(wordAt(tokens, begin))) return begin;
  return 0;
}

function isPast({ text, tokens }: Reading, from: number, to: number): boolean {
  const words = text.slice((tokens[from] as Token).start, (tokens[to] as Token).start);
  return isOver(words) && ENDS_IN_PAST.test(words);
}

/** What the words up to the next mark speak of: health, something that was named before, the writer. */
function restFrom({ tokens, health }: Reading, from: number): Rest {
  const rest = { health: false, back: false, writer: false, to: from };
  const end = Math.min(tokens.length, from + LONGEST_STATEMENT);
  for (; rest.to < end && !MARKS.has(wordAt(tokens, rest.to)); rest.to += 1) {
    rest.health = overlapping(health, tokens[rest.to] as Token).length > 0;
    if (rest.health) break;
    rest.back ||= BACK.has(wordAt(tokens, rest.to));
    rest.writer ||= OF_WRITER.has(wordAt(tokens, rest.to));
  }
  return rest;
}

function endsInQuantity(text: string, space: number): boolean {
  return ENDS_IN_QUANTITY.test(text.slice(Math.max(0, space - LONGEST_QUANTITY), space));
}

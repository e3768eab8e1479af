/**
 * Where a sentence ends without a mark: "I am doing a course next month bad stomach cramps", "… since noon and the printer is broken".
 * A new line there keeps what is said in one sentence (a past time, a denial, another person, a film) from what is said in the other.
 *
 * Only a sentence that says nothing about health is parted from one that does: two findings may belong together, and a pronoun
 * speaks of what stands before it.
 */
import { knownAs } from '../red-flags/phrases.ts';
import { patternsOf } from '../text/patterns.ts';
import type { Stretch } from '../text/places.ts';
import { overlapping } from '../text/places.ts';
import { readingOf } from '../text/reading.ts';
import type { Token } from '../text/tokens.ts';
import { wordSet } from '../text/word-sets.ts';
import { findTerms } from '../vocabulary/find-terms.ts';
import type { TermKind } from '../vocabulary/term.ts';
import { isOver, worldOf } from './realities.ts';
import { mentionIn } from './subjects.ts';

const { words } = patternsOf('text', 'clauses');
const { words: listed } = patternsOf('message', 'run-ons');
const { words: nouns } = patternsOf('message', 'subjects');

const VERBS = words('VERBS');
const PREPOSITIONS = words('PREPOSITIONS');
const PEOPLE = new Set(['CHILDREN', 'RELATIVES', 'PEOPLE'].flatMap((name) => [...nouns(name)]));
const EVENTS = nouns('EVENTS');
const THINGS = new Set([...nouns('ANIMALS'), ...nouns('THINGS')]);
/** They end what is said: "last night", "ten years ago". */
const TIMES = listed('TIMES');
/** What is had or felt follows them. */
const HAVING = listed('HAVING');
/** The next word is theirs: "a | film", "is | broken". */
const NEEDS = listed('NEEDS');
const HEALTH: ReadonlySet<TermKind> = new Set([
  'symptom',
  'condition',
  'drug',
  'observation',
  'procedure',
  'specialty',
]);
const MARKS = wordSet('. ! ? ; : ( )');
const JOINTS = wordSet('and but so then also plus');
const PRONOUNS = wordSet('i we they he she it there');
const OWN = wordSet('my our his her their');
const ARTICLES = wordSet('the a an');
const BACK = wordSet('it he she they them this that these those its his her their him');
/** They go on with what was begun. */
const HOLDS = wordSet(
  'is are was were be being or that who which when where while if because as more again it of me myself him her us them',
);
const THIRD = wordSet('he she');
const BE = wordSet('is are was were');
const OPENS = wordSet('now today then suddenly');
const AUXILIARIES = wordSet('to not can could will would should must may might do did does never');
const WRITER = wordSet('i we my our me us');
const HOLDERS = wordSet('when because which since that while if as where what although though after before until');

type Reading = { text: string; tokens: readonly Token[]; health: readonly Stretch[]; begins: ReadonlySet<number> };

type Rest = { health: boolean; back: boolean; writer: boolean; to: number };

const ENDS_IN_PAST = /\b(?:ago|when (?:i|we) (?:was|were) (?:an? )?\w+)\s*$/i;
const LIKE_ADJECTIVE = /^\d|(?:ly|al|ic|ous|ive|ful|less|ble|ish|ary)$/;

/** "Sleeps", "plays": a verb, right after somebody. */
const THIRD_PERSON = /^[a-z]{2,}[^s'u]s$/;
/** How far the noun is from its article: "the neighbour's cat". */
const NOUN_WITHIN = 3;
/** "Two 500 mg | Tylenol tablets": a quantity is of what follows it. */
const ENDS_IN_QUANTITY = /\d\s?[a-zµ%/]{0,8}$/i;
const LONGEST_QUANTITY = 20;
/** In tokens: what goes on for longer is no statement beside another, and is not searched again at each of its words. */
const LONGEST_STATEMENT = 80;

function endsInQuantity(text: string, space: number): boolean {
  return ENDS_IN_QUANTITY.test(text.slice(Math.max(0, space - LONGEST_QUANTITY), space));
}

/** The offsets of the spaces at which such a sentence ends, in order. */
export function runOnEnds(text: string): number[] {
  const { tokens, clauses } = readingOf(text);
  if (tokens.length < 4) return [];
  const health = findTerms(text).filter(({ term }) => HEALTH.has(term.kind));
  const reading = { text, tokens, health, begins: new Set(clauses) };
  const ends: number[] = [];
  let from = 0;
  let said = false;
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at] as Token;
    if (MARKS.has(token.word)) {
      from = at + 1;
      said = false;
      continue;
    }
    const isHealth = overlapping(health, token).length > 0;
    const opens = at > from && opensAt(reading, at);
    const near = at > from && at - from <= LONGEST_STATEMENT;
    const end = !near ? 0 : opens ? endBefore(reading, from, at, said) : endWithin(reading, from, at, said, isHealth);
    const space = end > from ? (tokens[end] as Token).start - 1 : -1;
    if (text.charAt(space) === ' ' && (opens || !endsInQuantity(text, space))) {
      ends.push(space);
      from = end;
      said = false;
    } else if (opens && verbOf(tokens, from, at) >= 0) from = at;
    said ||= isHealth;
  }
  return ends;
}

/** Whether a statement with a subject of its own begins here. */
function opensAt({ tokens, begins }: Reading, at: number): boolean {
  const before = wordAt(tokens, at - 1);
  if (!opensStatement(tokens, at) || HOLDERS.has(before) || JOINTS.has(before)) return false;
  // "Every bump in the car", "attacked the garden": what a preposition or a verb leads to.
  if (isNounPhrase(tokens, at) && (PREPOSITIONS.has(before) || isVerb(before))) return false;
  return begins.has(at) || isSomebody(tokens, at);
}

function isNounPhrase(tokens: readonly Token[], at: number): boolean {
  return ARTICLES.has(wordAt(tokens, at)) || OWN.has(wordAt(tokens, at));
}

function isVerb(word: string): boolean {
  return VERBS.has(word) || /(?:ed|ing)$/.test(word);
}

/** The token that begins another sentence where a statement opens; else 0. `said`: whether health was spoken of since `from`. */
function endBefore(reading: Reading, from: number, at: number, said: boolean): number {
  const { tokens } = reading;
  const after = restFrom(reading, at);
  const elsewhere = isElsewhere(reading, from, at);
  // "I'm doing a course and I've got the test on Saturday": both are of one world.
  if (elsewhere === isElsewhere(reading, at, after.to)) return 0;
  if (!elsewhere) return after.health || after.back ? 0 : withTime(tokens, from, at);
  if (said || verbOf(tokens, from, at) < 0) return 0;
  const goesOn = BACK.has(wordAt(tokens, JOINTS.has(wordAt(tokens, at)) ? at + 1 : at));
  // Of the writer it is told what is so; of others, what may belong to the film or the news.
  return !goesOn && (after.health || after.writer) ? withTime(tokens, from, at) : 0;
}

/** The same within a statement that has no subject of its own. */
function endWithin(reading: Reading, from: number, at: number, said: boolean, isHealth: boolean): number {
  const { tokens } = reading;
  if (isOfOther(tokens, from)) return 0;
  if (!said && !isHealth) return isOtherStatement(reading, from, at) ? at : 0;
  if (!isHealth) return 0;
  const begin = beginOf(tokens, from, at);
  if (begin === 0) return 0;
  // "I broke my wrist ten years ago naproxen with ibuprofen": what is over ends with its time.
  if (said) return isPast(reading, from, begin) ? begin : 0;
  return isNoun(wordAt(tokens, begin - 1)) || isOther(reading, from, begin) ? begin : 0;
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

/** "… my wife hit her head", "… and the neighbour's cat sleeps": somebody or something, and what it does. */
function isSomebody(tokens: readonly Token[], at: number): boolean {
  const first = JOINTS.has(wordAt(tokens, at)) ? at + 1 : at;
  const [noun, after] = [wordAt(tokens, first + 1), wordAt(tokens, first + 2)];
  if (OWN.has(wordAt(tokens, first)) && PEOPLE.has(noun)) return !PREPOSITIONS.has(after) && /^[a-z]/.test(after);
  if (!OWN.has(wordAt(tokens, first)) && !ARTICLES.has(wordAt(tokens, first))) return false;
  for (let last = first + 1; last <= first + NOUN_WITHIN; last += 1) {
    const word = wordAt(tokens, last);
    if (VERBS.has(word) || !/^[a-z]/.test(word)) return false;
    if (!PEOPLE.has(word) && !THINGS.has(word)) continue;
    // "The printer at work is", "a friend of mine is": a place or an owner may come before the verb.
    const verb = PREPOSITIONS.has(wordAt(tokens, last + 1)) ? last + 3 : last + 1;
    if (VERBS.has(wordAt(tokens, verb)) || (verb === last + 1 && THIRD_PERSON.test(wordAt(tokens, verb)))) return true;
  }
  return false;
}

/** Also a whole statement that something is not done: "I do not eat meat". */
function isOther(reading: Reading, from: number, to: number): boolean {
  const denied = reading.tokens.slice(from, to - 1).some(({ word }) => word === 'not' || word === 'never');
  return (denied && !NEEDS.has(wordAt(reading.tokens, to - 2))) || isElsewhere(reading, from, to);
}

function isPast({ text, tokens }: Reading, from: number, to: number): boolean {
  const words = text.slice((tokens[from] as Token).start, (tokens[to] as Token).start);
  return isOver(words) && ENDS_IN_PAST.test(words);
}

/** Whoever else was spoken of may be the one who has it: "my son ate something and now vomiting". */
function isOfOther(tokens: readonly Token[], from: number): boolean {
  const first = JOINTS.has(wordAt(tokens, from)) ? from + 1 : from;
  if (THIRD.has(wordAt(tokens, first))) return true;
  const near = [1, 2, 3].map((step) => wordAt(tokens, first + step));
  return OWN.has(wordAt(tokens, first)) && near.some((word) => PEOPLE.has(word));
}

function opensStatement(tokens: readonly Token[], at: number): boolean {
  const word = wordAt(tokens, JOINTS.has(wordAt(tokens, at)) ? at + 1 : at);
  return PRONOUNS.has(word) || OWN.has(word) || ARTICLES.has(word) || word === 'last';
}

/** What the words up to the next mark speak of: health, something that was named before, the writer. */
function restFrom({ tokens, health }: Reading, from: number): Rest {
  const rest = { health: false, back: false, writer: false, to: from };
  for (; rest.to < tokens.length && !MARKS.has(wordAt(tokens, rest.to)); rest.to += 1) {
    rest.health = overlapping(health, tokens[rest.to] as Token).length > 0;
    if (rest.health) break;
    rest.back ||= BACK.has(wordAt(tokens, rest.to));
    rest.writer ||= WRITER.has(wordAt(tokens, rest.to));
  }
  return rest;
}

/** Where the words that lead to a finding begin, if those before them are a whole statement; else 0. */
function beginOf(tokens: readonly Token[], from: number, finding: number): number {
  const verb = verbOf(tokens, from, finding);
  if (verb < 0) return 0;
  const least = leastEnd(tokens, verb);
  let begin = finding;
  while (begin > least && !canEnd(tokens, from, verb, begin) && leadsOn(wordAt(tokens, begin - 1))) begin -= 1;
  if (wordAt(tokens, begin - 1) === 'and' && !isDenial(tokens, from, begin)) begin -= 1;
  return begin >= least && canEnd(tokens, from, verb, begin) ? begin : 0;
}

/** "I do not smoke and drink": the denial holds for both. */
function isDenial(tokens: readonly Token[], from: number, to: number): boolean {
  return tokens.slice(from, to).some(({ word }) => word === 'not' || word === 'never' || word === 'no');
}

/** The first place at which a statement with this verb is whole: "I used to smoke" is, what somebody has needs more than one word. */
function leastEnd(tokens: readonly Token[], verb: number): number {
  const having = HAVING.has(wordAt(tokens, verb));
  return verb + (having && !BE.has(wordAt(tokens, verb)) ? 3 : isHabit(tokens, verb) ? 1 : 2);
}

function isHabit(tokens: readonly Token[], verb: number): boolean {
  return !HAVING.has(wordAt(tokens, verb)) && wordAt(tokens, verb - 1) === 'to' && wordAt(tokens, verb - 2) === 'used';
}

/** Whether a statement can end with the word before a token: "a terrible | headache" cannot, "is broken | pulse 29" can. */
function canEnd(tokens: readonly Token[], from: number, verb: number, end: number): boolean {
  const last = wordAt(tokens, end - 1);
  const next = wordAt(tokens, end);
  if (PREPOSITIONS.has(next) || HOLDS.has(next) || EVENTS.has(next)) return false;
  if (PREPOSITIONS.has(last) || NEEDS.has(last) || PEOPLE.has(last) || !/^[a-z]/.test(last)) return false;
  // "Three months pregnant": the time belongs to what follows.
  if (TIMES.has(last))
    return !/^\d/.test(next) && !/^\d/.test(wordAt(tokens, end - 2)) && !NEEDS.has(wordAt(tokens, end - 2));
  if (isNoun(last) || !leadsOn(last) || (isHabit(tokens, verb) && end - 1 === verb)) return true;
  const held = wordAt(tokens, end - 2);
  const whole = BE.has(held) || ARTICLES.has(held) || OWN.has(held);
  return whole && tokens.slice(from, verb).some(({ word }) => THINGS.has(word));
}

function isNoun(word: string): boolean {
  return TIMES.has(word) || THINGS.has(word);
}

function leadsOn(word: string): boolean {
  return word === ',' || LIKE_ADJECTIVE.test(word) || knownAs(word).length > 0;
}

/** The last verb of a statement that opens with its subject; -1 where there is none. */
function verbOf(tokens: readonly Token[], from: number, to: number): number {
  let subject = from;
  while (JOINTS.has(wordAt(tokens, subject))) subject += 1;
  if (!opensStatement(tokens, subject)) return -1;
  const spoken = PRONOUNS.has(wordAt(tokens, subject));
  for (let at = to - 1; at > subject; at -= 1) {
    const word = wordAt(tokens, at);
    if (isVerb(word) || AUXILIARIES.has(wordAt(tokens, at - 1))) return at;
    if (at === subject + 1 && spoken) return at;
    if (
      at > subject + 1 &&
      (PEOPLE.has(wordAt(tokens, at - 1)) || THINGS.has(wordAt(tokens, at - 1))) &&
      /[^s]s$/.test(word)
    )
      return at;
  }
  return -1;
}

function wordAt(tokens: readonly Token[], at: number): string {
  return tokens[at]?.word ?? '.';
}

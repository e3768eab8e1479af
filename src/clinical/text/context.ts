/**
 * Says of a finding in a text whether it is so, how surely, of whom and when: NegEx and ConText (Chapman 2001; Harkema 2009), for
 * what people write about themselves and for notes that they paste. A trigger has a direction and a reach; a contrast, a new clause
 * or a trigger of another kind ends it. A general question is nobody's fact.
 */
import { type Experiencer, isPerson, whoAt } from './people.ts';
import type { Stretch } from './places.ts';
import { indexFrom, itself } from './places.ts';
import { asksOrLooksUp, isOwned, isPresupposed, isTold, isToldInside } from './questions.ts';
import { firstFrom, type Reading, readingOf } from './reading.ts';
import { sectionAt } from './sections.ts';
import { sentenceAt } from './sentences.ts';
import type { Token } from './tokens.ts';
import { findTriggers, type Trigger, type TriggerKind } from './triggers.ts';
import { wordSet } from './word-sets.ts';

export type Assertion = 'present' | 'absent' | 'possible' | 'hypothetical';
/** `past`: told of before now ("history of", "in 2015", "as a child"). It may last all the same, as asthma does. */
export type Time = 'current' | 'past';
export type Context = { assertion: Assertion; experiencer: Experiencer };

/** A finding's place among the tokens, and its sentence and clause. */
type Place = { reading: Reading; first: number; last: number; sentence: Stretch; from: number; to: number };

const IGNORED_KINDS: ReadonlySet<TriggerKind> = new Set(['none', 'carer', 'people', 'end', 'affirmed']);
/** Triggers that begin a new thought after a comma: "no fever, possible pneumonia". */
const NEW_STATEMENT: ReadonlySet<TriggerKind> = new Set(['possible', 'past', 'conditional']);
const ENDED_BY: ReadonlyMap<TriggerKind, TriggerKind> = new Map([
  ['past', 'now'],
  ['negated', 'affirmed'],
]);
/** The longest question, in tokens, whose answer is read with it. */
const SHORT = 6;
const YES = new Set(['yes', 'yeah', 'yep', 'yup']);
const NO = new Set(['no', 'nope', 'none', 'nah', 'never']);
const beginOf = ({ from }: Trigger): number => from;
const LIST_MARK = new Set([',', 'and', ';']);

/** `until`: nothing that is said from there on counts. */
export function assertionAt(text: string, start: number, end: number, until = text.length): Context {
  const { assertion, experiencer } = contextAt(text, start, end, until);
  return { assertion, experiencer };
}

/** Of these words none is another finding: "cough, which has now gone". */
const SAYS_NOTHING = wordSet(
  'which that it they this these is was are were has have had been be now all both also already then since finally',
);
const DATING = wordSet('ago back last before earlier previously formerly');
const PAST_VERBS = wordSet('was were had got felt became went lost fell took');
const FOLLOWS = wordSet('after following despite like same');
const JOINS_ALL = wordSet('and or & nor both all');

/** `clause`: the clause in which the finding begins. */
export function contextAt(
  text: string,
  start: number,
  end: number,
  until = text.length,
): Context & { time: Time; clause: Stretch } {
  const place = placeOf(text, start, end, until);
  const said = kindsOver(place);
  const section = sectionAt(place.reading.sections, place.first);
  if (section) said.add(section);
  const after = said.has('family') ? 'family' : said.has('other') ? 'other' : undefined;
  const experiencer = after ?? whoAt(place.reading.people, place.first);
  const clause = clauseAround(place, start);
  return {
    assertion:
      answerTo(place) ?? assertion(text, place.sentence, clause, { start, end }, said, experiencer === 'patient'),
    experiencer,
    clause,
    time: said.has('past') && !said.has('now') ? 'past' : 'current',
  };
}

/** The clause around a place, inside its sentence. */
export function clauseAt(text: string, start: number): Stretch {
  return clauseAround(placeOf(text, start, start + 1, text.length), start);
}

const ITEM = ' - ';

function assertion(
  text: string,
  sentence: Stretch,
  clause: Stretch,
  { start, end }: Stretch,
  said: ReadonlySet<TriggerKind>,
  patient: boolean,
): Assertion {
  const whole = text.slice(sentence.start, sentence.end);
  const lead = text.slice(sentence.start, start);
  const before = text.slice(clause.start, start).trimStart();
  const own = patient && isOwned(before);
  const asked = isBeforeLastItem(whole, start - sentence.start) ? false : asksOrLooksUp(whole);
  if (said.has('conditional') && !own) return 'hypothetical';
  if (said.has('negated')) return asked && !isTold(lead) ? 'hypothetical' : 'absent';
  if (said.has('about') && !own) return 'hypothetical';
  if (asked && !own && !isPresupposed(text.slice(sentence.start, end)) && !isToldInside(lead, before))
    return 'hypothetical';
  return said.has('possible') && !own ? 'possible' : 'present';
}

/** "Dx 2019 - methotrexate weekly - allergic to trimethoprim?": only the last item of such a list is asked. */
function isBeforeLastItem(sentence: string, at: number): boolean {
  return sentence.trimEnd().endsWith('?') && sentence.lastIndexOf(ITEM) > at;
}

/** "Fever? No. Cough? Yes": a short question with its answer. */
function answerTo({ reading, from, to }: Place): Assertion | null {
  const { tokens } = reading;
  if (to - from > SHORT || tokens[to - 1]?.word !== '?') return null;
  const next = tokens[to]?.word ?? '';
  return YES.has(next) ? 'present' : NO.has(next) ? 'absent' : null;
}

function placeOf(text: string, start: number, end: number, until: number): Place {
  const reading = readingOf(text);
  const whole = sentenceAt(text, start);
  const sentence = { start: whole.start, end: Math.min(whole.end, until) };
  const { tokens } = reading;
  const from = firstFrom(tokens, sentence.start);
  const to = firstFrom(tokens, sentence.end);
  const first = firstFrom(tokens, start);
  return { reading, sentence, from, to, first, last: Math.max(first, firstFrom(tokens, end)) };
}

function clauseAround({ reading, sentence, from, to }: Place, start: number): Stretch {
  const { tokens, clauses } = reading;
  let begin = sentence.start;
  let end = sentence.end;
  for (let at = indexFrom(clauses, from, itself); at < clauses.length; at += 1) {
    const token = clauses[at] as number;
    if (token >= to) break;
    const offset = (tokens[token] as Token).start;
    if (offset <= start) begin = Math.max(begin, offset);
    else {
      end = Math.min(end, offset);
      break;
    }
  }
  return { start: begin, end: Math.max(end, start) };
}

/** What is said of the finding: the kinds of the triggers that reach it. */
function kindsOver(place: Place): Set<TriggerKind> {
  const { tokens, triggers } = place.reading;
  const said = new Set<TriggerKind>();
  for (let at = indexFrom(triggers, place.from, beginOf); at < triggers.length; at += 1) {
    const found = triggers[at] as Trigger;
    if (found.from >= place.to) break;
    // "No change" says nothing, but of "change in vision" it says no: the finding's own words are not part of a trigger.
    const overlaps = found.from < place.first && found.to > place.first;
    for (const trigger of overlaps ? findTriggers(tokens, found.from, place.first) : [found]) {
      if (IGNORED_KINDS.has(trigger.kind)) continue;
      // A person named before the finding is read in people.ts; one named after it, here.
      if (isPerson(trigger) && trigger.direction === 'forward') continue;
      if (trigger.direction !== 'backward' && reachesForward(place, trigger, at)) {
        // "Recently got over strep": the nearer word counts.
        if (trigger.kind === 'past') said.delete('now');
        said.add(trigger.kind);
      }
      if (trigger.direction !== 'forward' && reachesBackward(place, trigger, at)) said.add(trigger.kind);
    }
  }
  return said;
}

/** What is said in brackets is said of nothing after them: "40 daily (80 if I gain weight), Entresto". */
function closesBefore(tokens: readonly Token[], from: number, to: number): boolean {
  for (let at = from; at < to; at += 1) {
    const { word } = tokens[at] as Token;
    if (word === ')') return true;
    if (word === '(') return false;
  }
  return false;
}

function reachesForward(place: Place, trigger: Trigger, index: number): boolean {
  const { tokens, triggers, clauses } = place.reading;
  if (trigger.to > place.first || place.first - trigger.to >= trigger.reach + 1) return false;
  if (closesBefore(tokens, trigger.to, place.first)) return false;
  // An opening holds for the clause it opens: "as a child, I had asthma".
  const opens = trigger.direction === 'both' && startsClause(place, trigger.from);
  // "I broke my wrist ten years ago and have a cough": a time that closes what was said does not open what follows.
  if (trigger.kind === 'past' && trigger.direction === 'both' && !opens)
    if (tokens[trigger.to]?.word === ',' || isJoined(tokens, trigger.to, place.first)) return false;
  if (trigger.kind === 'negated' && isQuality(tokens, trigger) && !isListed(place, trigger.to)) return false;
  const heading = (tokens[trigger.to - 1] as Token).word === ':';
  let stops = opens ? 1 : 0;
  if (!trigger.wholeSentence)
    for (let at = indexFrom(clauses, heading ? trigger.to + 1 : trigger.to, itself); at < clauses.length; at += 1) {
      if ((clauses[at] as number) > place.first) break;
      stops -= 1;
      if (stops < 0) return false;
    }
  for (let at = index + 1; at < triggers.length; at += 1) {
    const between = triggers[at] as Trigger;
    if (between.from >= place.first) break;
    if (between.to > place.first) continue;
    if (between.kind === 'end') return false;
    if (trigger.kind === 'negated' && NEW_STATEMENT.has(between.kind) && between.direction !== 'backward') {
      if (LIST_MARK.has(tokens[between.from - 1]?.word ?? '')) return false;
    }
    if (ENDED_BY.get(trigger.kind) === between.kind) return false;
  }
  return true;
}

/** "Not pregnant,": one word is denied, and a comma follows it. */
function isQuality(tokens: readonly Token[], { from, to }: Trigger): boolean {
  return to - from === 1 && tokens[from]?.word === 'not' && tokens[to + 1]?.word === ',';
}

/** Whether it is the denied word, or stands in a list that is closed: "not pregnant, diabetic or asthmatic". */
function isListed({ reading: { tokens, clauses }, first, to }: Place, from: number): boolean {
  if (first <= from) return true;
  const end = Math.min(to, clauses[indexFrom(clauses, from, itself)] ?? to);
  return tokens.slice(from, end).some(({ word }) => word === 'or' || word === 'nor');
}

function isJoined(tokens: readonly Token[], from: number, to: number): boolean {
  for (let at = from; at < to; at += 1) if (tokens[at]?.word === 'and') return true;
  return false;
}

function reachesBackward(place: Place, trigger: Trigger, index: number): boolean {
  const { triggers, clauses } = place.reading;
  if (trigger.from < place.last || trigger.from - place.last > trigger.reach) return false;
  const next = clauses[indexFrom(clauses, place.last, itself)];
  if (next !== undefined && next < trigger.from) return false;
  for (let at = index - 1; at >= 0; at -= 1) {
    const between = triggers[at] as Trigger;
    if (between.from < place.last) break;
    if (between.kind === 'end') return false;
  }
  if (trigger.kind === 'past' && isOfWhatItFollows(place, trigger)) return false;
  const ofLast = trigger.kind === 'negated' || (trigger.kind === 'past' && isDated(place, trigger));
  return !ofLast || !isSaidOfAnother(place, trigger);
}

/** "Weak after a stroke last year": the stroke was last year, and "was weak after a stroke last year" both. */
function isOfWhatItFollows({ reading: { tokens }, from: begin, first, last }: Place, { from }: Trigger): boolean {
  const follows = tokens.slice(last, from).some(({ word }) => FOLLOWS.has(word));
  return follows && !tokens.slice(begin, first).some(({ word }) => PAST_VERBS.has(word));
}

/** "In 2012", "two years ago", "before": said of one thing; "as a child" is said of the whole list. */
function isDated({ reading: { tokens } }: Place, { from, to }: Trigger): boolean {
  return tokens.slice(from, to).some(({ word }) => /^\d/.test(word) || DATING.has(word));
}

/** "A cough, sore throat gone now": in a list without "and" only the last item is gone. */
function isSaidOfAnother({ reading: { tokens }, last }: Place, { from, to }: Trigger): boolean {
  let comma = from - 1;
  while (comma >= last && tokens[comma]?.word !== ',') comma -= 1;
  if (comma < last) return false;
  const words = tokens.slice(comma + 1, from);
  if (words.every(({ word }) => SAYS_NOTHING.has(word))) return false;
  return !tokens.slice(last, to).some(({ word }) => JOINS_ALL.has(word));
}

function startsClause({ reading, from }: Place, token: number): boolean {
  if (token === from) return true;
  const at = indexFrom(reading.clauses, token, itself);
  return reading.clauses[at] === token || reading.clauses[at] === token - 1;
}

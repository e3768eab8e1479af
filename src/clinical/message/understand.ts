/**
 * Reads a message into clauses with subject and reality (understanding.ts says what these mean). A reality other than `now` needs
 * evidence in the clause itself, or in one before it whose subject goes on: the "she" of a film, the "he" of a case study, the
 * same illness of the same year. A clause about somebody real ends it.
 */
import { createTextCache } from '../text/cache.ts';
import { matchesOf } from '../text/matches.ts';
import { patternsOf } from '../text/patterns.ts';
import { isQuestion, isTold } from '../text/questions.ts';
import { firstFrom, readingOf } from '../text/reading.ts';
import { sentencesOf } from '../text/sentences.ts';
import { straight } from '../text/straight.ts';
import type { Token } from '../text/tokens.ts';
import { prepared } from './prepared.ts';
import { frameBehind, reachBack } from './reach-back.ts';
import {
  type Frame,
  frameOf,
  goesOnInPast,
  isAlternative,
  isDenied,
  isDoing,
  isDoneToSomebody,
  isDreamt,
  isFeared,
  isHappening,
  isHere,
  isInPast,
  isOfDead,
  isOver,
  isOverAt,
  isSupposed,
  speaksOfNow,
  tellsContents,
  withoutLooseTime,
  worldOf,
} from './realities.ts';
import { isIll, isSameStory } from './same-story.ts';
import { type Mention, mentionIn, namesPerson } from './subjects.ts';
import { type Clause, isNoPerson, isWorld, type Reality, type Subject, type Understanding } from './understanding.ts';

const { pattern } = patternsOf('message', 'understand');

const memory = createTextCache<Understanding>();
/** Where a subordinate clause begins, which has a reality of its own: "my chest hurts | if I lie down". */
const SUBORDINATE = /\b(?:if|unless|in case|whenever|where|in which|when (?=you|someone|people|a person|one\b))\b/gi;
/** "As if", "even if", "know if", "where I live": no new clause. */
const NOT_SUBORDINATE = /\b(?:as|know|sure|wonder|wondering|tell|see|ask|asking|certain|what|only|even)\s$/i;
/** "My father was a fisherman what is a stroke": a question needs no mark before it, but "I know what is" and "when I" are none. */
const QUESTION_BEGINS = pattern('QUESTION_BEGINS', 'gi');
const HOLDS_QUESTION = pattern('HOLDS_QUESTION', 'i');
/** A time or a place before the subject belongs to what follows: "In 2016 | I had a stroke". */
const OPENING = pattern('OPENING', 'i');
/** "When | I was seventeen", "Back | then": the first word of a sentence is no clause. */
const OPENS_PAST = /^\W*(?:when|back)\s*$/i;
const STILL = /\b(?:still|now|today|currently)\b/i;
const TRAILING_TIME = /(?:\band )?\b(?:(?:last|next) \w+|in (?:19|20)\d\d|(?:\w+ ){1,3}ago)\s*$/i;
/** Who is only asked about: "should I worry about strokes", "how do I know". */
const ASKING_SELF = pattern('ASKING_SELF', 'i');
/** "And got knocked out": a verb without a subject of its own. */
const SECOND_VERB = pattern('SECOND_VERB', 'i');
/** "He fell and is very quiet": a verb without its subject goes on with the clause before. */
export const GOES_ON =
  /^\W*(?:and|but|so|then|also|that|which)\W+(?:is|are|does|do|did|can|could|has|have|would|will|may)\b(?! (?:i|you|we|he|she|it|they|this|that|there|my|the)\b)/i;
/** "I read that it's normal but my chest hurts": what comes after it is so. */
export const BEGINS_ANEW = /^\W*but\b/i;
const ENDS_WORLD = /\bbut\s*$|\b(?:woke|awoke|woken)\b/i;
/** "Everyone would be better off without me": of anybody, and of the writer. */
const SPEAKS_OF_ME = /\b(?:me|my|myself|i|i'm)\b/i;
const OWN: ReadonlySet<Subject> = new Set(['self', 'child', 'relative']);
/** "And won't wake up", "breathing hard": it goes on with who or what was named. */
const PREDICATE = pattern('PREDICATE', 'i');

export function understand(text: string): Understanding {
  return memory(text, () => {
    const { text: words, placeOf } = prepared(text);
    const clauses = read(words);
    for (const clause of clauses) {
      clause.start = placeOf(clause.start);
      clause.end = placeOf(clause.end);
    }
    return { text, clauses };
  });
}

/** The clause in which a place of the text stands. */
export function clauseOf({ clauses }: Understanding, offset: number): Clause | undefined {
  return clauses.find(({ end }) => offset < end) ?? clauses.at(-1);
}

/** How a place of the text relates to the world: as its clause does, where what makes the clause so reaches it. */
export function realityAt(understanding: Understanding, offset: number): Reality {
  const clause = clauseOf(understanding, offset);
  if (!clause) return 'now';
  const words = straight(understanding.text.slice(clause.start, clause.end));
  return clause.reality === 'past' && !isOverAt(words, offset - clause.start) ? 'now' : clause.reality;
}

type Place = { start: number; end: number; sentence: number };
/** `unreal`: the reality of who was named last, where that is not ours. `framed`: the sentence of the frame. */
type State = {
  named: Subject | null;
  unreal: Reality | null;
  it: Subject;
  frame: Frame | null;
  framed: number;
  dreamt: boolean;
  /** The last clause is about somebody whom the writer does not know. */
  stranger: boolean;
  /** The last clause as it was read, whatever a later one has said of it. */
  previous: Clause | null;
};

function read(text: string): Clause[] {
  const { tokens } = readingOf(text);
  const state: State = {
    named: null,
    unreal: null,
    it: 'self',
    frame: null,
    framed: -1,
    dreamt: false,
    stranger: false,
    previous: null,
  };
  const clauses: Clause[] = [];
  const strangers = new Set<Clause>();
  for (const place of placesOf(text)) {
    const clause = readClause(text, tokens, place, state);
    clauses.push(clause);
    state.previous = { ...clause };
    if (state.frame?.behind) frameBehind(clauses, state.frame);
    if (state.stranger) strangers.add(clause);
    reachBack(text, clauses, strangers);
  }
  return clauses;
}

function readClause(text: string, tokens: readonly Token[], place: Place, state: State): Clause {
  const words = withoutLooseTime(straight(text.slice(place.start, place.end)));
  const to = firstFrom(tokens, place.end);
  const mention = mentionIn(text, tokens, firstFrom(tokens, place.start), to);
  const { previous } = state;
  const joined = previous?.sentence === place.sentence ? previous : null;
  const subject = subjectOf(words, mention, joined, state);
  const asks = isAsking(words, joined);
  const contents = tellsContents(words);
  const world = contents ? 'training' : worldOf(words);
  const own =
    isDoneToSomebody(words) ||
    (mention
      ? mention.known === 'own' && !contents && (OWN.has(subject) || (subject === 'someone' && isHappening(words)))
      : isDoing(words));
  const dreamt = isDreamt(words);
  const said = joined ? straight(text.slice(joined.start, joined.end)) : '';
  const anew = BEGINS_ANEW.test(words) || ENDS_WORLD.test(said);
  const before = carriedOn(words, asks, mention, anew ? null : joined, state);
  const isThere = (world || before || state.frame) !== null && isHere(words);
  const carried = isThere ? null : before;
  // Only words about the writer's own illness end what a message is for: "do I give sugar or insulin?" is part of it.
  if (isThere || (own && state.frame && isIll(text, place))) state.frame = null;
  const frame = world && !isThere && frameOf(words, world, own);
  if (frame) {
    state.frame = frame;
    state.framed = place.sentence;
  }
  let reality: Reality = carried ?? (dreamt ? 'fiction' : world && !own && !isThere ? world : 'now');
  if (reality === 'now') reality = ownReality(text, words, subject, asks, mention, previous, place);
  // Of "the dog bit her" what follows is about her.
  const others = mention !== null && isNoPerson(subject) && namesPerson(text, tokens, mention.at + 1, to);
  remember(mention, others ? 'someone' : subject, reality, state);
  state.stranger = mention === null ? joined !== null && state.stranger : isStranger(mention, subject, state);
  if (isOfDead(words) && !isNoPerson(subject)) {
    state.named = 'relative';
    state.unreal = 'past';
  }
  state.dreamt = (dreamt || (state.dreamt && carried === 'fiction')) && !ENDS_WORLD.test(words);
  return { start: place.start, end: place.end, sentence: place.sentence, subject, reality, asks };
}

function ownReality(
  text: string,
  words: string,
  subject: Subject,
  asks: boolean,
  mention: Mention | null,
  previous: Clause | null,
  place: Place,
): Reality {
  const joined = previous?.sentence === place.sentence ? previous : null;
  if (isSupposed(words) || (joined?.reality === 'supposed' && isAlternative(words))) return 'supposed';
  if (isOver(words)) return 'past';
  if (previous?.reality === 'past' && goesOnInPast(words)) {
    if (previous.subject === subject && isIll(text, previous) && (joined || isSameStory(text, previous, place)))
      return 'past';
    if (joined && isSecondVerb(words, subject, mention, previous)) return 'past';
  }
  if (isFeared(words)) return 'feared';
  if (isDenied(words)) return 'denied';
  if (asks && (subject === 'anybody' || mention === null || ASKING_SELF.test(words))) return 'asked';
  return 'now';
}

/** "In '88 I rolled the car | and got knocked out": what the same person did next. */
function isSecondVerb(words: string, subject: Subject, mention: Mention | null, previous: Clause): boolean {
  return mention === null ? SECOND_VERB.test(words) : mention.who === 'person' && previous.subject === subject;
}

/** The world of a clause before, where this one goes on with it. */
function carriedOn(
  words: string,
  asks: boolean,
  mention: Mention | null,
  joined: Clause | null,
  state: State,
): Reality | null {
  const { frame, framed, unreal, dreamt } = state;
  // What only somebody does (reading a novel) holds for its own sentence; what a message is for, for all of it.
  const inFrame = joined?.sentence === framed;
  if (joined && dreamt && !speaksOfNow(words)) return 'fiction';
  // Whoever has died does nothing now: "My dad died of a stroke. He can't breathe" is somebody else.
  if (mention?.who === 'person' && !(unreal === 'past' && !isInPast(words)))
    return unreal ?? (frame?.explicit ? frame.world : null);
  if (mention === null) {
    if (joined && isWorld(joined.reality) && !speaksOfNow(words)) return joined.reality;
    return frame && (frame.explicit || inFrame || asks) ? frame.world : null;
  }
  // Anybody may be in a quiz; the neighbour only in a story.
  const told =
    mention.known === 'any' || (mention.known === 'the' && mention.who !== 'it' && frame?.world === 'fiction');
  if (!frame || !told || SPEAKS_OF_ME.test(words) || speaksOfNow(words)) return null;
  return frame.explicit || inFrame ? frame.world : null;
}

/** "She is in shock" goes on with the ewe. A part without a verb ("the saw slipped, deep cut") is somebody's. */
function subjectOf(words: string, mention: Mention | null, joined: Clause | null, { named, it }: State): Subject {
  if (mention === null && joined && isNoPerson(joined.subject) && !PREDICATE.test(words)) return 'self';
  if (mention === null) return joined?.subject ?? 'self';
  if (mention.who === 'person') return named ?? 'someone';
  if (mention.who === 'it') return it;
  return mention.who;
}

function isStranger({ known, who }: Mention, subject: Subject, { stranger }: State): boolean {
  return who === 'person' ? stranger : known === 'any' && !isNoPerson(subject);
}

function remember(mention: Mention | null, subject: Subject, reality: Reality, state: State): void {
  if (mention === null || mention.who === 'it') return;
  state.it = isNoPerson(subject) ? subject : 'self';
  if (mention.who === 'person' || subject === 'self' || subject === 'thing') return;
  state.named = subject;
  state.unreal = isWorld(reality) || reality === 'supposed' ? reality : null;
}

function isAsking(words: string, joined: Clause | null): boolean {
  if (joined?.asks === true && !BEGINS_ANEW.test(words)) return !isTold(words) || isQuestion(words);
  return isQuestion(words) && !(joined && GOES_ON.test(words));
}

/** Sentences, cut where a clause with its own subject or a condition begins. */
function placesOf(text: string): Place[] {
  const { tokens, clauses } = readingOf(text);
  // "… when | I was nine": the word that links a clause belongs to it.
  const begins = new Set(
    clauses.map(
      (token) => (tokens[token - 1]?.word === 'when' ? tokens[token - 1] : tokens[token])?.start ?? text.length,
    ),
  );
  for (const { index } of matchesOf(SUBORDINATE, text))
    if (!NOT_SUBORDINATE.test(text.slice(Math.max(0, index - 12), index))) {
      begins.add(index);
      const comma = text.indexOf(',', index);
      if (comma >= 0) begins.add(comma);
    }
  for (const { index } of matchesOf(QUESTION_BEGINS, text))
    if (!HOLDS_QUESTION.test(text.slice(0, index).slice(-16))) begins.add(index);
  const sorted = [...begins].sort((one, other) => one - other);
  return sentencesOf(text).flatMap(({ start, end }, sentence) => {
    const first = start + text.slice(start, end).search(/\S/);
    const cuts = [first];
    for (const begin of sorted) {
      if (begin <= first || begin >= end) continue;
      const said = text.slice(cuts.at(-1), begin);
      if (!OPENING.test(said) && !(cuts.length === 1 && OPENS_PAST.test(said)))
        cuts.push(begin - trailingTime(said, text.slice(begin, begin + 4)).length);
    }
    return cuts.map((from, index) => ({ start: from, end: cuts[index + 1] ?? end, sentence }));
  });
}

/** "My chest hurts last year we went to Spain": a time right before a new subject belongs to it, unless the past tense came before. */
function trailingTime(said: string, next: string): string {
  if (/^(?:,|and|but|so)/i.test(next)) return '';
  const time = TRAILING_TIME.exec(said)?.[0] ?? '';
  const rest = said.slice(0, said.length - time.length);
  return /\b(?:and|but|so)\W*$|,\s*$/i.test(rest) || !isInPast(rest) || STILL.test(rest) ? time : '';
}

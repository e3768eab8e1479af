/**
 * Is a phrase said of somebody, here and now? "I have chest pain" is; "no chest pain" (denial.ts), "I had chest pain years ago"
 * (past-events.ts), "what does chest pain mean?" and "call if you get chest pain" (topics.ts) are not. Of whom and how real a clause
 * is, message/understand.ts says; everything else is asked of the phrase's own clause, so that no other sentence can talk it down.
 */

import { isAlternative, isFeared, isUnheardOf, speaksOfNow, worldOf } from '../message/realities.ts';
import { endOfStatement } from '../message/statements.ts';
import { BEGINS_ANEW, clauseOf, GOES_ON, realityAt, understand } from '../message/understand.ts';
import { type Clause, isNoPerson, isOtherPerson, isWorld, type Understanding } from '../message/understanding.ts';
import { patternsOf } from '../text/patterns.ts';
import { isPresupposed } from '../text/questions.ts';
import { straight } from '../text/straight.ts';
import { findTerms } from '../vocabulary/find-terms.ts';
import type { TermKind } from '../vocabulary/term.ts';
import { isDenied, isDeniedHere } from './denial.ts';
import { isNear, victimIn, withoutItself, withoutThings } from './no-person.ts';
import { isOld, isReasonOfOld, isUnchanged } from './past-events.ts';
import type { Mood } from './rule-table.ts';
import { isEntry, isInstitution, isOnlySpokenOf, isTopicBehind, isWorldOf } from './topics.ts';
import type { Message, Span } from './words.ts';

const { pattern } = patternsOf('red-flags', 'assertion');

const PERSON = pattern('PERSON', 'i');
/** Wider than text/questions.ts on purpose: with that one the recall of unseen emergencies falls from 0.985 to 0.980. */
const QUESTION = pattern('QUESTION', 'i');
/** A first person who only asks: "Should I worry about strokes?", "Can I …", "What do I do for …". */
const ASKING = pattern('ASKING', 'gi');

/** Questions that are asked only in an emergency. */
const CALLS_FOR_HELP =
  /\b(?:should (?:i|we)|do (?:i|we) need)\b[^?]{0,200}\b(?:ambulance|er|hospital|a&e|911|999|112|emergency)\b/i;

/** "Allergic to ibuprofen (wheezing)" tells what it does, not what it is doing. */
const LISTED_REACTION = /\ballerg(?:ic to|y to|ies to|y:|ies:) [^.!?]{1,80}\([^.()!?]{0,40}$/i;
/** Of what else somebody tells who asks a bare question about themselves: "I'm 11 weeks", "I take warfarin". */
const CIRCUMSTANCE =
  /\b(?:weeks?|months?|days?|hours?|minutes?|pregnan\w*|started|since|ago|feel\w*|felt|hurts?|(?:took|had|have|got|ate|drank) (?:that|this|it|one|some))\b/i;

/** How many sentences away somebody may be told of whom a bare question is about. */
const ASKED_WITHIN = 2;

/** "How does a stroke look?" asks about the finding itself. */
const ASKS_LOOKS =
  /^\W*(?:and |but |so )?(?:how|what) (?:do|does|would|did) .*\b(?:look|feel|show|start|begin|present|appear|happen|develop)\b/i;
/** What is taken every day has not just been taken. */
const TAKES = /\b(?:take|takes|use|uses|(?:am|is|i'm|he's|she's) on)\b/i;
/** "Our hamster is limp and not breathing": of whom the verb before it is. */
const GOES_ON_DENYING = /^and (?:not|isn't|isnt|doesn't|doesnt|hasn't|hasnt|no longer)\b/i;
const NEVER = /\bnever\b/i;
/** Inside a phrase with a gap: "have never had a heart attack". */
const NEVER_HAD = /\bnever (?:had|suffered)\b/i;
/** Whose it is, is not whom it happens to: "my dog". */
const OWNER = /^\W*(?:(?:and|but|so)\W+)?(?:one of )?(?:my|our|his|her)\b/i;
/** To whom an animal or a thing did something. */
const VICTIM = /\b(?:me|us|him|her|them|my|his|our|their)\b/i;

const CLINICAL: ReadonlySet<TermKind> = new Set(['symptom', 'condition', 'drug', 'procedure']);
const COMPLAINTS: ReadonlySet<TermKind> = new Set(['symptom']);
/** In or on a thing it is somebody's: "the toilet was full of blood". */
const BLOOD = /\bblood\b/i;
const I_BEGIN = /^\W*(?:(?:and|but) )?i(?:'m|'ve|'d)?\b/i;

const DID_IT =
  /\b(?:i|he|she|they|we)(?:'ve|'s| has| have)? (?:just |already )?(?:did|done|had|took|ate|swallowed|drank) (?:it|that|this|one|some|so)\b/i;

/** The writer, or somebody else. */
export type Holder = 'self' | 'other';
type Said = { asks: boolean; person: boolean };

/** "Could be nothing but": no question. */
const MAY_BE = /^\W*(?:it )?(?:could|might|may) be\b/i;
const ENDS_IN_COLON = /:\s*$/;
const THIRD_PERSON = /\b(?:he|she|they|him|her|them)\b/i;
const REPORTED_QUESTION = /\bask(?:ed|s|ing)(?: (?:me|us|him|her|them))?\s*$/i;
const AFFIRMS =
  /\b(?:yes|yeah|yep|told (?:her|him|them)|(?:i|he|she|we|they) (?:do|does|did|am|is|are|was|were|have|has)(?=\s*(?:[.,!;]|$)))/i;
const QUESTION_WITHIN = 20;
const AFFIRMED_WITHIN = 60;

/** Each clause is judged once for a message. */
export class Assertions {
  readonly #message: Message;
  readonly #straight: string;
  readonly #understanding: Understanding;
  readonly #said = new Map<Clause, Said>();

  constructor(message: Message) {
    this.#message = message;
    this.#straight = straight(message.text);
    this.#understanding = understand(message.text);
  }

  /** `asked`: count it even as a question or a what-if, as long as somebody is in it: "if I kill myself, will it hurt?" */
  holds(span: Span, sentence: number, mood: Mood = 'now'): boolean {
    const place = this.#message.sentences[sentence] as Span;
    const clause = clauseOf(this.#understanding, span.start);
    if (!clause) return true;
    // "My brother had a heart attack at 49, I'm 47": no phrase is said of two people.
    if (isOtherPerson(clause.subject) && I_BEGIN.test(this.#straight.slice(clause.end, span.end))) return false;
    const from = Math.max(place.start, clause.start);
    const whole = this.#straight.slice(from, span.start);
    const phrase = this.#straight.slice(span.start, span.end);
    // What comes after a whole statement about something else begins anew, whatever that statement was.
    const begun = GOES_ON_DENYING.test(whole.slice(-4) + phrase) ? 0 : this.#endOfStatement(whole, from);
    const before = whole.slice(begun);
    const after = this.#straight.slice(span.end, place.end);
    const isThere = NEVER.test(before) && isUnheardOf(before + phrase + after);
    const lead = isThere ? before.replace(NEVER, '') : before;
    if (isDenied(lead, phrase, after) || (NEVER_HAD.test(phrase) && !isUnheardOf(phrase + after))) return false;
    const told = this.#straight.slice(place.start, span.start);
    if (isReasonOfOld(told, after)) return false;
    if (LISTED_REACTION.test(told) || isInstitution(after) || isEntry(told, phrase, after)) return false;
    if (begun > 0) return !isOnlySpokenOf(before, phrase, after);
    if (
      isNoPerson(clause.subject) &&
      !(clause.subject === 'thing' && BLOOD.test(phrase)) &&
      isNear(before + phrase) &&
      !PERSON.test(withoutThings(withoutItself(before.replace(OWNER, '')) + phrase + victimIn(before, after)))
    )
      return false;
    if (mood === 'always' && isWorld(clause.reality)) return false;
    if (mood !== 'always' && !this.#isMeant(clause, before, phrase, after, mood)) return false;
    return !isOld(this.#message.text, this.#straight, clause, realityAt(this.#understanding, span.start), span);
  }

  /**
   * Whether what a phrase tells can have to do with a finding in another clause: not what is in a film or in the news, nor, in another
   * sentence, what only an animal or a thing does, or what somebody else used to do ("he keeps vomiting. I used to play football").
   */
  bearsOn(circumstance: Span, finding: Span): boolean {
    const [told, about] = [circumstance, finding].map(({ start }) => clauseOf(this.#understanding, start));
    if (!told || !about || told === about) return true;
    const words = this.#wordsOf(told);
    if (isWorld(told.reality) || worldOf(words) === 'told') return isWorld(about.reality);
    if (told.sentence === about.sentence) return true;
    if (isNoPerson(told.subject)) return VICTIM.test(withoutThings(words));
    return told.reality !== 'past' || told.subject === about.subject;
  }

  /** "I talk in my sleep. My colleague is training for a marathon": told of an animal or of somebody else than the finding is. */
  isOfAnother(circumstance: Span, finding: Span): boolean {
    const [told, about] = [circumstance, finding].map(({ start }) => clauseOf(this.#understanding, start));
    if (!told || !about || told === about) return false;
    if (told.subject === 'animal') return !VICTIM.test(withoutThings(this.#wordsOf(told)));
    return told.subject === 'someone' && about.subject === 'self' && !THIRD_PERSON.test(this.#wordsOf(about));
  }

  /** Told of somebody, and neither over nor of a film, the news or a course. */
  isOfNow(at: number): boolean {
    const clause = clauseOf(this.#understanding, at);
    return !clause || !(clause.reality === 'past' || isWorld(clause.reality) || clause.subject === 'animal');
  }

  /** "The weather is lovely today sudden chest pain": how much before the first finding is a statement. */
  #endOfStatement(before: string, from: number): number {
    const first = findTerms(this.#message.text).find(({ term, start }) => CLINICAL.has(term.kind) && start >= from);
    return endOfStatement(before.slice(0, first ? first.start - from : before.length));
  }

  /** Of somebody, and not only asked or spoken about. */
  #isMeant(clause: Clause, before: string, phrase: string, after: string, mood: Mood): boolean {
    const { asks, person } = this.#saidIn(clause);
    if (isWorld(clause.reality) || (isWorldOf(before) && !/\bmyself\b/i.test(after))) return false;
    if (mood === 'asked') return person || !asks;
    if (isOnlySpokenOf(before, phrase, after) && !this.#isAffirmed(clause, after) && !this.#isDone(clause))
      return false;
    if (clause.reality === 'feared' && isFeared(before + phrase)) return false;
    const words = this.#wordsOf(clause);
    if (clause.reality === 'supposed' && (clause.subject === 'anybody' || isAlternative(words))) return false;
    const behind = after.slice(0, Math.max(0, this.#topicEnd(clause) - clause.start - before.length - phrase.length));
    if (!asks) return person || speaksOfNow(words) || !isTopicBehind(behind);
    return person || this.#isDone(clause) || (clause.subject !== 'anybody' && this.#toldElsewhere(clause, phrase));
  }

  /** "The nurse asked if I had chest pain and I said yes": somebody else's question that was not denied. */
  #isAffirmed(clause: Clause, after: string): boolean {
    const asked = this.#straight.slice(Math.max(0, clause.start - QUESTION_WITHIN), clause.start);
    return (
      REPORTED_QUESTION.test(asked) &&
      AFFIRMS.test(after + this.#straight.slice(clause.end, clause.end + AFFIRMED_WITHIN))
    );
  }

  /** Whose it is; null for what is said of anybody, an animal or a thing. */
  holderOf({ start }: Span): Holder | null {
    const subject = clauseOf(this.#understanding, start)?.subject ?? 'self';
    return subject === 'self' ? 'self' : isOtherPerson(subject) ? 'other' : null;
  }

  /** A sign that somebody has always had. */
  isUnchanged({ start, end }: Span, sentence: number): boolean {
    const place = this.#message.sentences[sentence] as Span;
    return isUnchanged(this.#straight.slice(place.start, start), this.#straight.slice(end, place.end));
  }

  /** "A lump in my breast, no pain": a denial right before one of several words that would count together. */
  denied({ start }: Span): boolean {
    return isDeniedHere(this.#straight.slice(Math.max(0, start - 24), start));
  }

  /** "Heart attack, is it hereditary?": the question about a topic may follow it. */
  #topicEnd({ end, sentence }: Clause): number {
    const next = this.#understanding.clauses.find(({ start }) => start >= end);
    return next?.sentence === sentence && next.asks ? next.end : end;
  }

  #wordsOf({ start, end }: Span): string {
    return this.#straight.slice(start, end).replace(/^[\s,;:–-]+/, '');
  }

  /** A clause that follows a question in its sentence belongs to it. */
  #saidIn(clause: Clause): Said {
    const known = this.#said.get(clause);
    if (known) return known;
    const { clauses } = this.#understanding;
    const before = clauses[clauses.indexOf(clause) - 1];
    const joined = before?.sentence === clause.sentence ? this.#saidIn(before) : null;
    const words = this.#wordsOf(clause);
    const goesOn =
      joined?.asks === true && !BEGINS_ANEW.test(words) && !(before && ENDS_IN_COLON.test(this.#wordsOf(before)));
    const asks = (QUESTION.test(words) && !MAY_BE.test(words) && !(joined && GOES_ON.test(words))) || goesOn;
    const person =
      PERSON.test(asks ? words.replace(ASKING, ' ') : words) ||
      (asks && (CALLS_FOR_HELP.test(words) || isPresupposed(words)));
    const said = { asks, person: person || ((!asks || goesOn) && (joined?.person ?? false)) };
    this.#said.set(clause, said);
    return said;
  }

  /** "When must a baby who swallowed a battery be seen, she did it an hour ago": asked of anybody, and done by somebody. */
  #isDone(asked: Clause): boolean {
    return this.#understanding.clauses.some(
      (clause) =>
        clause.start > asked.start &&
        clause.sentence - asked.sentence <= 1 &&
        !isWorld(clause.reality) &&
        DID_IT.test(this.#wordsOf(clause)),
    );
  }

  /** "Is bleeding normal? I'm 11 weeks": the question is bare, and still somebody's. An age alone does not make it so. */
  #toldElsewhere(asked: Clause, phrase: string): boolean {
    const terms = findTerms(this.#message.text);
    // A disease that is asked about by name is somebody's only where a complaint is told: "I take vitamin D. How does a stroke look?"
    const isNamed = findTerms(phrase).some(
      ({ term, start, end }) => term.kind === 'condition' && end - start === phrase.length,
    );
    const telling = isNamed ? COMPLAINTS : CLINICAL;
    const asksLooks = ASKS_LOOKS.test(this.#wordsOf(asked));
    const asksOfSelf = /\b(?:i|my|me)\b/i.test(this.#wordsOf(asked));
    return this.#understanding.clauses.some((clause) => {
      if (clause === asked || clause.reality !== 'now' || isNoPerson(clause.subject)) return false;
      if (Math.abs(clause.sentence - asked.sentence) > ASKED_WITHIN) return false;
      const { asks, person } = this.#saidIn(clause);
      // The sentence of the question may go on with somebody: "what is it when it swells and I feel sick?"
      const goesOn = clause.sentence === asked.sentence && clause.start > asked.start;
      if ((asks && !goesOn) || !person) return false;
      const habit = asksLooks && TAKES.test(this.#wordsOf(clause));
      return (
        (goesOn && (asksOfSelf ? /^(?:and|when|while) i\b/i : /^(?:when|while) i\b/i).test(this.#wordsOf(clause))) ||
        (!isNamed && CIRCUMSTANCE.test(this.#wordsOf(clause))) ||
        terms.some(
          ({ term, start, end }) =>
            telling.has(term.kind) && !(habit && term.kind === 'drug') && start >= clause.start && end <= clause.end,
        )
      );
    });
  }
}

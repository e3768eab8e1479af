/**
 * Is a phrase said of somebody, here and now? "I have chest pain" is; "no chest pain" (denial.ts), "I had chest pain years ago"
 * (past-events.ts), "what does chest pain mean?" and "call if you get chest pain" (topics.ts) are not. Looks at the sentence around
 * the phrase, and at the rest of the message only to see whether a bare question comes with somebody's story.
 */
import { once } from '../text/cache.ts';
import { patternsOf } from '../text/patterns.ts';
import { isDenied, isDeniedHere } from './denial.ts';
import { type Age, ageOf, isOld, speaksOfNow } from './past-events.ts';
import { isForLearning, isOnlySpokenOf, isOwn, isStory, isTopicBehind } from './topics.ts';
import type { Message, Span } from './words.ts';

const { pattern } = patternsOf('red-flags', 'assertion');

const PERSON = pattern('PERSON', 'i');
const STORY = pattern('STORY', 'i');
/** Wider than text/questions.ts on purpose: with that one the recall of unseen emergencies falls from 0.985 to 0.980. */
const QUESTION = pattern('QUESTION', 'i');
/** A first person who only asks: "Should I worry about strokes?", "Can I …", "What do I do for …". */
const ASKING = pattern('ASKING', 'gi');

/** Questions that are asked only in an emergency. */
const CALLS_FOR_HELP =
  /\b(?:should (?:i|we)|do (?:i|we) need)\b[^?]{0,200}\b(?:ambulance|er|hospital|a&e|911|999|112|emergency)\b/i;

/** "Allergic to ibuprofen (wheezing)" tells what it does, not what it is doing. */
const LISTED_REACTION = /\ballerg(?:ic|y|ies) to [^.()!?]{1,60}\([^.()!?]{0,40}$/i;

/** `asked` counts a question about somebody too, `always` whatever is not denied and not long ago. */
export type Mood = 'now' | 'asked' | 'always';
type Sentence = { text: string; asks: boolean; person: boolean; age: Age };

/** Each sentence is judged once for a message. */
export class Assertions {
  readonly #message: Message;
  readonly #straight: string;
  readonly #sentences = new Map<number, Sentence>();
  readonly #forLearning = once(() => isForLearning(this.#message, this.#straight));

  constructor(message: Message) {
    this.#message = message;
    this.#straight = straight(message.text);
  }

  /** `asked`: count it even as a question or a what-if, as long as somebody is in it: "if I kill myself, will it hurt?" */
  holds(span: Span, sentence: number, mood: Mood = 'now'): boolean {
    const place = this.#message.sentences[sentence] as Span;
    const facts = this.#sentence(sentence);
    const before = this.#straight.slice(place.start, span.start);
    const phrase = this.#straight.slice(span.start, span.end);
    const after = this.#straight.slice(span.end, place.end);
    if (isDenied(before, after) || LISTED_REACTION.test(before)) return false;
    if (mood !== 'always' && !this.#isMeant(sentence, before, phrase, after, mood)) return false;
    return !isOld(this.#message.text, facts.text, place.start, span, facts.age);
  }

  /** Of somebody, and not only asked or spoken about. */
  #isMeant(sentence: number, before: string, phrase: string, after: string, mood: Mood): boolean {
    const { text, asks, person } = this.#sentence(sentence);
    if (this.#forLearning() && !isOwn(before, phrase)) return false;
    if (mood === 'asked') return (person || !asks) && !isStory(before, phrase);
    if (isOnlySpokenOf(before, phrase)) return false;
    if (!asks) return person || speaksOfNow(text) || !isTopicBehind(after);
    return person || this.#toldElsewhere(sentence);
  }

  /** "A lump in my breast, no pain": a denial right before one of several words that would count together. */
  denied({ start }: Span): boolean {
    return isDeniedHere(this.#straight.slice(Math.max(0, start - 24), start));
  }

  #sentence(index: number): Sentence {
    const known = this.#sentences.get(index);
    if (known) return known;
    const { start, end } = this.#message.sentences[index] as Span;
    const text = this.#straight.slice(start, end);
    const asks = QUESTION.test(text);
    const person = PERSON.test(asks ? text.replace(ASKING, ' ') : text) || (asks && CALLS_FOR_HELP.test(text));
    const age = ageOf(text, index > 0 ? this.#sentence(index - 1).age : undefined);
    const facts = { text, asks, person, age };
    this.#sentences.set(index, facts);
    return facts;
  }

  /** "Is bleeding normal? I'm 11 weeks": the question is bare, and still somebody's. */
  #toldElsewhere(index: number): boolean {
    return this.#message.sentences.some((_, other) => {
      if (other === index) return false;
      const { asks, text } = this.#sentence(other);
      return !asks && STORY.test(text);
    });
  }
}

/** A copy with straight apostrophes, letter for letter, so that offsets hold. */
export function straight(text: string): string {
  return text.replace(/[‘’´`ʼ]/g, "'");
}

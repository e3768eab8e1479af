/**
 * Is something only spoken of? "What causes chest pain", "call if she gets chest pain", "in the film he clutches his chest". Such
 * words hold for their own clause; who then goes on with "and my arm is numb" speaks of himself: "we were watching a film
 * and my arm went numb". A story, and somebody who was only supposed, hold for "he" and "she" in the rest of the sentence too.
 */

import { patternsOf } from '../text/patterns.ts';
import { wordSet } from '../text/word-sets.ts';
import { type Message, says } from './words.ts';

const { pattern, source, words } = patternsOf('red-flags', 'topics');

const SUPPOSED = pattern('SUPPOSED', 'i');
// The rare word first, and then what comes before it: a pattern that begins with "for" or "of" begins everywhere.
const GENERAL = pattern('GENERAL', 'i');
/** Told about somebody else, or fiction. */
const STORY = pattern('STORY', 'i');
/** Of whom a story may be about: not of who only watches or reads it. */
const STORY_OF = pattern('STORY_OF', 'i');
/** A supposed person, or anybody. */
const ANYBODY = /\b(?:someone|somebody|anyone|a person|people|one's|a (?:child|patient|baby|victim)|you|your)\b/i;
/** What somebody is afraid of, or waits for, has not come: "afraid of having a stroke". Not "afraid of my husband". */
const FEARED = pattern('FEARED', 'i');
/** What a message is for: nobody in it needs help, unless it says so of "me" or "my". */
const PURPOSES = source('PURPOSES');
const PURPOSE = pattern('PURPOSE', 'i', { PURPOSES });
const PURPOSE_WORDS = wordSet([PURPOSES.replace(/[ |]/g, ' '), ...words('PURPOSE_WORDS')].join(' '));
/** An if of what has happened: "what should I do if my son swallowed bleach". */
const HAPPENED = pattern('HAPPENED', 'i');

const CLAUSE_BOUNDARY = pattern('CLAUSE_BOUNDARY', 'gi');
/** How far from what is said its subject stands at most. */
const NEAR_WORDS = 5;
const FIRST = /\b(?:i|i'm|im|i've|ive|i'd|my|me|myself|we|we're|we've|our|us)\b/i;
/** After the phrase these make it a topic too: "… is hereditary?", "… prevention". */
const AFTER = pattern('AFTER', 'i');

/** `before` and `phrase` as they follow one another in a sentence. */
export function isOnlySpokenOf(before: string, phrase: string): boolean {
  const own = before.slice(lastClauseStart(before));
  const supposed = SUPPOSED.test(own) && !HAPPENED.test(own + phrase);
  if (supposed || FEARED.test(own + phrase) || GENERAL.test(own) || STORY.test(own)) return true;
  if (isStory(before, phrase)) return true;
  if (own.length === before.length || FIRST.test(own + phrase)) return false;
  return ANYBODY.test(before) && (SUPPOSED.test(before) || GENERAL.test(before));
}

/** Of somebody in a book, the news or a letter. */
export function isStory(before: string, phrase: string): boolean {
  const begin = lastClauseStart(before);
  const own = begin === 0 ? isOwn(before, phrase) : FIRST.test(before.slice(begin) + phrase);
  return !own && STORY_OF.test(before);
}

export function isTopicBehind(after: string): boolean {
  return SUPPOSED.test(after) || GENERAL.test(after) || STORY.test(after) || AFTER.test(after);
}

/** A message that says what it is for. */
export function isForLearning(message: Message, text: string): boolean {
  return says(message, PURPOSE_WORDS) && PURPOSE.test(text);
}

/** "My son is …", and not "we are writing a play in which she …". */
export function isOwn(before: string, phrase: string): boolean {
  return FIRST.test(before.split(' ').slice(-NEAR_WORDS).join(' ') + phrase);
}

/** Where the last clause with a subject of its own begins. */
function lastClauseStart(before: string): number {
  let begin = 0;
  CLAUSE_BOUNDARY.lastIndex = 0;
  for (let match = CLAUSE_BOUNDARY.exec(before); match; match = CLAUSE_BOUNDARY.exec(before))
    begin = match.index + match[0].length;
  return begin;
}

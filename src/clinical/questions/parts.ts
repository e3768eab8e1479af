/** What a message asks, one question at a time: "What is gout, and can I drink beer with allopurinol?" asks two. */

import { toRecord } from '../extract/entries.ts';
import { prepared } from '../message/prepared.ts';
import { patternsOf } from '../text/patterns.ts';
import { asksDifference, isQuestion, isTold } from '../text/questions.ts';
import { sentencesOf } from '../text/sentences.ts';

const { pattern } = patternsOf('questions', 'parts');

/** Where one question ends and the next begins within a sentence. "And is" may join two halves of one, so more of it has to be there. */
const NEXT = pattern('NEXT', 'i');
/** "Four things: can I fly, is wine ok, and …": in such a list each comma before a verb begins the next question. */
const LISTED = /\b(?:things?|questions?|points?)\s*:/i;
const NEXT_LISTED = pattern('NEXT_LISTED', 'i');
/** "I wonder whether", "can you tell me what": the question follows it. */
const LEAD = pattern('LEAD', 'i');
/** "Hi, anyway": what comes before a question and is no part of it. */
const OPENER = pattern('OPENER', 'i');

/** "Abeg what could it be": asks, though it neither begins nor ends like it. */
const LOOSE = pattern('LOOSE', 'i');
/** "Am 15 and haven't had my period": without its "I". */
const TELLS_AGE = /^\W*am (?:\d|an? |having|feeling|on|not|so|very|also|still|in|from)\b[^?]*$/i;
const ASKS_TOO =
  /(?:[,;.]|\band\b)\s{0,3}(?:is|are|do|does|did|should|can|could|what|how|why|when|which|tell|explain|let\s+me\s+know)\b/i;
/** "Forgot it yesterday, do i take extra today": told first, and asked without a mark. */
const ASKS_LAST = pattern('ASKS_LAST', 'i');
const LONGEST_LOOSE = 80;
/** "Ok will ring the doctor" has the shape of a question. */
const PROMISE = pattern('PROMISE', 'i');

export function questionsIn(text: string): string[] {
  const asked = asking(prepared(text).text);
  return asked.length === 0 && text.length <= LONGEST_LOOSE && LOOSE.test(text) ? [text.trim()] : asked;
}

function asking(text: string): string[] {
  return sentencesOf(text)
    .map(({ start, end }) => text.slice(start, end).trim())
    .filter(
      (sentence) =>
        (isQuestion(sentence) ||
          isQuestion(opened(sentence)) ||
          LEAD.test(opened(sentence)) ||
          ASKS_LAST.test(sentence)) &&
        !PROMISE.test(sentence) &&
        !isOnlyToRecord(sentence) &&
        !TELLS_AGE.test(sentence),
    )
    .flatMap(splitUp)
    .map((part) => part.trim())
    .filter((part, _, all) => /\p{L}{2}/u.test(part) && (all.length === 1 || /\s/.test(part)));
}

/** "Could you add that I had a mammogram in May?"; not "log 80 kg, is that too much?" */
function isOnlyToRecord(sentence: string): boolean {
  const told = toRecord(sentence)?.replace(/\?\s*$/, '');
  return told !== undefined && !isQuestion(told) && !ASKS_TOO.test(told);
}

/** "I had it three days ago, do I need a test?": what comes before the question is not one. */
function splitUp(sentence: string): string[] {
  const parts = sentence.split(LISTED.test(sentence) ? NEXT_LISTED : NEXT).map((part) => part.trim());
  if (parts.length === 1) return parts;
  const asking = parts.filter((part) => isQuestion(part) || asksDifference(part) || LEAD.test(opened(part)));
  return asking.length > 0 ? asking : [sentence];
}

function opened(sentence: string): string {
  return sentence.replace(OPENER, '');
}

/** Nothing is told beside what is asked: "when did I have my colonoscopy?" */
export function onlyAsks(text: string): boolean {
  return sentencesOf(text).every(({ start, end }) => {
    const sentence = text.slice(start, end).trim();
    return isQuestion(sentence) && !isTold(sentence);
  });
}

/** "I can take it" after "I wonder whether": the verb comes second there, and first in the question itself. */
const EMBEDDED =
  /^(i|we|he|she|it|they|this|that)\s+(can|could|should|may|might|must|will|would|am|is|are|was|were|have to|need to)\b/i;
const EMBEDDED_PLAIN = /^(?=(?:i|we|they)\s)/i;

/** "What's my average then?": what only rounds a question off. */
const TRAIL = /(?<=\w\s)(?:then|though|tho|please|pls|plz|btw|by the way|lol|anyway)(?=\W*$)/i;

/** The question without the politeness around it: "I wonder if I still need it" asks "do I still need it". */
export function plainQuestion(written: string): string {
  const part = written.replace(TRAIL, '');
  const inner = opened(part).replace(LEAD, '');
  if (!inner || inner === opened(part)) return part;
  return EMBEDDED.test(inner) ? inner.replace(EMBEDDED, '$2 $1') : inner.replace(EMBEDDED_PLAIN, 'do ');
}

/** "Should I worry?" asks how bad it is, and names no anxiety. */
const WORRY = pattern('WORRY', 'gi');

export function withoutWorry(text: string): string {
  return text.replace(WORRY, ' ');
}

/**
 * Is something only spoken of? "What causes chest pain", "call if she gets chest pain", "a film about a stroke". Such words hold for
 * what follows them in their own clause.
 */
import { patternsOf } from '../text/patterns.ts';

const { pattern } = patternsOf('red-flags', 'topics');

const SUPPOSED = pattern('SUPPOSED', 'i');
// The rare word first, and then what comes before it: a pattern that begins with "for" or "of" begins everywhere.
const GENERAL = pattern('GENERAL', 'i');
/** Told about somebody else, or fiction. */
const STORY = pattern('STORY', 'i');
/** What a book, the news or a letter is about: the next few words. */
const STORY_OF = pattern('STORY_OF', 'i');
/** What somebody is afraid of, or waits for, has not come: "afraid of having a stroke". Not "afraid of my husband". */
const FEARED = pattern('FEARED', 'i');
/** An if of what has happened: "what should I do if my son swallowed bleach". */
const HAPPENED = pattern('HAPPENED', 'i');
/** "If I took 30 tablets two hours ago, should I …": with its time it has happened. */
const IF_DONE =
  /\bif (?:i|we|they|someone|somebody) (?:just |accidentally |have |has ){0,2}(?:[a-z]{3,}ed|drank|drunk|ate|eaten|took|taken|fell|hit|cut)\b/i;
const DONE_WHEN = /^[^.?!;]{0,60}\b(?:ago|already|just now|earlier|this (?:morning|evening|afternoon)|last night)\b/i;
/** After the phrase these make it a topic too: "… is hereditary?", "… prevention". */
const AFTER = pattern('AFTER', 'i');

/** What something can do to anybody is not what it does to somebody: "it can swell your tongue". */
const EFFECT = /\b(?:it|they|this|that|these|those|which) (?:can|may|might|could) (?:also |even |sometimes )?$/i;

/** Whoever asks for leave to eat or drink something has not done it: "can my daughter drink coffee with her vitamins". */
const LEAVE =
  /\b(?:(?:can|may|should) (?:i|he|she|we|they|(?:my|our|the) [\w-]+)|is it (?:ok|okay|safe|fine) to) (?:still |also )?$/i;

/** "Sepsis vs septicaemia": compared with the name right before it. */
const COMPARED = /\b(?:vs\.?|versus)\s+$/i;

const NEXT_PART = /[,;(–]|\b(?:and|but|while|whilst|during|like|as if)\b/i;
const INSTITUTION = pattern('INSTITUTION', 'i');
const RECORD = pattern('RECORD', 'i');
const REMOVES = pattern('REMOVES', 'i');
const FROM_RECORD = pattern('FROM_RECORD', 'i');
const OPENS_QUOTE = /(?:^|[\s(:])['"‘“][^'"‘’“”]{0,60}$/;
const CLOSES_QUOTE = /^[^'"‘’“”]{0,60}['"’”](?!\w)/;
const FIRST_PERSON = /\b(?:i|i'm|im|me|my|myself)\b/i;
/** What is written there is so. */
const STILL_SO = /\b(?:now|right now|tonight|again|is right|is true|is correct|i have it|still|diary|journal)\b/i;

/** `before`, `phrase` and `after` as they follow one another in a clause. */
export function isOnlySpokenOf(before: string, phrase: string, after = ''): boolean {
  const isDone = HAPPENED.test(before + phrase) || (IF_DONE.test(before + phrase) && DONE_WHEN.test(after));
  if (SUPPOSED.test(before) && !isDone) return true;
  if (/^(?:eat|drink)\b/i.test(phrase) && LEAVE.test(before)) return true;
  if (EFFECT.test(before) && /\byour?\b/i.test(phrase)) return true;
  return COMPARED.test(before) || FEARED.test(before + phrase) || GENERAL.test(before);
}

/**
 * "Please delete 'overdose' from my chart": what is quoted from a record, or is to be taken out of it. `before` and `after` reach to the
 * ends of the sentence. Quoted words with an "I" are somebody's.
 */
export function isEntry(before: string, phrase: string, after: string): boolean {
  if (!RECORD.test(before) && !RECORD.test(after)) return false;
  if (REMOVES.test(before) && FROM_RECORD.test(after)) return true;
  const [opening, closing] = [OPENS_QUOTE.exec(before), CLOSES_QUOTE.exec(after)];
  if (!opening || !closing) return false;
  const quoted = opening[0] + phrase + closing[0];
  const around = before.slice(0, opening.index) + after.slice(closing[0].length);
  return !FIRST_PERSON.test(quoted) && RECORD.test(around) && !STILL_SO.test(around);
}

/** Of somebody in a book, the news or a letter. */
export function isWorldOf(before: string): boolean {
  const rest = STORY_OF.exec(before);
  return rest !== null && !/\band\b(?! (?:who|whose|then)\b)/i.test(before.slice(rest.index + rest[0].length));
}

/** "Stroke ward", "shingles vaccine", "sepsis vs flu": the name stands for something else than what somebody has. */
export function isInstitution(after: string): boolean {
  return INSTITUTION.test(after);
}

/** In the same part of a sentence: "stroke statistics", not "pain 10/10, no other symptoms". */
export function isTopicBehind(rest: string): boolean {
  const next = rest.search(NEXT_PART);
  const after = next < 0 ? rest : rest.slice(0, next);
  return SUPPOSED.test(after) || GENERAL.test(after) || STORY.test(after) || AFTER.test(after);
}

/**
 * Which harmless sentence can be joined to a message without changing whom it is about. A message without a subject of its own takes
 * that of the words before it ("My grandmother lived to be ninety and collapsed", "a tortoise ate mushrooms"), and "he" is whoever was
 * named last, or, without a mark, whoever is in the film ("I watched a good film last night she had a miscarriage").
 */
import { worldOf } from '../../src/clinical/message/realities.ts';
import { patternsOf } from '../../src/clinical/text/patterns.ts';
import { ANIMALS, isActingRole, isPersonNoun } from '../../src/clinical/text/persons.ts';

const VERBS = patternsOf('text', 'clauses').words('VERBS');
const TOLD: ReadonlySet<string | null> = new Set(['fiction', 'told']);

/** Something or somebody that the message itself names first. */
const OPENS_WITH_SUBJECT =
  /^\W*(?:(?:hi|hello|please|help|so|ok|well|sorry|good morning|dear \w+)\W+)*(?:i|i'm|im|i've|ive|i'd|my|our|we|we're|we've|the|a|an|this|that|these|there|there's|theres|it|it's|its|somebody|someone|husband|wife|mum|mom|dad|baby|son|daughter|friend|kid|child|grandma|grandad|nan|caregiver|mother|father)\b/i;
const OPENS_WITH_PRONOUN = /^\W*(?:he|she|they|he's|she's|hes|shes|they're|his|her|their|him|them)\b/i;
const OF_THIRD = /^\W*(?:he|she|they)\b/i;

/** `marked`: a full stop or a new line stands between the two. */
export function canFollow(text: string, sentence: string, marked: boolean): boolean {
  if (!marked && OPENS_WITH_PRONOUN.test(text) && (TOLD.has(worldOf(sentence)) || namesAnimal(sentence))) return false;
  if (!marked && opensWithVerb(text) && isLiving(lastWord(sentence), firstWord(text))) return false;
  if (!isOfOther(sentence) && !OF_THIRD.test(sentence)) return true;
  return !OPENS_WITH_PRONOUN.test(text) && (marked || OPENS_WITH_SUBJECT.test(text));
}

/** "My daughter has an exam": a sentence about another person. */
function isOfOther(sentence: string): boolean {
  const noun = /^(?:my|our|an?|the) (\w+)/i.exec(sentence)?.[1]?.toLowerCase() ?? '';
  return isPersonNoun(noun);
}

/** "The weather is lovely and cialis": only what has a subject can be joined by "and". */
export function hasSubject(text: string): boolean {
  return OPENS_WITH_SUBJECT.test(text) || OPENS_WITH_PRONOUN.test(text);
}

/** `verb`: "a lighthouse keeper took" has somebody by the verb. */
function isLiving(word: string, verb: string): boolean {
  return ANIMALS.has(word) || isPersonNoun(word) || isActingRole(word, verb);
}

function opensWithVerb(text: string): boolean {
  const first = firstWord(text);
  return VERBS.has(first) || /.{3}ed$/.test(first);
}

/** "My dog loves the beach and she's not breathing" is about the dog. */
function namesAnimal(sentence: string): boolean {
  return (sentence.toLowerCase().match(/\w+/g) ?? []).some((word) => ANIMALS.has(word));
}

/** "… woke up last year we went": without a mark, a time belongs to what stands before it. */
export function opensWithTime(sentence: string): boolean {
  return /^(?:last|this|next|every) \w+ (?:i|we|he|she|they)\b/i.test(sentence);
}

function firstWord(text: string): string {
  return /^\w+/.exec(text.toLowerCase())?.[0] ?? '';
}

function lastWord(sentence: string): string {
  return /(\w+)\W*$/.exec(sentence.toLowerCase())?.[1] ?? '';
}

/**
 * The person that a message is about: the one whose record this is, a relative of theirs, or, where a clinician writes, "the
 * patient", whose record it is as well. For a relative nothing is taken from the record, and a child is not judged by the ranges of
 * adults.
 */
import {
  AGE_OLD,
  CHILDREN as CHILD_NOUNS,
  FRIENDS,
  hasAny,
  matchesOf,
  patternsOf,
  RELATIVES,
  readingOf,
  UNDER_A_YEAR,
  understand,
  wordSet,
} from '../../../../clinical/index.ts';

const { pattern } = patternsOf('health-offline', 'whom');

export type Whom =
  | { who: 'self' }
  /** Referred to as "he" or "she" without being a relative: a clinician writes. */
  | { who: 'patient' }
  | { who: 'relative'; noun: string; child: boolean };

const CHILDREN = [...CHILD_NOUNS, 'little one'].join('|');
const ADULTS = ['parents', ...RELATIVES, ...FRIENDS].join('|');
/** The word that an answer uses. */
const NOUNS: Readonly<Record<string, string>> = {
  boy: 'son',
  girl: 'daughter',
  kid: 'child',
  toddler: 'child',
  infant: 'baby',
  newborn: 'baby',
  'little one': 'child',
  children: 'child',
  babies: 'baby',
  grandchildren: 'grandchild',
};
const RELATIVE = pattern('RELATIVE', 'gi', { AGE: AGE_OLD, CHILDREN, ADULTS });
/** "Mum is 79": with a capital letter, "my" is not needed. */
const BY_NAME = pattern('BY_NAME', 'gu');
/** A message with none of these words is about nobody else. */
const OTHERS = wordSet(
  `he she hes shes him her his hers himself herself old ${CHILDREN} ${ADULTS}`.replaceAll('|', ' '),
);
const THIRD = /\b(?:he|she|him|her|his|hers|himself|herself|he['’]?s|she['’]?s)\b/gi;
const GIVEN = /\b(?:give|giving|gave|given)\s+(?:him|her|them)\b/i;
const GIVING = /\b(?:i|we)\b[^.,;!?]{0,20}\b(?:give|giving|gave|given|bought|got|fetched|put)\s+(?:him|her|them)\b/gi;
/** Somebody who was named before. */
export const HE_OR_SHE = /\b(?:he|she)(?:['’]?s)?\b/i;
const OWN = /\b(?:i|i['’]?m|i['’]?ve|i['’]?d|me|my|mine|myself)\b/gi;
/** Phrases in which a caring person speaks of themselves. */
const CARING = pattern('CARING', 'gi');
/** "I read the box wrong": who wrote it down, and not whose it is. */
const NOTING = pattern('NOTING', 'gi');
/** "My dad had a heart attack at 58": what runs in the family, and nobody whom the next question is about. */
const IN_FAMILY = pattern('IN_FAMILY', 'i', { ADULTS });
/** "My daughter says I have …": she speaks of the writer. */
const SPEAKS_OF_ME = pattern('SPEAKS_OF_ME', 'gi');
const CLINICAL = pattern('CLINICAL', 'u');
const YEARS = pattern('YEARS', 'i');
const INFANT = new RegExp(`\\b${UNDER_A_YEAR}\\b`, 'i');
const ADULT_AGE = 16;
/** How many earlier messages may decide whom a message is about. */
const EARLIER_MESSAGES = 6;

export function whomMeant(text: string, earlier: readonly string[]): Whom {
  const before = earlier
    .slice(-EARLIER_MESSAGES)
    .reduce<Whom>((whom, message) => (IN_FAMILY.test(message) ? whom : next(message, whom)), { who: 'self' });
  return next(text, before);
}

function next(written: string, before: Whom): Whom {
  const message = written.replace(SPEAKS_OF_ME, ' ');
  if (before.who === 'self' && !hasAny(readingOf(message).words, OTHERS) && !CLINICAL.test(message))
    return unnamed(message) ?? before;
  const relatives = [...matchesOf(RELATIVE, message), ...matchesOf(BY_NAME, message)];
  const third = message.match(THIRD)?.length ?? 0;
  const own = ownWordsIn(message);
  const [first] = relatives;
  if (first && third + relatives.length > own) return relativeOf(first, message);
  if (first) return { who: 'self' };
  // "I found some in the cupboard, ok to give him that?": who gets it is meant, however often the writer says "I".
  if (before.who === 'relative' && GIVEN.test(message)) return withAge(before, message);
  if (third > own) return before.who === 'relative' ? withAge(before, message) : { who: 'patient' };
  if (own > 0) return { who: 'self' };
  return CLINICAL.test(message) ? { who: 'patient' } : (unnamed(message) ?? before);
}

/** How often the writer speaks of themselves, and not of caring for somebody or of what they wrote. */
function ownWordsIn(message: string): number {
  return message.replace(RELATIVE, ' ').replace(CARING, ' ').replace(NOTING, ' ').match(OWN)?.length ?? 0;
}

/** Whether words are the writer's own: "I take it too", but not "I gave her", nor "I read it wrong". */
export function isOfWriter(words: string): boolean {
  return words.replace(RELATIVE, ' ').replace(GIVING, ' ').replace(NOTING, ' ').search(OWN) >= 0;
}

export function speaksOfThird(text: string): boolean {
  return text.search(THIRD) >= 0;
}

/** "My son's asthma is playing up, he's 8" is about him; "my mother has diabetes" is about what runs in the family. */
export function tellsOfThem(text: string, whom: Whom): boolean {
  return whom.who === 'relative' && HE_OR_SHE.test(text);
}

/** Somebody who is neither named nor the writer: "6 year old has a fever". */
function unnamed(message: string): Whom | null {
  if (message.search(OWN) >= 0) return null;
  const told = understand(message).clauses.filter(({ asks }) => !asks);
  const subjects = new Set(told.map(({ subject }) => subject));
  if (subjects.has('self')) return null;
  if (subjects.has('child')) return withAge({ who: 'relative', noun: 'the child', child: true }, message);
  return subjects.has('relative') || subjects.has('someone')
    ? { who: 'relative', noun: 'this person', child: false }
    : null;
}

function relativeOf([whole, child, adult]: RegExpExecArray, message: string): Whom {
  const isNamed = /^\p{Lu}/u.test(whole) && !/\s/.test(whole);
  const word = (isNamed ? whole : (child ?? adult ?? 'child')).toLowerCase();
  return withAge(
    {
      who: 'relative',
      noun: `your ${NOUNS[word] ?? word}`,
      child: isNamed ? /^(?:son|daughter|baby)$/.test(word) : !adult,
    },
    message,
  );
}

/** A son of thirty years is an adult. */
function withAge(whom: Whom & { who: 'relative' }, message: string): Whom {
  if (INFANT.test(message)) return { ...whom, child: true };
  const [, years, alone] = YEARS.exec(message) ?? [];
  const age = Number(years ?? alone ?? Number.NaN);
  return Number.isNaN(age) || !whom.child ? whom : { ...whom, child: age < ADULT_AGE };
}

/** A question about "him" or "the patient", as the person themselves would put it to their record. */
export function inFirstPerson(text: string): string {
  return text
    .replace(/\b(?:is|was) (?:he|she|the patient|pt)\b/gi, 'am I')
    .replace(/\b(?:does|do) (?:he|she|the patient|pt)\b/gi, 'do I')
    .replace(/\bdid (?:he|she|the patient|pt)\b/gi, 'did I')
    .replace(/\bhas (?:he|she|the patient|pt)\b/gi, 'have I')
    .replace(/\b(?:his|her|the patient['’]s|pt['’]s)\b/gi, 'my')
    .replace(/\b(?:he|she|the patient)\b/gi, 'I');
}

/** A text for the person, rewritten for a clinician who reads their record. */
export function inThirdPerson(text: string): string {
  return text.replace(/\byour\b/g, 'the').replace(/\bYour\b/g, 'The');
}

/**
 * How a statement is built, as far as its words say without a parser: a subject that opens it, its verb, and where it can end. For
 * sentences that end without a mark (run-ons.ts).
 */
import { knownAs } from '../red-flags/phrases.ts';
import { patternsOf } from '../text/patterns.ts';
import { ANIMALS, EVENTS, isPersonNoun, THINGS } from '../text/persons.ts';
import { POSSESSIVES } from '../text/pronouns.ts';
import type { Token } from '../text/tokens.ts';
import { wordSet } from '../text/word-sets.ts';
import { REPORTS } from './statements.ts';

const { words } = patternsOf('text', 'clauses');
const { words: listed } = patternsOf('message', 'statement-shape');

const VERBS = words('VERBS');
export const PREPOSITIONS = words('PREPOSITIONS');
/** Nobody in particular, of whom nothing is said next. */
const COLLECTIVE = wordSet('family parents grandparents friends neighbours neighbors');
const OBJECTS = new Set([...ANIMALS, ...THINGS]);
/** They end what is said: "last night", "ten years ago". */
export const TIMES = listed('TIMES');
/** What is had or felt follows them. */
export const HAVING = listed('HAVING');
/** The next word is theirs: "a | film", "is | broken". */
export const NEEDS = listed('NEEDS');
export const JOINTS = wordSet('and but so then also plus');
export const NEGATIONS = wordSet("not never don't dont doesn't doesnt didn't didnt");
const PRONOUNS = wordSet('i we they he she it there somebody someone');
const ARTICLES = wordSet('the a an');
/** A statement opens with them. */
const OPENERS = new Set([...PRONOUNS, ...POSSESSIVES, ...ARTICLES, 'last']);
const OPENERS_AND_JOINTS = new Set([...OPENERS, ...JOINTS]);
/** They go on with what was begun. */
const HOLDS = listed('HOLDS');
const THIRD = wordSet('he she');
const BE = wordSet('is are was were');
const AUXILIARIES = wordSet('to not can could will would should must may might do did does never');
const GONE = wordSet('been went gone');
/** "Can I", "what does": they open a question where no word before them holds it. */
const ASKED = wordSet('i we you he she they there');
const ASKED_TOO = wordSet('it this that');
const ASKING = wordSet('can could should would will is are am was');
const ASKING_DO = wordSet('do does did');
const ASKS_OF_NOUN = wordSet('which what how');
const DONE = wordSet('had got took felt feel feeling been was woke went came');
const SINCE = wordSet('since ago yesterday');
const NO_STATEMENT = wordSet('a someone if when what how which why where who');
const QUESTION_WORDS = wordSet('what why how');
const OPENS_QUESTION = new Set([...ASKING, ...ASKING_DO, ...QUESTION_WORDS]);
/** No question begins after them. */
const BEFORE_NO_QUESTION = new Set([...listed('HOLDS_QUESTION'), ...PREPOSITIONS, ...PRONOUNS]);
const LIKE_ADJECTIVE = /^\d|(?:ly|al|ic|ous|ive|ful|less|ble|ish|ary)$/;
/** "Sleeps", "plays": a verb, right after somebody. */
const THIRD_PERSON = /^[a-z]{2,}[^s'u]s$/;
/** How far the noun is from its article: "the neighbour's cat". */
const NOUN_WITHIN = 3;

export function opensStatement(tokens: readonly Token[], at: number): boolean {
  const word = wordAt(tokens, at);
  return OPENERS_AND_JOINTS.has(word) && OPENERS.has(JOINTS.has(word) ? wordAt(tokens, at + 1) : word);
}

/** "… my wife hit her head", "… and the neighbour's cat sleeps": somebody or something, and what it does. */
export function isSomebody(tokens: readonly Token[], at: number): boolean {
  const first = JOINTS.has(wordAt(tokens, at)) ? at + 1 : at;
  const [noun, after] = [wordAt(tokens, first + 1), wordAt(tokens, first + 2)];
  if (POSSESSIVES.has(wordAt(tokens, first)) && isPersonNoun(noun))
    return !PREPOSITIONS.has(after) && /^[a-z]/.test(after);
  if (!POSSESSIVES.has(wordAt(tokens, first)) && !ARTICLES.has(wordAt(tokens, first))) return false;
  for (let last = first + 1; last <= first + NOUN_WITHIN; last += 1) {
    const word = wordAt(tokens, last);
    if (VERBS.has(word) || !/^[a-z]/.test(word)) return false;
    if (!isPersonNoun(word) && !OBJECTS.has(word)) continue;
    // "The printer at work is", "a friend of mine is": a place or an owner may come before the verb.
    const verb = PREPOSITIONS.has(wordAt(tokens, last + 1)) ? last + 3 : last + 1;
    if (VERBS.has(wordAt(tokens, verb)) || (verb === last + 1 && THIRD_PERSON.test(wordAt(tokens, verb)))) return true;
  }
  return false;
}

/** Also of what was named without a verb, unless that is the topic ("heart attack, is it hereditary?") or anybody. */
export function asksAnew(tokens: readonly Token[], from: number, at: number, said: boolean): boolean {
  if (!opensQuestion(tokens, at) || NO_STATEMENT.has(wordAt(tokens, from))) return false;
  // "Which vaccine | does he need", "how many tablets | can I".
  if ([2, 3, 4].some((step) => at - step >= from && ASKS_OF_NOUN.has(wordAt(tokens, at - step)))) return false;
  if (verbOf(tokens, from, at) >= 0) return true;
  return said && (!ASKED_TOO.has(wordAt(tokens, at + 1)) || hasHappened(tokens, from, at));
}

/** "Started sertraline last week", "ankles swell up since": told without its subject, or without a verb that is known. */
function hasHappened(tokens: readonly Token[], from: number, to: number): boolean {
  const first = wordAt(tokens, subjectAt(tokens, from));
  return DONE.has(first) || /[a-z]{3}ed$/.test(first) || tokens.slice(from, to).some(({ word }) => SINCE.has(word));
}

function opensQuestion(tokens: readonly Token[], at: number): boolean {
  const last = wordAt(tokens, at - 1);
  // "Body pain is there and fever": told, not asked.
  const next = wordAt(tokens, at + 2);
  if (wordAt(tokens, at + 1) === 'there' && (JOINTS.has(next) || !/^[a-z]/.test(next))) return false;
  // "The reason I am writing is that".
  return asks(tokens, at) && !BEFORE_NO_QUESTION.has(last) && (wordAt(tokens, at + 1) !== 'that' || last === ',');
}

/** A word that is written with a capital only where a sentence begins: "… some My lips tingle". */
export function isSmallWord(word: string): boolean {
  if (word === 'i') return false;
  return (OPENERS_AND_JOINTS.has(word) && word !== 'last') || OPENS_QUESTION.has(word);
}

/** Whether a question begins here. */
export function asks(tokens: readonly Token[], at: number): boolean {
  const word = wordAt(tokens, at);
  if (!OPENS_QUESTION.has(word)) return false;
  const next = wordAt(tokens, at + 1);
  // "Daddy did it" asks nothing.
  if (ASKING_DO.has(word)) return ASKED.has(next);
  if (ASKING.has(word)) return ASKED.has(next) || ASKED_TOO.has(next);
  return [next, wordAt(tokens, at + 2)].some((one) => ASKING.has(one) || ASKING_DO.has(one) || /^causes?$/.test(one));
}

export function isNounPhrase(tokens: readonly Token[], at: number): boolean {
  return ARTICLES.has(wordAt(tokens, at)) || POSSESSIVES.has(wordAt(tokens, at));
}

export function isVerb(word: string): boolean {
  return word.endsWith('ed') || word.endsWith('ing') || VERBS.has(word);
}

/** "My eldest"; "I am the eldest" is the writer. */
const OF_CHILDREN = wordSet('eldest youngest oldest firstborn');

/** Whoever else was spoken of may be the one who has it: "my son ate something and now vomiting". */
export function isOfOther(tokens: readonly Token[], from: number): boolean {
  const first = JOINTS.has(wordAt(tokens, from)) ? from + 1 : from;
  if (THIRD.has(wordAt(tokens, first))) return true;
  const isPerson = (word: string) => isPersonNoun(word) || OF_CHILDREN.has(word);
  return POSSESSIVES.has(wordAt(tokens, first)) && [1, 2, 3].some((step) => isPerson(wordAt(tokens, first + step)));
}

/** Where the words that lead to a finding begin, if those before them are a whole statement; else 0. */
export function beginOf(tokens: readonly Token[], from: number, finding: number): number {
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
export function leastEnd(tokens: readonly Token[], verb: number): number {
  const having = HAVING.has(wordAt(tokens, verb));
  // "The kettle needs descaling", "the kitchen painted": the verb is the end itself.
  if (/.(?:ed|ing)$/.test(wordAt(tokens, verb)) && !having && !HAVING.has(wordAt(tokens, verb - 1))) return verb + 1;
  return verb + (having && !BE.has(wordAt(tokens, verb)) ? 3 : isHabit(tokens, verb) ? 1 : 2);
}

function isHabit(tokens: readonly Token[], verb: number): boolean {
  return !HAVING.has(wordAt(tokens, verb)) && wordAt(tokens, verb - 1) === 'to' && wordAt(tokens, verb - 2) === 'used';
}

/** Whether a statement can end with the word before a token: "a terrible | headache" cannot, "is broken | pulse 29" can. */
export function canEnd(tokens: readonly Token[], from: number, verb: number, end: number): boolean {
  const last = wordAt(tokens, end - 1);
  const next = wordAt(tokens, end);
  if (PREPOSITIONS.has(next) || HOLDS.has(next) || EVENTS.has(next)) return false;
  // "The vet said our dog | had a fit": a noun after them is the subject of what is said.
  if (REPORTS.has(wordAt(tokens, verb))) return false;
  if (PREPOSITIONS.has(last) || NEEDS.has(last) || !/^[a-z]/.test(last)) return false;
  if (isPersonNoun(last) && !COLLECTIVE.has(last)) return false;
  // "Three months pregnant": the time belongs to what follows.
  if (TIMES.has(last)) {
    const counted = wordAt(tokens, end - 2);
    if (/^\d/.test(next) || /^\d/.test(counted)) return false;
    // "In the spring | legs went numb".
    return (
      !NEEDS.has(counted) || counted === 'this' || (counted === 'the' && PREPOSITIONS.has(wordAt(tokens, end - 3)))
    );
  }
  if (isNoun(last) || !leadsOn(last) || (isHabit(tokens, verb) && end - 1 === verb)) return true;
  const held = wordAt(tokens, end - 2);
  // "I do not eat meat": the object of a verb that is denied.
  if (end - 2 === verb && NEGATIONS.has(wordAt(tokens, verb - 1)) && !HAVING.has(held)) return true;
  const whole = BE.has(held) || ARTICLES.has(held) || POSSESSIVES.has(held);
  return whole && tokens.slice(from, verb).some(({ word }) => OBJECTS.has(word));
}

export function isNoun(word: string): boolean {
  return TIMES.has(word) || OBJECTS.has(word) || COLLECTIVE.has(word);
}

function leadsOn(word: string): boolean {
  return word === ',' || LIKE_ADJECTIVE.test(word) || knownAs(word).length > 0;
}

/** Whether a statement opens with its subject. */
export function hasSubject(tokens: readonly Token[], from: number): boolean {
  return opensStatement(tokens, subjectAt(tokens, from));
}

function subjectAt(tokens: readonly Token[], from: number): number {
  let subject = from;
  while (JOINTS.has(wordAt(tokens, subject))) subject += 1;
  return subject;
}

/** The last verb of a statement that opens with its subject; -1 where there is none. */
export function verbOf(tokens: readonly Token[], from: number, to: number): number {
  const subject = subjectAt(tokens, from);
  if (!opensStatement(tokens, subject)) return -1;
  for (let at = to - 1; at > subject; at -= 1)
    if (isFiniteVerb(tokens, at) || (AUXILIARIES.has(wordAt(tokens, at - 1)) && !isPlaceAt(tokens, at))) return at;
  if (PRONOUNS.has(wordAt(tokens, subject))) return subject + 1 < to ? subject + 1 : -1;
  // "My aunt bakes", "the shop on the corner sells".
  for (let at = subject + 2; at < to; at += 1)
    if (THIRD_PERSON.test(wordAt(tokens, at)) && !canLead(wordAt(tokens, at - 1))) return at;
  return -1;
}

/** "Been to Japan". */
function isPlaceAt(tokens: readonly Token[], at: number): boolean {
  return wordAt(tokens, at - 1) === 'to' && GONE.has(wordAt(tokens, at - 2));
}

/** Before a noun, and so not before a verb. */
function canLead(word: string): boolean {
  return NEEDS.has(word) || PREPOSITIONS.has(word) || LIKE_ADJECTIVE.test(word);
}

/** What somebody does, with its object, ends at a word that leads to nothing: "I need to renew my passport". */
export function isWhole(tokens: readonly Token[], from: number, end: number): boolean {
  const verb = verbOf(tokens, from, end);
  return verb >= 0 && verb < end - 1 && !HAVING.has(wordAt(tokens, verb)) && !leadsOn(wordAt(tokens, end - 1));
}

/** "Is raining", "keeps coughing"; "never been to Japan | passing clots" has its verb before. */
function isFiniteVerb(tokens: readonly Token[], at: number): boolean {
  const word = wordAt(tokens, at);
  if (!word.endsWith('ing') || VERBS.has(word)) return isVerb(word);
  return [1, 2].some((step) => HAVING.has(wordAt(tokens, at - step)));
}

export function wordAt(tokens: readonly Token[], at: number): string {
  return tokens[at]?.word ?? '.';
}

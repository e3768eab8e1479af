/**
 * Whom or what a clause is about: its first noun or pronoun that can be a subject. A noun counts by its class (kin, people, animals,
 * things); one of no class says nothing, so "the bleeding won't stop" stays with whoever it was about.
 */
import { patternsOf } from '../text/patterns.ts';
import { ANYBODY, EVENTS, isActingRole, isPersonNoun, nounClass } from '../text/persons.ts';
import { I_OR_WE, THIRD_PERSON } from '../text/pronouns.ts';
import type { Token } from '../text/tokens.ts';
import { wordSet } from '../text/word-sets.ts';
import type { Subject } from './understanding.ts';

const { words: clauseWords } = patternsOf('text', 'clauses');

/**
 * `who`: what the words say by themselves; a pronoun says only that it is somebody or something named before. `known`: one
 * of the writer's own ("my friend", "mum"), one that was spoken of ("the neighbour"), or any ("a man"). `at`: its place among the tokens.
 */
export type Mention = { who: Subject | 'person' | 'it'; known: 'own' | 'the' | 'any'; at: number };

const VERBS = clauseWords('VERBS');
const PREPOSITIONS = clauseWords('PREPOSITIONS');
const OWN = wordSet('my our');
const POSSESSIVE = wordSet('his her their');
const OBJECTS = wordSet('me us him them someone somebody her his');
const NEUTER = wordSet('it its this that these those');
const IT = wordSet('it its');
const IS = wordSet('is was s');
const WHO = wordSet('who whos');
const KNOWN = wordSet('the this that');
const ANY = wordSet('a an some one any another');
/** One of these may be a mention by itself; any other word only as a noun. */
const MENTIONS = new Set([...I_OR_WE, ...OWN, ...THIRD_PERSON, ...KNOWN, ...ANY, ...NEUTER, ...ANYBODY]);
const ASKED_OF = wordSet('can could would will do thank thanks');
const AGED = wordSet('old yo');
const NO_PERSON: ReadonlySet<string> = new Set(['animal', 'thing', 'it']);
const LEADING = wordSet(
  'and but so then also now today yesterday because since while when that plus ok well , : ; - hi hello',
);
/** A device that tells a reading is not what the reading is about. */
const TELLS = wordSet('says say said reads read shows showed show showing gave gives tells told');
const TELLS_OR_THINKS = new Set([...TELLS, ...wordSet('thinks think thought believes reckons suspects')]);
const VETS = wordSet('vet vets');
const ENDS = wordSet('and or but so , ; : . ? ! ( ) who that which where when with next');
/** A noun phrase ends before them. */
const NO_NOUNS = new Set([...ENDS, ...VERBS, ...PREPOSITIONS]);
const ARTICLES = new Set([...ANY, ...KNOWN]);
/** The longest noun phrase: "my two year old little boy". */
const NOUN_WITHIN = 6;
/** "Our baby monitor" is a thing; "my son saw" is a boy who did. */
const COMPOUNDED = wordSet('baby babies child children kid kids toddler infant little wee');

/** The first mention between two tokens, or null. `text` shows a possessive, which the tokens have lost. */
export function mentionIn(text: string, tokens: readonly Token[], from: number, to: number): Mention | null {
  let found: Mention | null = null;
  let opening = true;
  for (let at = from; at < to; at += 1) {
    const mention = mentionAt(text, tokens, from, at, to);
    // What acts is said first: "ate a battery", "kicked by a horse" are about who did or suffered it.
    if (mention && (opening || !NO_PERSON.has(mention.who))) {
      // "In the film my arm went numb": what stands after a preposition is only a place or a time, unless nothing else comes.
      if (!isAfterPreposition(tokens, from, at))
        return toldOf(text, tokens, at, to) ?? pointedAt(text, tokens, at, to) ?? mention;
      found ??= NO_PERSON.has(mention.who) ? null : mention;
    }
    // "Biscuit (our spaniel) has eaten".
    opening &&= LEADING.has(wordAt(tokens, at)) || (at <= from + 1 && wordAt(tokens, from + 1) === '(');
  }
  return found;
}

/** "The vet says our cat had a seizure": what somebody tells of an animal is about the animal. */
function toldOf(text: string, tokens: readonly Token[], at: number, to: number): Mention | null {
  for (let verb = at + 1; verb < Math.min(to, at + NOUN_WITHIN); verb += 1) {
    const word = wordAt(tokens, verb);
    if (ENDS.has(word)) return null;
    if (!TELLS_OR_THINKS.has(word)) continue;
    const after = wordAt(tokens, verb + 1);
    const told = mentionAt(text, tokens, verb + 1, OBJECTS.has(after) && after !== 'her' ? verb + 2 : verb + 1, to);
    if (told?.who === 'animal') return told;
    // A vet speaks of animals by their names too.
    const name = tokens[after === 'us' || after === 'me' ? verb + 2 : verb + 1];
    const named =
      VETS.has(wordAt(tokens, verb - 1)) && name && /[A-Z][a-z]/.test(text.slice(name.start, name.start + 2));
    return told === null && named ? { who: 'animal', known: 'own', at } : null;
  }
  return null;
}

/** "It is my mum who takes warfarin" is about her. */
function pointedAt(text: string, tokens: readonly Token[], at: number, to: number): Mention | null {
  if (!IT.has(wordAt(tokens, at))) return null;
  const from = IS.has(wordAt(tokens, at + 1)) ? at + 2 : at + 1;
  const who = mentionAt(text, tokens, from, from, to);
  if (!who || NO_PERSON.has(who.who)) return null;
  for (let next = from + 1; next < Math.min(to, from + NOUN_WITHIN); next += 1)
    if (WHO.has(wordAt(tokens, next))) return who;
  return null;
}

function isAfterPreposition(tokens: readonly Token[], from: number, at: number): boolean {
  const before = at > from ? wordAt(tokens, at - 1) : '';
  return PREPOSITIONS.has(before) || before === 'as' || before === 'after' || before === 'before';
}

function mentionAt(text: string, tokens: readonly Token[], from: number, at: number, to: number): Mention | null {
  const word = wordAt(tokens, at);
  const before = at > from ? wordAt(tokens, at - 1) : '';
  const mention = MENTIONS.has(word) ? mentionBy(word, before, text, tokens, at, to) : undefined;
  if (mention !== undefined) return mention;
  if (at > from && !ENDS.has(before)) return null;
  const who = classOf(text, tokens, at, Math.min(to, at + 1));
  if (!who || (NO_PERSON.has(who) && !isBeforeVerb(tokens, at + 1) && !isShortened(text, tokens, at))) return null;
  // "Patient is not breathing" may be anybody; a bare "mum" is one's own.
  return { who, known: who === 'someone' ? 'any' : 'own', at };
}

/** Undefined where the word says nothing, and may still be a noun. */
function mentionBy(
  word: string,
  before: string,
  text: string,
  tokens: readonly Token[],
  at: number,
  to: number,
): Mention | null | undefined {
  if (I_OR_WE.has(word)) return { who: 'self', known: 'own', at };
  if (OWN.has(word))
    return {
      who: classOf(text, tokens, at + 1, to) ?? (isAgedNoun(tokens, at + 1) ? 'child' : 'self'),
      known: 'own',
      at,
    };
  if (POSSESSIVE.has(word) && classOf(text, tokens, at + 1, to) === 'animal')
    return { who: 'animal', known: 'the', at };
  if (THIRD_PERSON.has(word)) return { who: 'person', known: 'the', at };
  if (ARTICLES.has(word)) {
    const who = classOf(text, tokens, at + 1, to);
    if (who) return { who, known: KNOWN.has(word) ? 'the' : 'any', at };
  }
  if (NEUTER.has(word)) return { who: 'it', known: 'the', at };
  if (word === 'one' && wordAt(tokens, at + 1) === 'of') {
    const who = classOf(text, tokens, at + 3, to);
    if (who) return { who, known: OWN.has(wordAt(tokens, at + 2)) ? 'own' : 'the', at };
  }
  // "In one eye" counts; "one feels" is anybody.
  if (word === 'one' && !VERBS.has(wordAt(tokens, at + 1))) return null;
  if (!ANYBODY.has(word)) return undefined;
  return word === 'you' && ASKED_OF.has(before) ? null : { who: 'anybody', known: 'any', at };
}

/** A bare thing or animal is a subject only before its verb: "printer is dead", "car overheated,"; "fish hook in eye" has none. */
function isBeforeVerb(tokens: readonly Token[], at: number): boolean {
  const word = wordAt(tokens, at);
  return VERBS.has(word) || (/^[a-z]{3,}ed$/.test(word) && ENDS.has(wordAt(tokens, at + 1)));
}

/** "Puppy's eaten": its "has" or "is". */
function isShortened(text: string, tokens: readonly Token[], at: number): boolean {
  return (
    isPossessive(text, tokens[at]) &&
    /^(?:[a-z]{2,}(?:ed|en|ing)|got|had|gone|not|just|sick)$/.test(wordAt(tokens, at + 1))
  );
}

/** Whether a person stands between two tokens: whom the dog bit, who owns it. */
export function namesPerson(text: string, tokens: readonly Token[], from: number, to: number): boolean {
  for (let at = from; at < to; at += 1) {
    const word = wordAt(tokens, at);
    if (I_OR_WE.has(word) || OWN.has(word) || OBJECTS.has(word)) return true;
    const who = classOf(text, tokens, at, Math.min(to, at + 1));
    if (who && !NO_PERSON.has(who)) return true;
  }
  return false;
}

/** The class of a noun phrase: that of its last noun, or of whom its last noun belongs to ("my husband's chest"). */
function classOf(text: string, tokens: readonly Token[], from: number, to: number): Subject | null {
  let found: Subject | null = null;
  for (let at = from; at < Math.min(to, from + NOUN_WITHIN); at += 1) {
    const word = wordAt(tokens, at);
    if (NO_NOUNS.has(word)) break;
    // "My 4-year-old swallowed a battery": what comes after another article is another noun.
    if (at > from && ARTICLES.has(word)) break;
    const after = wordAt(tokens, at + 1);
    const next = nounClass(word) ?? (isActingRole(word, after) ? 'someone' : isLittleOne(word, after) ? 'child' : null);
    if (next && !EVENTS.has(after) && !(next === 'thing' && TELLS.has(after))) found = next;
    if (next && !isPossessive(text, tokens[at]) && !(found === 'child' && COMPOUNDED.has(word))) break;
  }
  return found;
}

function isLittleOne(word: string, after: string): boolean {
  return (word === 'little' || word === 'wee') && (after === 'one' || after === 'miss' || isPersonNoun(after));
}

/** "My 3 year old drank it": an age without a noun, before a verb or at an end. */
function isAgedNoun(tokens: readonly Token[], from: number): boolean {
  for (let at = from; at < from + NOUN_WITHIN; at += 1) {
    const word = wordAt(tokens, at);
    const next = wordAt(tokens, at + 1);
    if (AGED.has(word)) return VERBS.has(next) || ENDS.has(next) || /[a-z]{2}(?:s|ed)$/.test(next);
    if (ENDS.has(word) || VERBS.has(word)) return false;
  }
  return false;
}

function isPossessive(text: string, token: Token | undefined): boolean {
  return token !== undefined && /['’]s?$/.test(text.slice(token.start, token.end));
}

function wordAt(tokens: readonly Token[], at: number): string {
  return tokens[at]?.word ?? '.';
}

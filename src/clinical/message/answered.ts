/**
 * A question with its answer is a statement: "Is he breathing? No." says that he is not, "Chest pain? Yes." that it is there. Whoever
 * copies a form, or the questions of a call taker, writes so. The question is turned into the statement, with a few words replaced,
 * so that everybody reads it as one: "he is not breathing", "no chest pain".
 *
 * Only an answer that is a plain yes or no, and only a question about what is so: an answered "should I?" tells nothing.
 */
import { matchesOf } from '../text/matches.ts';
import { patternsOf } from '../text/patterns.ts';
import { isPersonNoun } from '../text/persons.ts';
import { wordSet } from '../text/word-sets.ts';
import type { Correction } from './spelling.ts';

const { words } = patternsOf('message', 'answered');

const QUESTION_AND_ANSWER =
  /(?<=^|[.!?;:\n])(?<asked>[^.!?;:\n]{3,120})(?<mark>\?\s{0,3}(?:[-–>]{1,2}\s?|a(?:nswer)?\s?:\s?)?(?<answer>yes|yeah|yep|yup|no|nope|nah)\b)(?=\s{0,3}(?:$|[.,;!?\n)–-]|(?:but|and|he|she|they|i|it|we|not)\b))/gi;
const FIRST_WORDS = /^(?<verb>[a-z]+)\s{1,3}(?<subject>(?:(?:my|your|his|her|our|their|the)\s{1,3})?[a-z]+)(?=\s)/i;
const BULLET = /^[\s*•>-]*/;
const YES = /^y/i;

const BE = wordSet('is are am was were');
const DO = wordSet('do does did');
const VERBS = new Set([...BE, ...DO, ...wordSet('have has had can')]);
const PRONOUNS = wordSet('he she it they you i we there this that');
/** Whoever answers is spoken to in the question. */
const TURNED: ReadonlyMap<string, string> = new Map([
  ['you', 'I'],
  ['your', 'my'],
  ['yours', 'mine'],
  ['yourself', 'myself'],
]);
const TURNED_WORD = /\b(?:your(?:s|self)?|you)\b/gi;
/** They ask for something else than yes or no, or for advice. */
const NO_STATE = words('NO_STATE');
/** What somebody is or does, and not what they have: "awake? no" is "not awake". */
const STATES = words('STATES');
const MOST_WORDS = 8;

/** What to replace, so that what was asked and answered is told. */
export function answeredIn(text: string): Correction[] {
  if (!text.includes('?')) return [];
  return matchesOf(QUESTION_AND_ANSWER, text).flatMap(({ index, groups }) => {
    const { asked = '', mark = '', answer = '' } = groups ?? {};
    const begin = index + (BULLET.exec(asked)?.[0].length ?? 0);
    const told = toldBy(text.slice(begin, index + asked.length), YES.test(answer));
    if (!told) return [];
    const end = index + asked.length;
    return [
      { start: begin, end: begin + told.length, word: told.word },
      ...turned(text, begin + told.length, end),
      { start: end, end: end + mark.length, word: '' },
    ];
  });
}

/** What the first letters of the question become. */
function toldBy(asked: string, yes: boolean): { length: number; word: string } | null {
  const { verb = '', subject = '' } = FIRST_WORDS.exec(asked)?.groups ?? {};
  if (VERBS.has(verb.toLowerCase())) return stated(asked, verb.toLowerCase(), subject, yes);
  return named(asked, yes);
}

/** "Is he …" becomes "he is …". Of a longer subject it is not known where it ends: "does your left arm hurt" loses the verb only. */
function stated(asked: string, verb: string, subject: string, yes: boolean) {
  const [owner = '', noun] = subject.toLowerCase().split(/\s+/);
  if (noun ? !isPersonNoun(noun) : !PRONOUNS.has(owner)) return yes ? { length: verb.length + 1, word: '' } : null;
  const who = subject.replace(TURNED_WORD, turn);
  const does = who === 'I' && BE.has(verb) ? (verb === 'are' || verb === 'is' ? 'am' : 'was') : verb;
  // "Do you smoke? Yes": "I smoke".
  const said = yes && verb === 'do' ? '' : ` ${does}`;
  return { length: FIRST_WORDS.exec(asked)?.[0].length ?? 0, word: `${who}${said}${yes ? '' : ' not'}` };
}

/** "Any chest pain?", "Awake?" */
function named(asked: string, yes: boolean): { length: number; word: string } | null {
  const list = asked.toLowerCase().split(/\s+/);
  const [first = ''] = list;
  if (list.length > MOST_WORDS || NO_STATE.has(first)) return null;
  const length = first === 'any' ? 'any '.length : 0;
  if (yes) return { length, word: '' };
  return { length, word: STATES.has(first) || first.endsWith('ing') ? 'not ' : 'no ' };
}

function turned(text: string, from: number, to: number): Correction[] {
  return matchesOf(TURNED_WORD, text.slice(from, to)).map(({ index, 0: word }) => ({
    start: from + index,
    end: from + index + word.length,
    word: word.toLowerCase() === 'you' ? 'me' : turn(word),
  }));
}

function turn(word: string): string {
  return TURNED.get(word.toLowerCase()) ?? word;
}

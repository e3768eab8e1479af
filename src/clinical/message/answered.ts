/**
 * A question with its answer is a statement: "Is he breathing? No." says that he is not, "Chest pain? Yes." that it is there. Whoever
 * copies a form, or the questions of a call taker, writes so. The question is turned into the statement, with a few words replaced,
 * so that everybody reads it as one: "he is not breathing", "no chest pain". So are the lines of a form: "Fever: no", "[x] cough".
 *
 * Only an answer that is plain, and only a question about what is so: an answered "should I?" tells nothing.
 */
import { matchesOf } from '../text/matches.ts';
import { patternsOf } from '../text/patterns.ts';
import { isPersonNoun } from '../text/persons.ts';
import { overlapping } from '../text/places.ts';
import { wordSet } from '../text/word-sets.ts';
import { findTerms } from '../vocabulary/find-terms.ts';
import type { TermKind } from '../vocabulary/term.ts';
import type { Correction } from './spelling.ts';

const { pattern, words } = patternsOf('message', 'answered');

const QUESTION_AND_ANSWER = pattern('QUESTION_AND_ANSWER', 'gi');
const LINE_OF_FORM =
  /(?<=^|[.,;\n])(?<asked>[^.,;:?\n]{3,60}?)(?<mark>\s{0,2}(?::|\s[-–—])\s{0,2}(?<answer>yes|no|never)\b(?:[,;]|(?=\s{0,2}(?:$|[.\n]))))/gi;
/** "Fever no, cough yes", "vomiting, no", "shingles never": of a name alone. Not "chest pain, no, crushing". */
const BARE_ANSWER =
  /(?<=^|[.,;\n])(?<asked>[a-z \t-]{3,40}?)(?<mark>,?\s{1,2}(?<answer>yes|no|never)(?:;|,(?=\s{0,2}(?:(?:i|we|he|she|they|but|and|nor)\b|[a-z -]{3,30},?\s{1,2}(?:yes|no|never)\b))|(?=\s{0,2}(?:$|[.\n]))))/gi;
const NAMES: ReadonlySet<TermKind> = new Set(['symptom', 'condition', 'drug', 'allergen']);
/** A box, crossed or empty. */
const BOX = /\[(?<cross>[ xX✓✔])\]|(?<empty>☐)|[☑☒✅]/g;
const FIRST_WORDS = /^(?<verb>[a-z]+)\s{1,3}(?<subject>(?:(?:my|your|his|her|our|their|the)\s{1,3})?[a-z]+)(?=\s)/i;
const BULLET = /^[\s*•>-]*(?:q\d{1,2}[.):]?\s+)?/i;
const YES = /^y/i;
const SCARCELY = /^(?:barely|hardly)$/i;

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
const MOST_OF_LABEL = 4;
const SPEAKS = wordSet("i i'm im i've ive me my he she it we they his her him them us our said says");
const BARE = /[a-z],?\s{1,2}(?:yes|no|never)\s{0,2}(?:[.,;\n]|$)/i;
const ANSWER = /[:–—-]\s{0,2}(?:yes|no|never)\b/i;

/** What so many first letters of a question become. */
type Begin = { length: number; word: string };

/** What to replace, so that what was asked and answered is told. */
export function answeredIn(text: string): Correction[] {
  const asked = text.includes('?') ? matchesOf(QUESTION_AND_ANSWER, text) : [];
  const lines = ANSWER.test(text) ? matchesOf(LINE_OF_FORM, text).filter(({ groups }) => isLabel(groups?.asked)) : [];
  const bare = BARE.test(text) ? matchesOf(BARE_ANSWER, text).filter(({ groups }) => isNamed(groups?.asked)) : [];
  const found = [...asked, ...apart(asked, lines), ...apart([...asked, ...lines], bare)]
    .flatMap((match) => told(text, match))
    .sort((one, other) => one.start - other.start);
  return found.length > 0 ? found : boxesIn(text);
}

/** "Any allergies?\nPatient: Yes" is one answer, to the question. */
function apart(known: readonly RegExpExecArray[], others: readonly RegExpExecArray[]): readonly RegExpExecArray[] {
  const places = known
    .map(({ index, 0: words }) => ({ start: index, end: index + words.length }))
    .sort((one, other) => one.start - other.start);
  return others.filter(
    ({ index, 0: words }) => overlapping(places, { start: index, end: index + words.length }).length === 0,
  );
}

/** "I want to die - no, really" is no line of a form. */
function isLabel(asked = ''): boolean {
  const list = asked.replace(BULLET, '').trim().toLowerCase().split(/\s+/);
  return VERBS.has(list[0] ?? '') || (list.length <= MOST_OF_LABEL && !list.some((word) => SPEAKS.has(word)));
}

function isNamed(asked = ''): boolean {
  const label = asked.trim();
  return findTerms(label).some(({ term, end }) => NAMES.has(term.kind) && end === label.length) && isLabel(label);
}

function told(text: string, { index, groups }: RegExpExecArray): Correction[] {
  const { asked = '', mark = '', answer = '' } = groups ?? {};
  const begin = index + (BULLET.exec(asked)?.[0].length ?? 0);
  const end = index + asked.length;
  const becomes = toldBy(text.slice(begin, end), answerOf(answer));
  if (!becomes) return [];
  const from = begin + becomes.length;
  return [
    { start: begin, end: from, word: becomes.word },
    ...turned(text, from, end),
    // A line of a form ends there: "no fever. cough".
    { start: end, end: end + mark.length, word: /[,;]$/.test(mark) ? '.' : '' },
  ];
}

/** The word that the answer puts into the statement; none for yes. */
function answerOf(answer: string): string {
  if (YES.test(answer)) return '';
  return SCARCELY.test(answer) ? answer.toLowerCase() : 'not';
}

/** "[ ] rash [x] cough": each is a statement of its own. */
function boxesIn(text: string): Correction[] {
  return matchesOf(BOX, text).map(({ index, 0: box, groups }) => {
    const isEmpty = groups?.cross === ' ' || groups?.empty !== undefined;
    return { start: index, end: index + box.length, word: `${index > 0 ? '. ' : ''}${isEmpty ? 'no' : ''}` };
  });
}

/** What the first letters of the question become. */
function toldBy(asked: string, answer: string): Begin | null {
  const { verb = '', subject = '' } = FIRST_WORDS.exec(asked)?.groups ?? {};
  if (VERBS.has(verb.toLowerCase())) return stated(asked, verb.toLowerCase(), subject, answer);
  return named(asked, answer);
}

/** "Is he …" becomes "he is …". Of a longer subject it is not known where it ends: "does your left arm hurt" loses the verb only. */
function stated(asked: string, verb: string, subject: string, answer: string): Begin | null {
  const [owner = '', noun] = subject.toLowerCase().split(/\s+/);
  const isWhole = noun ? isPersonNoun(noun) : PRONOUNS.has(owner);
  if (!isWhole) return answer === '' ? { length: verb.length + 1, word: '' } : null;
  const who = subject.replace(TURNED_WORD, turn);
  const does = who === 'I' && BE.has(verb) ? (verb === 'are' || verb === 'is' ? 'am' : 'was') : verb;
  // "Do you smoke? Yes": "I smoke".
  const said = answer === '' && verb === 'do' ? '' : ` ${does}`;
  return { length: FIRST_WORDS.exec(asked)?.[0].length ?? 0, word: `${who}${said}${answer && ` ${answer}`}` };
}

/** "Any chest pain?", "Awake?" */
function named(asked: string, answer: string): Begin | null {
  const list = asked.toLowerCase().split(/\s+/);
  const [first = ''] = list;
  // "I took 30 of them, what should I do? No": nobody was asked whether it is so.
  if (list.length > MOST_WORDS || NO_STATE.has(first) || SPEAKS.has(first)) return null;
  const length = first === 'any' ? 'any '.length : 0;
  if (answer !== 'not') return { length, word: answer && `${answer} ` };
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

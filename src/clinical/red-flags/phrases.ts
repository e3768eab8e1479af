/** Which concepts a message holds: the phrases of the table, found in one pass over its words. */
import { ofWord } from '../text/cache.ts';
import { patternsOf } from '../text/patterns.ts';
import { wordSet } from '../text/word-sets.ts';
import { asOfWriter, otherPerson } from './other-person.ts';
import { LONGEST_STEM, NUMBERED, type Phrase, phrasesFrom, STEMS, type Step, WORDS } from './phrase-table.ts';
import { formsOf, isBareWrongly, regularised } from './verb-forms.ts';
import type { KnownWord, Message, Token } from './words.ts';

/** Of a word that is itself the stem: "thinks" is of "think*" and not of "thin*". */
const ENDING = /^(?:s|ed|ing)?$/;
const DENIES = wordSet('no without nor');
const PROBLEMS = wordSet(
  'problem problems probs issue issues trouble troubles difficulty difficulties symptom symptoms complaint complaints concerns',
);
const SEES = wordSet('see sees saw seeing');
/**
 * "The dentist sees nothing" of what he looks at. Not all carers of text/persons.ts: what is told to a midwife or a paramedic
 * ("rang the midwife, seeing spots") is the writer's.
 */
const EXAMINERS = wordSet(
  'dentist doctor doctors dr gp nurse optician specialist surgeon consultant radiologist physio',
);
/** "How long off?", "two weeks off": from work. */
const STRETCHES = wordSet('long time day days week weeks month months');
const NO_FORMS = patternsOf('red-flags', 'phrases').words('NO_FORMS');

export type Found = { concept: string; from: number; to: number };

/** The numbers of a word: its own, and those of the stems that it begins with, the shortest first. */
type Known = readonly number[];

/** All concepts in the message, in reading order. */
export function findConcepts(message: Message): Found[] {
  const { tokens } = message;
  const found: Found[] = [];
  const words = tokens.map(({ fold, known }) => known ?? knownWord(fold));
  const others = asOfWriter(message, words);
  const known = words.map(({ ids, forms }, at) => {
    const { fold, plain } = tokens[at] as Token;
    const other = others?.[at];
    if (other) return [...ids, other];
    if (plain) return [...new Set([...ids, ...knownAs(plain)])];
    if (fold === 'not') return notAfter(tokens[at - 1]?.fold ?? '');
    return forms.length > 0 && isBareWrongly(message, at) ? [...ids, ...forms] : ids;
  });
  for (const ids of known) for (const id of ids) here[id] = 1;
  for (let at = 0; at < known.length; at += 1) {
    for (const id of known[at] as Known) {
      const { keys, groups, keyless } = phrasesFrom(id);
      if (keyless.length > 0) seek(keyless, tokens, known, at, found);
      for (let nth = 0; nth < keys.length; nth += 1) {
        if (here[keys[nth] as number] === 1) seek(groups[nth] as readonly Phrase[], tokens, known, at, found);
      }
    }
  }
  for (const ids of known) for (const id of ids) here[id] = 0;
  return found;
}

/** 1 for each number that a word of the message has, while it is read. One list for all messages. */
const here = new Uint8Array(NUMBERED);

function seek(
  phrases: readonly Phrase[],
  tokens: readonly Token[],
  known: readonly Known[],
  at: number,
  found: Found[],
): void {
  if (SEES.has(tokens[at]?.fold ?? '') && EXAMINERS.has(tokens[at - 1]?.fold ?? '')) return;
  for (const { concept, rest } of phrases) {
    const to = endOf(rest, tokens, known, at + 1);
    if (to >= 0 && !(tokens[at]?.fold === 'no' && isNoProblem(tokens, to))) found.push({ concept, from: at, to });
  }
}

/** "No breathing problems": what is denied is the problem. */
function isNoProblem(tokens: readonly Token[], to: number): boolean {
  const [last, next] = [tokens[to], tokens[to + 1]];
  return PROBLEMS.has(next?.fold ?? '') && next?.start === (last?.end ?? 0) + 1;
}

/** "Does not fade" is "doesn't fade", and both are "not fade": the table need have only one of them. */
const SHORT_OF = new Map([
  ...'is are was were does do did has have had would could'
    .split(' ')
    .map((verb): [string, string] => [verb, `${verb}nt`]),
  ['can', 'cant'],
  ['will', 'wont'],
]);
/** "Isn't" is "not"; "can't wake up" is another thing than "not wake up". */
const SHORT = new Set(
  [...SHORT_OF.values()].filter((short) => !['cant', 'wont', 'wouldnt', 'couldnt'].includes(short)),
);

const SHORTEST_PLURAL = 5;
/** Of how many letters a word must be to have lost the g of its ending. */
const SHORTEST_DROPPED = 5;
/** "Sickness" and "illness" are words in their own right. */
const SHORTEST_QUALITY = 10;

/** "My little sister's". */
const MOST_BEFORE_NOUN = 2;

/** "Not" after a verb is both: itself, and the end of the short form. */
function notAfter(verb: string): Known {
  const short = SHORT_OF.get(verb);
  return short ? [...new Set([...knownAs('not'), ...knownAs(short)])] : knownAs('not');
}

/** All in one, because all are needed for every word. */
export const knownWord = ofWord(
  (fold): KnownWord => ({
    ids: [...numbersOf(fold), ...regularised(fold)],
    forms: formsOf(fold),
    other: otherPerson(fold),
  }),
);

/** Empty for a word that no phrase holds. */
export function knownAs(fold: string): Known {
  return knownWord(fold).ids;
}

function numbersOf(fold: string): Known {
  const ids: number[] = [];
  const word = WORDS.get(fold);
  if (word !== undefined) ids.push(word);
  if (SHORT.has(fold)) ids.push(WORDS.get('not') as number);
  // "Red lines" are a "red line", "breathes" is "breathe".
  const single = fold.length >= SHORTEST_PLURAL && fold.endsWith('s') ? WORDS.get(fold.slice(0, -1)) : undefined;
  if (single !== undefined) ids.push(single);
  // "Doesn't want" is "don't want".
  if (fold === 'doesnt') ids.push(WORDS.get('dont') as number);
  // "Throwin up" is "throwing up".
  const ing = fold.length >= SHORTEST_DROPPED && fold.endsWith('in') ? WORDS.get(`${fold}g`) : undefined;
  if (ing !== undefined) ids.push(ing);
  // "Unconsciousness" is being "unconscious".
  const being = fold.length >= SHORTEST_QUALITY && fold.endsWith('ness') ? WORDS.get(fold.slice(0, -4)) : undefined;
  if (being !== undefined) ids.push(being);
  if (fold === 'cannot') ids.push(WORDS.get('cant') as number);
  const longest = Math.min(fold.length, LONGEST_STEM);
  const isOther = NO_FORMS.has(fold);
  for (let length = 1; length <= longest; length += 1) {
    const stem = STEMS.get(fold.slice(0, length));
    if (stem !== undefined && (!isOther || ENDING.test(fold.slice(length)))) ids.push(stem);
  }
  return ids;
}

/** The last word of the phrase if it goes on here, or -1. */
function endOf(step: Step | null, tokens: readonly Token[], known: readonly Known[], at: number): number {
  if (!step) return at - 1;
  const sentence = tokens[at - 1]?.sentence;
  const furthest = at + step.gap;
  // "Out of my husband's nose": the noun that stands for "my" has words before it.
  for (let place = at; place <= furthest + (step.others.length > 0 ? MOST_BEFORE_NOUN : 0); place += 1) {
    if (tokens[place]?.sentence !== sentence) return -1;
    if (!fits(step, known[place] as Known, place > furthest)) continue;
    // "Coughing for weeks, no blood" is no "cough .. blood".
    const before = tokens[place - 1]?.fold ?? '';
    if (place > at && DENIES.has(before)) continue;
    if (tokens[place]?.fold === 'off' && STRETCHES.has(before)) continue;
    const end = endOf(step.next, tokens, known, place + 1);
    if (end >= 0) return end;
  }
  return -1;
}

function fits({ ids, others }: Step, known: Known, onlyOthers: boolean): boolean {
  if (ids === null) return true;
  for (const id of known) if (others.includes(id) || (!onlyOthers && ids.includes(id))) return true;
  return false;
}

/**
 * Some words are medical only in medical surroundings: "gas" beside a stomach ache, "RA" beside a joint. After the pass over
 * the text this keeps what its surroundings support and drops the rest.
 */

import { patternsOf } from '../text/patterns.ts';
import type { Word } from '../text/words.ts';
import { support } from './abbreviations.ts';
import { isOrdinaryWord } from './ordinary-words.ts';
import type { End } from './trie.ts';
import type { Hit } from './walk.ts';

const { words } = patternsOf('vocabulary', 'surroundings');

const REACH = 12;
/** A person's state: "I feel …", "she was so …", "it makes me …". */
const FEELS = new Set('feel feeling felt im am'.split(' '));
const IS = words('IS');
const PERSON = words('PERSON');
const STATE_REACH = 4;
const CLINICAL = new Set(['condition', 'symptom', 'drug', 'observation', 'procedure', 'body_system']);
const MIND = 'mental';
const CAPITALS_FROM = 4;
const EXPECTS = new Set('im am is are shes hes currently'.split(' '));
const COMPARED = new Set('what than as which that like'.split(' '));
/** What a verb is done to, or where to: "drained an abscess", "shattered my elbow", "fluid drained off". */
const OBJECT = words('OBJECT');
const MARK = /[.,;:!?\n]/;
const EXPECTING_ENDS = /^\s*(?:$|[.,;!?)(]|(?:and|but|due|again|soon|in|with|twins|triplets)\b)/i;

export function inContext(text: string, words: readonly Word[], hits: readonly Hit[]): Hit[] {
  const allCapitals = words.length >= CAPITALS_FROM && !/\p{Ll}/u.test(text);
  if (!allCapitals && hits.every(({ ends }) => ends.every(isFirm))) return [...hits];
  // What needs no support comes first, then what it supports. Both by the word where they begin, so that neighbours are found quickly.
  const sure = new Map<number, readonly End[]>();
  for (const { from, ends } of hits) {
    const firm = ends.filter((end) => isFirm(end) && !(allCapitals && isOrdinaryInCapitals(end)));
    if (firm.length > 0) sure.set(from, firm);
  }
  const senses = hits.map((hit) => [hit.from, bestSense(text, words, hit, sure, allCapitals)] as const);
  for (const [from, sense] of senses) if (sense.length > 0) sure.set(from, [...(sure.get(from) ?? []), ...sense]);
  return hits.flatMap((hit) => {
    const meant = sure.get(hit.from) ?? [];
    const soft =
      isExpectingThings(text, words, hit) || isOfPercent(text, words, hit)
        ? []
        : hit.ends.filter(
            (end) => end.soft && (isStateOfAPerson(words, hit.from) || isMeant(text, words, hit, end, sure)),
          );
    const ends = soft.length > 0 ? [...meant, ...soft] : meant;
    return ends.length > 0 ? [{ ...hit, ends }] : [];
  });
}

/** "FEV1 54% pred": of the predicted value. */
function isOfPercent(text: string, words: readonly Word[], { from }: Hit): boolean {
  const { start } = words[from] as Word;
  return text.slice(Math.max(0, start - 2), start).includes('%');
}

/** In a text all in capitals, ADD and ALL are words. */
function isOrdinaryInCapitals({ exact }: End): boolean {
  return exact !== undefined && isOrdinaryWord(exact.toLowerCase());
}

/** The meaning of an abbreviation that its surroundings speak for most. */
function bestSense(
  text: string,
  words: readonly Word[],
  hit: Hit,
  sure: ReadonlyMap<number, readonly End[]>,
  allCapitals: boolean,
): End[] {
  const senses = hit.ends.flatMap((end) => (end.sense ? [{ end, sense: end.sense }] : []));
  const { start, end } = words[hit.from] as Word;
  const written = text.slice(start, end);
  if (senses.length === 0 || isTitle(text, words, hit) || isUnit(text, written, start)) return [];
  const systems = new Set(around(sure, hit.from).flatMap(({ term }) => term.system ?? []));
  const isListed = isBesideCondition(sure, hit);
  let best: End[] = [];
  let most = 0;
  for (const { end, sense } of senses) {
    const cues = support(sense, words, hit.from, systems) + (isListed && sense.diagnosis ? 1 : 0);
    // In small letters it is rarely meant.
    const needed = written === sense.written && !allCapitals ? 1 : 2;
    if (cues >= needed && cues > most) [best, most] = [[end], cues];
  }
  return best;
}

/** "HTN, AF, gout": an item of a list of conditions. */
function isBesideCondition(sure: ReadonlyMap<number, readonly End[]>, { from, to }: Hit): boolean {
  return [from - 2, from - 1, to].some((at) => sure.get(at)?.some(({ term }) => term.kind === 'condition'));
}

function isFirm({ soft, sense }: End): boolean {
  return !soft && !sense;
}

function isMeant(
  text: string,
  words: readonly Word[],
  hit: Hit,
  end: End,
  sure: ReadonlyMap<number, readonly End[]>,
): boolean {
  return !isDoneTo(text, words[hit.to - 1] as Word, words[hit.to]) && isSpokenFor(sure, hit.from, end);
}

/** "Drained an abscess", but not "exhausted. My sister". */
function isDoneTo(text: string, verb: Word, object: Word | undefined): boolean {
  if (!object || !verb.fold.endsWith('ed') || !OBJECT.has(object.fold)) return false;
  return !MARK.test(text.slice(verb.end, object.start));
}

/** Whether something medical is near. Of a mood that must be a complaint or a mental illness: beside a medicine, "the splint was useless" is none. */
function isSpokenFor(sure: ReadonlyMap<number, readonly End[]>, at: number, { term: { system } }: End): boolean {
  return around(sure, at).some(({ term: { kind, system: other } }) =>
    system === MIND ? kind === 'symptom' || other === MIND : CLINICAL.has(kind),
  );
}

function around(sure: ReadonlyMap<number, readonly End[]>, at: number): End[] {
  const found: End[] = [];
  for (let index = at - REACH; index <= at + REACH; index += 1)
    if (index !== at) found.push(...(sure.get(index) ?? []));
  return found;
}

function isStateOfAPerson(words: readonly Word[], at: number): boolean {
  let state = false;
  for (let index = at - 1; index >= Math.max(0, at - STATE_REACH); index -= 1) {
    const { fold } = words[index] as Word;
    if (FEELS.has(fold) || (state && PERSON.has(fold))) return true;
    if (IS.has(fold)) state = true;
  }
  return false;
}

/** "I'm expecting visitors", "than I am expecting"; without what is expected, "I'm expecting" is a pregnancy. */
function isExpectingThings(text: string, words: readonly Word[], { from, to }: Hit): boolean {
  const word = words[from] as Word;
  if (word.fold !== 'expecting' || to !== from + 1) return false;
  const before = words.slice(Math.max(0, from - STATE_REACH), from).map(({ fold }) => fold);
  const isNow = EXPECTS.has(before.at(-1) ?? '') && !before.some((one) => COMPARED.has(one));
  return !isNow || !EXPECTING_ENDS.test(text.slice(word.end, word.end + 12));
}

/** "60 MG", and "mg" in small letters anywhere. */
function isUnit(text: string, written: string, start: number): boolean {
  return (
    written.toLowerCase() === 'mg' && (written !== 'MG' || /\d\s?$/.test(text.slice(Math.max(0, start - 2), start)))
  );
}

/** "MS Smith", "MS Office": a name follows at once. */
function isTitle(text: string, words: readonly Word[], { to }: Hit): boolean {
  const word = words[to - 1] as Word;
  const next = words[to];
  if (!next || !/^\.? $/.test(text.slice(word.end, next.start))) return false;
  return /^\p{Lu}\p{Ll}/u.test(text.slice(next.start, next.end)) && text[word.end] !== '.';
}

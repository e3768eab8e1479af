/**
 * Some words mean a medical thing only in medical surroundings: "gas" beside a stomach ache, "RA" beside a joint. After the pass over
 * the text this keeps what its surroundings support and drops the rest.
 */
import type { Word } from '../text/words.ts';
import { support } from './abbreviations.ts';
import { isOrdinaryWord } from './ordinary-words.ts';
import type { End } from './trie.ts';
import type { Hit } from './walk.ts';

const REACH = 12;
/** A person's state: "I feel …", "she was so …", "it makes me …". */
const FEELS = new Set('feel feeling felt im am'.split(' '));
const IS = new Set(
  'is are was were been be being get got getting become became look seem made make making so very'.split(' '),
);
const PERSON = new Set(
  'i im ive he she we they me him her my his their mom mum dad mother father wife husband son daughter baby child'.split(
    ' ',
  ),
);
const STATE_REACH = 4;
const CLINICAL = new Set(['condition', 'symptom', 'drug', 'observation', 'procedure', 'body_system']);
const SHOUTING_FROM = 4;

export function inContext(text: string, words: readonly Word[], hits: readonly Hit[]): Hit[] {
  const shouting = words.length >= SHOUTING_FROM && !/\p{Ll}/u.test(text);
  if (!shouting && hits.every(({ ends }) => ends.every(isFirm))) return [...hits];
  // What needs no support comes first, then what it supports.
  const firm = hits.flatMap((hit) =>
    only(
      hit,
      hit.ends.filter((end) => isFirm(end) && !(shouting && isShouted(end))),
    ),
  );
  const senses = hits.flatMap((hit) => only(hit, bestSense(text, words, hit, firm, shouting)));
  const clinical = [...firm, ...senses].filter(({ ends }) => ends.some(({ term }) => CLINICAL.has(term.kind)));
  return hits.flatMap((hit) => {
    const sure = [...firm, ...senses].filter(({ from }) => from === hit.from).flatMap(({ ends }) => ends);
    const soft = hit.ends.filter(({ soft }) => soft);
    const isMeant =
      soft.length > 0 && (clinical.some((other) => near(hit, other)) || isStateOfAPerson(words, hit.from));
    return only(hit, isMeant ? [...sure, ...soft] : sure);
  });
}

function only(hit: Hit, ends: readonly End[]): Hit[] {
  return ends.length > 0 ? [{ ...hit, ends }] : [];
}

/** In a text all in capitals, ADD and ALL are words. */
function isShouted({ exact }: End): boolean {
  return exact !== undefined && isOrdinaryWord(exact.toLowerCase());
}

/** The meaning of an abbreviation that its surroundings speak for most. */
function bestSense(text: string, words: readonly Word[], hit: Hit, firm: readonly Hit[], shouting: boolean): End[] {
  const senses = hit.ends.flatMap((end) => (end.sense ? [{ end, sense: end.sense }] : []));
  if (senses.length === 0 || isTitle(text, words, hit)) return [];
  const { start, end } = words[hit.from] as Word;
  const written = text.slice(start, end);
  const systems = new Set(firm.filter((other) => near(hit, other)).flatMap(systemsOf));
  let best: End[] = [];
  let most = 0;
  for (const { end, sense } of senses) {
    const cues = support(sense, words, hit.from, systems);
    // In small letters it is rarely meant.
    const needed = written === sense.written && !shouting ? 1 : 2;
    if (cues >= needed && cues > most) [best, most] = [[end], cues];
  }
  return best;
}

function isFirm({ soft, sense }: End): boolean {
  return !soft && !sense;
}

function near(hit: Hit, other: Hit): boolean {
  return other.from !== hit.from && Math.abs(hit.from - other.from) <= REACH;
}

function systemsOf({ ends }: Hit): string[] {
  return ends.flatMap(({ term }) => term.system ?? []);
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

/** "MS Smith", "MS Office": a name follows at once. */
function isTitle(text: string, words: readonly Word[], { to }: Hit): boolean {
  const word = words[to - 1] as Word;
  const next = words[to];
  if (!next || !/^\.? $/.test(text.slice(word.end, next.start))) return false;
  return /^\p{Lu}\p{Ll}/u.test(text.slice(next.start, next.end)) && text[word.end] !== '.';
}

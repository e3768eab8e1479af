/**
 * Some words mean a medical thing only in medical surroundings: "gas" beside a stomach ache, "RA" beside a joint. After the pass over
 * the text this keeps what its surroundings support and drops the rest.
 */
import type { Word } from '../text/words.ts';
import { type Sense, support } from './abbreviations.ts';
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
const CLINICAL = new Set(['condition', 'symptom', 'drug', 'observation', 'procedure']);
const SHOUTING_FROM = 4;

export function inContext(text: string, words: readonly Word[], hits: readonly Hit[]): Hit[] {
  if (hits.every(({ ends }) => ends.every(isFirm))) return [...hits];
  const shouting = words.length >= SHOUTING_FROM && !/\p{Ll}/u.test(text);
  const firm = hits.filter(({ ends }) => ends.some((end) => isFirm(end) && CLINICAL.has(end.term.kind)));
  const anyFirm = hits.filter(({ ends }) => ends.some(isFirm));
  return hits.flatMap((hit) => {
    const ends = hit.ends.filter((end) => !end.sense && holds(end, hit));
    const sense = bestSense(hit);
    const kept = sense ? [...ends, sense] : ends;
    return kept.length > 0 ? [{ ...hit, ends: kept }] : [];
  });

  function holds(end: End, hit: Hit): boolean {
    if (end.exact) return !(shouting && isOrdinaryWord(end.exact.toLowerCase()));
    return !end.soft || firm.some((other) => near(hit, other)) || isStateOfAPerson(words, hit.from);
  }

  /** The meaning of an abbreviation that its surroundings speak for most. */
  function bestSense(hit: Hit): End | null {
    const senses = hit.ends.filter((end) => end.sense);
    if (senses.length === 0) return null;
    const { start, end } = words[hit.from] as Word;
    const written = text.slice(start, end);
    const systems = new Set(anyFirm.filter((other) => near(hit, other)).flatMap(systemsOf));
    let best: End | null = null;
    let most = 0;
    for (const end of senses) {
      const cues = support(end.sense as Sense, words, hit.from, systems);
      // In small letters it is rarely meant; in front of a name it is a title.
      const needed = written === (end.sense as Sense).written && !shouting ? 1 : 2;
      if (cues >= needed && cues > most) [best, most] = [end, cues];
    }
    return best && isTitle(text, words, hit) ? null : best;
  }
}

function isFirm({ exact, soft, sense }: End): boolean {
  return !exact && !soft && !sense;
}

function near(hit: Hit, other: Hit): boolean {
  return other !== hit && Math.abs(hit.from - other.from) <= REACH;
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

/**
 * Abbreviations that mean several things, or that are also a word: "MS", "RA", "PT". Which meaning is meant, if any, is decided by the
 * words and terms beside it; without evidence for one of them, none is read.
 */
import { foldWord, type Word } from '../text/words.ts';
import { listOf, readTable } from './table.ts';

export const ABBREVIATION_ROWS = readTable('abbreviations', ['written', 'kind', 'name', 'near']);

/** One meaning: `words` and `systems` speak for it; `diagnosis`: so does "diagnosed with" or "I have" before it. */
export type Sense = {
  written: string;
  words: ReadonlySet<string>;
  systems: ReadonlySet<string>;
  diagnosis: boolean;
};

const senses: Sense[] = [];

/** The meaning that a row of the table gives, made when a text first holds the abbreviation. */
export function senseAt(row: number): Sense {
  let sense = senses[row];
  if (!sense) {
    const { written, near } = ABBREVIATION_ROWS[row] as (typeof ABBREVIATION_ROWS)[number];
    const cues = listOf(near);
    sense = {
      written,
      words: new Set(cues.filter((cue) => !cue.startsWith('*')).map(foldWord)),
      systems: new Set(cues.filter((cue) => cue.startsWith('*')).map((cue) => cue.slice(1))),
      diagnosis: cues.includes('diagnosis'),
    };
    senses[row] = sense;
  }
  return sense;
}

const YEAR = /^(?:19|20)\d\d$/;
const REACH = 10;
const DIAGNOSIS_REACH = 4;
const DIAGNOSIS = new Set(
  'diagnosed diagnosis history have has had with got suffer suffering getting my known'.split(' ').map(foldWord),
);

/** How much the surroundings of the word at `at` speak for a meaning; 0: nothing does. */
export function support(sense: Sense, words: readonly Word[], at: number, systemsNear: ReadonlySet<string>): number {
  let cues = 0;
  for (let index = Math.max(0, at - REACH); index <= Math.min(words.length - 1, at + REACH); index += 1) {
    if (index === at) continue;
    const { fold } = words[index] as Word;
    if (sense.words.has(fold)) cues += 1;
    else if (sense.diagnosis && index < at && at - index <= DIAGNOSIS_REACH && DIAGNOSIS.has(fold)) cues += 1;
  }
  // "PE 2019", "TIA in 2020": an entry of somebody's history.
  const [next, later] = [words[at + 1]?.fold ?? '', words[at + 2]?.fold ?? ''];
  if (sense.diagnosis && (YEAR.test(next) || (/^(?:in|since|dx)$/.test(next) && YEAR.test(later)))) cues += 1;
  for (const system of sense.systems) if (systemsNear.has(system)) cues += 1;
  return cues;
}

/**
 * Practical questions about a medicine, an illness or a situation: a missed dose, driving, storage, back to work, fasting before a test.
 * The side is read from the question's words, the row stands in data/health-topics.psv.
 */
import { realityAt, understand } from '../message/understand.ts';
import type { Reality } from '../message/understanding.ts';
import { createTextCache } from '../text/cache.ts';
import { patternsOf } from '../text/patterns.ts';
import { findTerms } from '../vocabulary/find-terms.ts';
import type { Term } from '../vocabulary/term.ts';
import { aspectOf } from './aspects.ts';
import { namesOf } from './facts.ts';
import { type Quote, quoteOn, rowOn, topicsNamedIn } from './health-topics.ts';

const { pattern, words } = patternsOf('answers', 'practice');

/** In the order in which they count where a question has several. */
const WORDS = [...words('SIDES')].map((side) => [side, pattern(side, 'i')] as const);
/** After an operation, what one may do again is told in the row of the return. */
const OF_RETURN: ReadonlySet<string> = new Set(['driving', 'activity']);
const MEDICINE_WORDS = pattern('MEDICINE_WORDS', 'i');
/** The topic of every medicine that has no row of its own. */
const ANY_MEDICINE = ['medicine'];

/** "Missed this morning's one" is said of a dose. */
const OF_DOSES: ReadonlySet<string> = new Set(['missed', 'double', 'out']);
/** They are spoken to, asked or not. */
const TOLD: ReadonlySet<string> = new Set(['missed', 'out']);

/** A situation in one of these is not the writer's question. */
const UNREAL: ReadonlySet<Reality> = new Set<Reality>(['denied', 'told', 'fiction', 'training', 'past']);

/** What a message leans on: its own words, what it states, and the medicines that may be meant by "it". */
export type Leaning = {
  text: string;
  terms: readonly Term[];
  medicines(): readonly Term[];
  /** Names of what the message says is not so. */
  denied: readonly string[];
};

/** The row for a practical side of what the question names, else of what it leans on; null where there is none. */
export function onPractice(question: string, leaning: Leaning): Quote | null {
  const asked = sidesIn(question);
  // "I forgot my tablet. What now?": the side stands in the statement before.
  const here = sidesIn(leaning.text);
  const found = asked.length > 0 ? [...here.filter((side) => OF_DOSES.has(side)), ...asked] : here;
  // Whether a named medicine may be taken is for the check of medicines to say.
  const sides = hasMedicine(question) ? found.filter((side) => side !== 'medicine') : found;
  if (sides.length === 0) return null;
  // Which vaccines may be given depends on what is taken, whatever the journey is.
  const vaccine = sides.includes('vaccine') ? firstRow(['vaccine'], leaning.medicines().map(keysOf)) : null;
  if (vaccine) return vaccine;
  // Whether the skin may be waxed or tattooed too.
  const skin = sides.includes('skin')
    ? firstRow(['skin'], [...medicinesIn(leaning.text), ...leaning.medicines()].map(keysOf))
    : null;
  if (skin) return skin;
  const isSo = (names: readonly string[]) => !names.some((name) => leaning.denied.includes(name));
  // Whether an antibiotic is needed depends on what for.
  const isFor = (names: readonly string[]) =>
    !sides.includes('antibiotics') || !names.some((name) => /^antibiotics?$/i.test(name));
  const own = subjectsIn(question).filter((names) => isSo(names) && isFor(names));
  const around = own.length > 0 ? [] : [...subjectsIn(leaning.text), ...leaning.terms.map(keysOf)].filter(isSo);
  // "I'm flying to Thailand, do I need any jabs?": the other side stands in the statement.
  const told = leaning.text.indexOf('?') === leaning.text.lastIndexOf('?') ? here : [];
  const row = firstRow(sides, own) ?? firstRow(sides, around) ?? firstRow(told, own.length > 0 ? own : around);
  if (row) return row;
  const isMedicine =
    MEDICINE_WORDS.test(asked.length > 0 ? question : leaning.text) ||
    hasMedicine(question) ||
    hasMedicine(leaning.text) ||
    (OF_DOSES.has(sides[0] ?? '') && leaning.terms.some(({ kind }) => kind === 'drug'));
  return (
    firstRow(
      [...sides, ...told],
      isMedicine || own.length + around.length === 0 ? leaning.medicines().map(keysOf) : [],
    ) ?? firstRow([...sides, ...told], isMedicine ? [ANY_MEDICINE] : [])
  );
}

/** A dose that was missed, or a medicine that has run out. */
export function onMissedDose(leaning: Leaning): Quote | null {
  return asksOfMissed(leaning.text) ? onPractice(leaning.text, leaning) : null;
}

/** What is said of a situation that the vocabulary has no term for: its side, or else as a whole. */
export function onSituation(question: string): Quote | null {
  const aspect = aspectOf(question);
  for (const { topic } of meantIn(question, topicsNamedIn(question))) {
    const found = quoteOn([topic], aspect) ?? quoteOn([topic], 'care') ?? quoteOn([topic], 'what');
    if (found) return found;
  }
  return null;
}

/** Each question of a message asks for those of the whole message. */
const knownSides = createTextCache<readonly string[]>();
const knownSubjects = createTextCache<readonly string[][]>();

function sidesIn(text: string): readonly string[] {
  return knownSides(text, () => WORDS.flatMap(([side, said]) => (said.test(text) ? [side] : [])));
}

function subjectsIn(text: string): readonly string[][] {
  return knownSubjects(text, () => [
    ...meantIn(text, topicsNamedIn(text)).map(({ topic }) => [topic]),
    ...meantIn(text, findTerms(text)).map(({ term }) => keysOf(term)),
  ]);
}

/** "Not pregnant" is no question about pregnancy, and who quit smoking years ago does not ask how. */
function meantIn<T extends { start: number }>(text: string, named: readonly T[]): T[] {
  const understanding = named.length > 0 ? understand(text) : null;
  return named.filter(({ start }) => understanding && !UNREAL.has(realityAt(understanding, start)));
}

function keysOf(term: Term): string[] {
  return [...namesOf(term), ...(term.drugClass ? [term.drugClass] : [])];
}

function hasMedicine(text: string): boolean {
  return medicinesIn(text).length > 0;
}

function medicinesIn(text: string): Term[] {
  return findTerms(text).flatMap(({ term }) => (term.kind === 'drug' ? [term] : []));
}

/** Whether the answer depends on whatever is taken, and not on what "it" is. */
export function asksOfSkin(question: string): boolean {
  return sidesIn(question).some((side) => side === 'skin' || side === 'sun');
}

/** "What happens if I miss one of my tablets?" asks nothing of the record. */
export function asksOfMissed(question: string): boolean {
  return TOLD.has(sidesIn(question)[0] ?? '');
}

function firstRow(sides: readonly string[], subjects: readonly string[][]): Quote | null {
  for (const side of sides.flatMap((one) => (OF_RETURN.has(one) ? [one, 'return'] : [one])))
    for (const names of subjects) {
      const row = rowOn(names, side);
      if (row) return row;
    }
  return null;
}

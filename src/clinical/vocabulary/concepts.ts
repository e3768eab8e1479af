/**
 * The concepts that a text names, each with every name that a source may use for it: the term as it was written, its synonyms, and the
 * medicines of a class ("SGLT2 inhibitors" -> Dapagliflozin, Empagliflozin ...). For whoever looks for the same thing in other texts.
 */
import { ofWord, once } from '../text/cache.ts';
import { drugs } from './drugs.ts';
import { findTerms } from './find-terms.ts';
import { aliasesOf } from './rows.ts';
import type { Term, TermKind } from './term.ts';

export type Concept = {
  /** As it was written. */
  name: string;
  start: number;
  end: number;
  /** Names of the same thing, and of what belongs to it; the one that was written comes first. */
  names: readonly string[];
  /** The medicines, if it is a class of them; they are among its names. */
  members: readonly string[];
  /** Names of what is wider: the term that a special form belongs to, the class of a medicine. */
  broader: readonly string[];
};

const KINDS: ReadonlySet<TermKind> = new Set<TermKind>(['condition', 'symptom', 'drug', 'observation', 'procedure']);

export function conceptsIn(text: string): Concept[] {
  const classes = classesIn(text);
  const terms = findTerms(text)
    .filter(({ term }) => KINDS.has(term.kind))
    .filter(({ start, end }) => !classes.some((found) => found.start < end && start < found.end))
    .map(({ term, start, end, text: written }) => ({ name: written, start, end, ...namesFor(term, written) }));
  const places = new Map<number, Concept>();
  // A phrase with two meanings is one concept with the names of both.
  for (const found of [...classes, ...terms]) {
    const known = places.get(found.start);
    places.set(found.start, known ? { ...known, names: distinct([...known.names, ...found.names]) } : found);
  }
  return [...places.values()].sort((a, b) => a.start - b.start);
}

/** A special form ("Duchenne muscular dystrophy") is not what its term is in general: the names of the term are wider. */
function namesFor(term: Term, written: string): Pick<Concept, 'names' | 'members' | 'broader'> {
  const all = [term.name, ...aliasesOf(term)];
  if (isClass(term)) {
    const members = membersOf(term.drugClass ?? '');
    return { names: distinct([written, ...all, ...withBrands(members)]), members, broader: [] };
  }
  const said = new Set(wordsOf(written));
  const general = wordsOf(term.name);
  const isSpecial = said.size > general.length && general.every((word) => said.has(word));
  if (isSpecial) return { names: distinct([written, initials(written)]), members: [], broader: [term.name] };
  return { names: distinct([written, ...all]), members: [], broader: term.drugClass ? [term.drugClass] : [] };
}

function isClass({ kind, name, drugClass }: Term): boolean {
  return kind === 'drug' && drugClass?.toLowerCase() === name.toLowerCase();
}

/** Medicines of the class and of classes with more in their name ("GIP and GLP-1 receptor agonist"); combinations come last. */
const membersOf = ofWord((drugClass: string): readonly string[] => {
  const isOf = (row: string) =>
    row === drugClass || row.startsWith(`${drugClass} and `) || row.endsWith(` and ${drugClass}`);
  const names = drugs()
    .filter((row) => isOf(row.drugClass) && keyOf(row.name) !== keyOf(drugClass))
    .map(({ name }) => name);
  const isCombined = (name: string) => Number(name.includes(' and '));
  return names.toSorted((a, b) => isCombined(a) - isCombined(b));
});

function withBrands(medicines: readonly string[]): string[] {
  return [...medicines, ...medicines.flatMap((name) => aliasesOf({ kind: 'drug', name }))];
}

/** Classes of medicines by name, in the singular or plural, with or without a hyphen. */
function classesIn(text: string): Concept[] {
  return Array.from(text.matchAll(classPattern()), (match) => {
    const name = match[0];
    const drugClass = classKeys().get(keyOf(name)) ?? '';
    const members = membersOf(drugClass);
    const names = distinct([name, drugClass, ...withBrands(members)]);
    return { name, start: match.index, end: match.index + name.length, names, members, broader: [] };
  });
}

const classKeys = once(() => new Map(drugs().map(({ drugClass }) => [keyOf(drugClass), drugClass])));

/** Classes of more than one word, or in capitals: single words such as "vaccine" are terms of their own. */
const classPattern = once(() => {
  const named = [...new Set(drugs().map(({ drugClass }) => drugClass))].filter((name) => /[ \d]|^[A-Z]{3}/.test(name));
  const written = named
    .sort((a, b) => b.length - a.length)
    .map((name) => name.replace(/[ -]/g, '[ -]').replace(/([A-Z])(?=\d)/g, '$1-?'));
  return new RegExp(`\\b(?:${written.join('|')})s?\\b`, 'gi');
});

function keyOf(name: string): string {
  return name.toLowerCase().replace(/[ -]/g, '').replace(/s$/, '');
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** "Duchenne muscular dystrophy" -> "DMD". */
function initials(text: string): string {
  const letters = wordsOf(text).map((word) => word.charAt(0).toUpperCase());
  return letters.length > 2 ? letters.join('') : '';
}

function distinct(names: readonly string[]): string[] {
  const seen = new Set(['']);
  return names.filter((name) => !seen.has(name.toLowerCase()) && seen.add(name.toLowerCase()));
}

/** From a coded concept to the record's name for it: by code where the vocabulary has it, else by the words beside the code. */

import { MAX_NAME_LENGTH } from '../bounds.ts';
import type { Fact } from '../fact.ts';
import type { Term, Terminology, TermKind } from '../terminology.ts';
import { observationCategory } from '../vital-signs.ts';
import { type Context, find } from './draft.ts';
import type { InConcept } from './incoming.ts';
import { LOCAL_SYSTEM, SUBJECT_CODE } from './systems.ts';

export type Named = {
  name: string;
  words: string;
  coded: Pick<Fact, 'code' | 'source_codes'>;
  term?: Term;
  label?: Product;
};
type Product = ReturnType<Terminology['productIn']>;
type Codings = NonNullable<InConcept['coding']>;

/** SNOMED CT ends its full names with what sort of thing they name. */
const TAGS = [
  'disorder',
  'finding',
  'procedure',
  'situation',
  'substance',
  'product',
  'medicinal product',
  'observable entity',
  'regime/therapy',
  'event',
  'morphologic abnormality',
  'physical object',
  'organism',
  'body structure',
  'qualifier value',
  'record artifact',
];
const TAG = new RegExp(`\\s{0,3}\\((?:${TAGS.join('|')})\\)$`, 'i');

export function named(
  { own, terminology }: Pick<Context, 'own' | 'terminology'>,
  given: InConcept | undefined,
  kinds: readonly TermKind[],
  reword = (concept: InConcept): InConcept => concept,
): Named | null {
  const concept = given && !own ? reword(given) : given;
  const codings = concept?.coding ?? [];
  const texts = [concept?.text, ...codings.map(({ display }) => display)].flatMap((text) => text?.trim() || []);
  const words = texts[0] ?? codings.find(({ code }) => code !== undefined)?.code;
  if (words === undefined) return null;
  const bare = texts.flatMap((text) => (text.length > MAX_NAME_LENGTH ? [] : text.replace(TAG, '')));
  // "Metformin hydrochloride 500 MG Oral Tablet" names its substance among other things.
  const labels = own || !kinds.includes('drug') ? [] : bare.map((text) => terminology.productIn(text));
  const several = kinds.length === 1 ? labels.find(isOfSeveral) : undefined;
  const term = several ? several.term : own ? null : (termOf(terminology, codings, bare, kinds) ?? termIn(labels));
  const same = labels.filter(({ name, dose }) => (term ? name === term.name : dose));
  const label = several ?? same.find(({ dose }) => dose) ?? same[0];
  const ours = own ? find(concept?.extension, SUBJECT_CODE) : undefined;
  // The code of one of them would stand for half of it.
  const code = (several && codeGiven(codings)) ?? term?.code ?? codeGiven(ours ? [ours.valueCoding ?? {}] : codings);
  const written = keptOf(given?.coding);
  const coding = own ? ours && written : withOurs(written, { code, term, kinds, terminology });
  return {
    name: term?.name ?? (kinds.length === 1 ? label?.name : undefined) ?? (own ? words : (untagged(words) ?? words)),
    words,
    coded: { ...(code && { code }), ...(coding?.length && { source_codes: { coding } }) },
    ...(term && { term }),
    ...(label && { label }),
  };
}

/** Those of a length that code systems have. */
export function keptOf(codings: Codings = []): Codings {
  return codings.filter((one) => Object.values(one).every((text) => String(text).length <= MAX_NAME_LENGTH));
}

type Ours = { code: Fact['code']; term: Term | null | undefined; kinds: readonly TermKind[]; terminology: Terminology };

/** What a source wrote, and our code beside it where no code of the source says otherwise; nothing where it wrote our code alone. */
function withOurs(written: Codings, { code, term, kinds, terminology }: Ours): Codings {
  if (JSON.stringify(written) === JSON.stringify([code])) return [];
  // R4 wants the general code of a vital sign beside that of a method.
  const isGeneral = observationCategory(code) === 'vital-signs';
  const differs = written.some((one) => one.system === code?.system && !(isGeneral && one.code !== code?.code));
  // A tablet or a package has an ingredient and is none.
  const isNamed = ({ display = '' }: Codings[number]) =>
    terminology.termNamed(untagged(display) ?? '', kinds)?.name === term?.name;
  const isOther = kinds.length === 1 && kinds[0] === 'drug' && !written.every(isNamed);
  return !code || written.length === 0 || differs || isOther ? written : [...written, { ...code, userSelected: false }];
}

function isOfSeveral({ name, dose }: Product): boolean {
  return dose !== undefined && (name.includes(' and ') || String(dose.value).includes('/'));
}

function termIn(labels: readonly Product[]): Term | undefined {
  return labels.find(({ term }) => term)?.term;
}

/** The first complete code, its system as the record writes it. */
export function codeGiven(codings: Codings): Fact['code'] {
  return codings.flatMap(({ system, code }) => (system && code ? { system: systemIn(system), code } : []))[0];
}

/** As much of a text as a label or an instruction needs. */
export function brief(text: string): string {
  return text.slice(0, MAX_NAME_LENGTH);
}

/** Words of a source without what SNOMED CT adds to them. */
export function untagged(words: string | undefined): string | undefined {
  return words === undefined ? undefined : words.length > MAX_NAME_LENGTH ? words : words.replace(TAG, '');
}

function termOf(
  terminology: Terminology,
  codings: Codings,
  bare: readonly string[],
  kinds: readonly TermKind[],
): Term | null {
  for (const { system, code } of codings) {
    const found = system && code ? terminology.termCoded(system, code, kinds) : null;
    if (found) return found;
  }
  return bare.map((text) => terminology.termNamed(text, kinds)).find((found) => found !== null) ?? null;
}

function systemIn(system: string): string {
  if (!system.startsWith(LOCAL_SYSTEM)) return system;
  try {
    return decodeURIComponent(system.slice(LOCAL_SYSTEM.length));
  } catch {
    // Not written by us, so it stays as it is.
    return system;
  }
}

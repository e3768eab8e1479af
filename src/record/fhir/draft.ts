/** What a reader makes of one resource: a fact without its provenance. `import.ts` knows who told it, when and where. */
import type { z } from 'zod';
import type { Fact, FactDetails, FactKind } from '../fact.ts';
import type { FiledKind } from '../schema.ts';
import type { Terminology } from '../terminology.ts';
import type { Ext, InConcept, InElement, InReference } from './incoming.ts';
import { statusWord } from './statuses.ts';
import { ASSUMED, ORIGINAL_TEXT } from './systems.ts';

/** Someone or some place that a visit names, by the name it has in this import. */
export type Party = { kind: 'practitioner' | 'organization'; name: string };

export type Draft = {
  kind: FiledKind;
  name: string;
  details: z.infer<typeof FactDetails> &
    Pick<Fact, 'canonical' | 'code' | 'source_codes' | 'episode' | 'judged' | 'criticality'>;
  /** When it was over, where that is another time than the one it is filed under. */
  ended?: string;
  /** As the source words it. */
  words: string;
  confidence: number;
  parties?: Party[];
  /** Whose condition it is, where it runs in the family. */
  relation?: string;
  age_at_onset?: number;
};

/** Drafts, or the reason why there are none. Reasons hold nothing that the resource says. */
export type Reading = Draft[] | string;

export type Context = {
  terminology: Terminology;
  /** Written by Medfleet: names are the record's own, and words beside a code are what the patient said. */
  own: boolean;
  /** Entered in error, and read as what it was. */
  withdrawn?: boolean;
  /** The resource that a reference means, if the bundle has it. */
  resolve(reference: InReference | undefined): unknown;
};

/** Of a source that does not say how sure it is. */
export const SURE = 0.9;

export function textIn(extensions: readonly Ext[] | undefined, url: string): string | undefined {
  return find(extensions, url)?.valueString;
}

export function find(extensions: readonly Ext[] | undefined, url: string): Ext | undefined {
  return extensions?.find((extension) => extension.url === url);
}

/** A time as it was told; undefined where FHIR wanted one and we had assumed it. */
export function timeIn(value: string | undefined, mark?: InElement): string | undefined {
  if (find(mark?.extension, ASSUMED)) return undefined;
  return textIn(mark?.extension, ORIGINAL_TEXT) ?? value;
}

export function statusIn(kind: FactKind, code: string | undefined, mark?: InElement): string | undefined {
  if (find(mark?.extension, ASSUMED)) return undefined;
  return textIn(mark?.extension, ORIGINAL_TEXT) ?? statusWord(kind, code);
}

export function clinicalStatusIn(kind: FactKind, concept: InConcept | undefined, own: boolean): string | undefined {
  if (find(concept?.extension, ASSUMED)) return undefined;
  if (own && concept?.text !== undefined) return concept.text;
  return statusWord(kind, codeIn(concept) ?? concept?.text?.toLowerCase());
}

export function codeIn(concept: InConcept | undefined): string | undefined {
  return concept?.coding?.find(({ code }) => code !== undefined)?.code;
}

export function wordsIn(concept: InConcept | undefined): string | undefined {
  return concept?.text ?? concept?.coding?.find(({ display }) => display !== undefined)?.display;
}

/** Details that were told, and nothing empty. */
export function told<T extends object>(details: T): T {
  return Object.fromEntries(Object.entries(details).filter(([, value]) => value !== undefined && value !== '')) as T;
}

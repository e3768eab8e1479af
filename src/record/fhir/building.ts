/** The elements that exported resources are built from, and the removal of empty ones. */
import type { CodeableConcept, Extension } from 'fhir/r4.js';
import type { SourceCodes } from '../fact.ts';
import type { Properties } from '../patient-graph.ts';
import { textOf } from '../properties.ts';
import { ASSUMED, LOCAL_SYSTEM, lookup, ORIGINAL_TEXT, SNOMED, SUBJECT_CODE } from './systems.ts';

/** What a node holds, and its provenance: when it was told first and last, and by whom and with what confidence last. */
export type Source = {
  id: string;
  properties: Properties;
  told: { first: string; last: string; agent?: string; confidence?: number };
  /** Another state of it was entered in error. */
  corrected?: boolean;
};

/** The type stands beside it, because a uuid does not tell what it means. */
export function reference(type: string, id: string): { reference: string; type: string } {
  return { reference: `urn:uuid:${id}`, type };
}

/** A text as FHIR allows it: no control characters, plain spaces. Undefined if nothing is left. */
export function clean(text: string | undefined): string | undefined {
  const cleaned = text
    ?.toWellFormed()
    .replace(/[^\P{Cc}\t\n\r]/gu, '')
    .replace(/[^\S \t\n\r]/gu, ' ');
  return cleaned?.trim() ? cleaned : undefined;
}

export function detail({ properties }: Source, name: string): string | undefined {
  return clean(textOf(properties, name))?.trim();
}

export function nameOf(source: Source): string {
  return detail(source, 'name') ?? 'Not named';
}

/** The name in words, and its code. A display is left out: it would have to be the code system's own wording. */
export function codeOf(source: Source): CodeableConcept {
  const own = codingOf(source);
  const text = nameOf(source);
  const { coding } = sourceCodes(source);
  if (!coding) return own ? { coding: [own], text } : { text };
  return {
    extension: [{ url: SUBJECT_CODE, ...(own ? { valueCoding: own } : { valueBoolean: false }) }],
    coding,
    text,
  };
}

/** What a source wrote, as FHIR takes it. */
export function sourceCodes({ properties }: Source): SourceCodes {
  const { coding, answer, ...rest } = JSON.parse(textOf(properties, 'source_codes') ?? '{}') as SourceCodes;
  return {
    ...rest,
    ...(coding && { coding: coding.map(written) }),
    ...(answer && { answer: { ...answer, coding: answer.coding.map(written) } }),
  };
}

type Coding = NonNullable<SourceCodes['coding']>[number];

function written(coding: Coding): Coding {
  const { system, version, code, display } = coding;
  return {
    ...coding,
    system: system && absolute(system),
    version: clean(version)?.trim(),
    code: clean(code)?.trim().replace(/\s+/g, ' '),
    display: clean(display)?.trim(),
  };
}

export function codingOf(source: Source): { system: string; code: string } | undefined {
  const code = detail(source, 'code')?.replace(/\s+/g, ' ');
  const system = detail(source, 'code_system');
  if (code === undefined || system === undefined) return undefined;
  return { system: absolute(system), code };
}

function absolute(system: string): string {
  const uri = system.toWellFormed().trim();
  return /^[a-z][a-z0-9+.-]*:\S+$/i.test(uri) ? uri : `${LOCAL_SYSTEM}${encodeURIComponent(uri)}`;
}

/** Words, with their SNOMED code where the table has one. */
export function concept(text: string | undefined, codes: Readonly<Record<string, string>> = {}) {
  if (text === undefined) return undefined;
  const code = lookup(codes, text.toLowerCase());
  return code === undefined ? { text } : { coding: [{ system: SNOMED, code }], text };
}

export function asTold(text: string | undefined) {
  return text === undefined ? undefined : { extension: [{ url: ORIGINAL_TEXT, valueString: text }] };
}

export const ASSUMED_MARK = [{ url: ASSUMED, valueBoolean: true }];

export function textExtension(url: string, text: string | undefined): Extension[] {
  return text === undefined ? [] : [{ url, valueString: text }];
}

/** Without what is undefined, and without lists and objects that have nothing in them. */
export function compact<T>(value: T): T {
  return prune(value) as T;
}

function prune(value: unknown): unknown {
  if (Array.isArray(value)) {
    const items = value.map(prune).filter((item) => item !== undefined);
    return items.length > 0 ? items : undefined;
  }
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value)
    .map(([key, item]) => [key, prune(item)] as const)
    .filter(([, item]) => item !== undefined);
  return entries.length > 0 ? Object.fromEntries(entries) : undefined;
}

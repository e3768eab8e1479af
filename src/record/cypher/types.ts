/**
 * The type of an expression, as far as it is known before the query runs: enough to keep whole nodes out of the result and to report type
 * errors early.
 */
import type { LabelName, RELATIONSHIPS } from '../schema.ts';
import type { Parameters } from './ast.ts';

export type Edge = (typeof RELATIONSHIPS)[number];

export type Type =
  | { kind: 'number' | 'boolean' | 'null' | 'unknown' }
  /** `words`: what somebody said, such as a name, as it was written or in lower case. Codes, times and ids are no words. */
  | { kind: 'text'; words?: 'as_written' | 'lower_case' }
  | { kind: 'list'; of: Type }
  /** The labels that the node may have: one, unless the pattern leaves it open. */
  | { kind: 'node'; labels: ReadonlySet<LabelName> }
  | { kind: 'relationship'; edges: readonly Edge[] };

export const TEXT: Type = { kind: 'text' };
export const WORDS: Type = { kind: 'text', words: 'as_written' };
export const LOWER_CASE_WORDS: Type = { kind: 'text', words: 'lower_case' };
export const NUMBER: Type = { kind: 'number' };
export const BOOLEAN: Type = { kind: 'boolean' };
export const NULL: Type = { kind: 'null' };
export const UNKNOWN: Type = { kind: 'unknown' };

/** The variables that can be named at some point of the query. */
export type Scope = ReadonlyMap<string, Type>;

/** Where an expression stands. */
export type Reach = {
  scope: Scope;
  /** Names that a WITH dropped: using one of them has its own message. */
  dropped: ReadonlySet<string>;
  /** The parameters that may be named, with what they stand for. */
  parameters: Parameters;
  /** Whether count() and its like may stand here. */
  aggregates: boolean;
};

/** A node, a relationship, or a list that holds some: what may be passed on but not returned. */
export function holdsEntities(type: Type): boolean {
  return type.kind === 'list' ? holdsEntities(type.of) : type.kind === 'node' || type.kind === 'relationship';
}

export function canBe(type: Type, ...kinds: Type['kind'][]): boolean {
  return type.kind === 'unknown' || type.kind === 'null' || kinds.includes(type.kind);
}

/** Whether it holds words that have to be searched, and in which case they are. */
export function wordsOf(type: Type): 'as_written' | 'lower_case' | undefined {
  return type.kind === 'text' ? type.words : undefined;
}

/** The one type of several values, where they have one. */
export function common(types: readonly Type[]): Type {
  const known = types.filter((type) => type.kind !== 'null');
  const [first] = known;
  if (!first) return NULL;
  if (known.every((type) => type.kind === 'list')) {
    return { kind: 'list', of: common(known.map((type) => (type.kind === 'list' ? type.of : UNKNOWN))) };
  }
  if (!known.every((type) => type.kind === first.kind)) return UNKNOWN;
  return known.find(wordsOf) ?? first;
}

/** For messages. */
export function inWords(type: Type): string {
  switch (type.kind) {
    case 'text':
      return 'a text';
    case 'number':
      return 'a number';
    case 'boolean':
      return 'true or false';
    case 'list':
      return 'a list';
    case 'node':
      return 'a node';
    case 'relationship':
      return 'a relationship';
    case 'null':
      return 'null';
    case 'unknown':
      return 'a value';
  }
}

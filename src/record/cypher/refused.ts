/** How the guard refuses: which rule, where, and what to write instead. People and models read the message. */
import { AppError } from '../../platform/errors.ts';
import type { Place } from './ast.ts';

/** Stable codes for programs; the message is for the author of the query. */
export type Rule =
  | 'aggregate'
  | 'anchor'
  | 'arguments'
  | 'clause'
  | 'column'
  | 'comment'
  | 'function'
  | 'label'
  | 'limit'
  | 'name'
  | 'parameter'
  | 'path'
  | 'procedure_call'
  | 'property'
  | 'quoted_name'
  | 'relationship'
  | 'second_patient'
  | 'statements'
  | 'syntax'
  | 'text_search'
  | 'through_type_node'
  | 'too_deep'
  | 'too_long'
  | 'type_node'
  | 'unconnected'
  | 'undirected_hop'
  | 'value'
  | 'variable'
  | 'where_placement'
  | 'whole_node'
  | 'write'
  | 'wrong_type';

export class QueryRefused extends AppError {
  readonly rule: Rule;
  readonly place: Place;

  /** `reason` names nothing but words of the language, of the schema and the query's own names: never its literals. */
  constructor(rule: Rule, place: Place, reason: string) {
    super('query_refused', `${reason} (line ${place.line}, column ${place.column})`);
    this.name = 'QueryRefused';
    this.rule = rule;
    this.place = place;
  }
}

export function refuse(rule: Rule, place: Place, reason: string): never {
  throw new QueryRefused(rule, place, reason);
}

export const START: Place = { offset: 0, line: 1, column: 1 };

export function placeAt(text: string, offset: number): Place {
  const before = text.slice(0, offset);
  const lineStart = before.lastIndexOf('\n') + 1;
  return { offset, line: before.split('\n').length, column: offset - lineStart + 1 };
}

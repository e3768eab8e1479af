/**
 * The syntax tree of the Cypher that we allow: what the grammar makes, the guard checks, the printer prints and the embedded engine
 * interprets. What cannot be said here cannot be asked.
 */

/** Where something stands in the text that was given, for messages. */
export type Place = { offset: number; line: number; column: number };

export type Query = {
  /** MATCH … WITH … MATCH … : everything before the last projection. */
  clauses: (Match | With)[];
  result: Return;
};

export type Match = {
  type: 'match';
  optional: boolean;
  patterns: Pattern[];
  where: Expression | null;
  place: Place;
};

export type With = { type: 'with'; projection: Projection; where: Expression | null; place: Place };
export type Return = { type: 'return'; projection: Projection; place: Place };

export type Projection = {
  distinct: boolean;
  items: { expression: Expression /** As written after AS, or as the expression's own name. */; alias: string }[];
  orderBy: { expression: Expression; descending: boolean }[];
  skip: Expression | null;
  limit: Expression | null;
};

/** A chain of nodes and single, directed hops: (a)-[r:T]->(b)<-[:U]-(c) */
export type Pattern = { nodes: NodePattern[]; hops: Hop[] };

export type NodePattern = {
  variable: string | null;
  labels: string[];
  properties: MapEntry[];
  place: Place;
};

export type Hop = {
  variable: string | null;
  /** Any of these; empty for an untyped hop. */
  types: string[];
  /** right: from the node before to the node after. */
  direction: 'right' | 'left';
  properties: MapEntry[];
  place: Place;
};

export type MapEntry = { key: string; value: Expression };

export type BinaryOperator =
  | 'AND'
  | 'OR'
  | 'XOR'
  | '='
  | '<>'
  | '<'
  | '<='
  | '>'
  | '>='
  | '+'
  | '-'
  | '*'
  | '/'
  | '%'
  | '^'
  | 'IN'
  | 'STARTS WITH'
  | 'ENDS WITH'
  | 'CONTAINS';

export type Expression = { place: Place } & (
  | { type: 'literal'; value: string | number | boolean | null /** 1 is an integer, 1.0 is not. */; float?: boolean }
  | { type: 'parameter'; name: string }
  | { type: 'variable'; name: string }
  | { type: 'property'; of: Expression; key: string }
  | { type: 'binary'; operator: BinaryOperator; left: Expression; right: Expression }
  | { type: 'not'; operand: Expression }
  | { type: 'negative'; operand: Expression }
  | { type: 'isNull'; operand: Expression; negated: boolean }
  | { type: 'list'; items: Expression[] }
  | { type: 'index'; of: Expression; at: Expression }
  | { type: 'slice'; of: Expression; from: Expression | null; to: Expression | null }
  | { type: 'call'; name: string; distinct: boolean; arguments: Expression[] }
  | { type: 'countAll' }
  | {
      type: 'case';
      subject: Expression | null;
      branches: { when: Expression; then: Expression }[];
      otherwise: Expression | null;
    }
  | { type: 'comprehension'; variable: string; list: Expression; where: Expression | null; map: Expression | null }
  | {
      type: 'quantifier';
      quantifier: 'any' | 'all' | 'none' | 'single';
      variable: string;
      list: Expression;
      where: Expression;
    }
  | { type: 'subquery'; kind: 'exists' | 'count'; patterns: Pattern[]; where: Expression | null }
);

export type Parameters = Readonly<
  Record<string, string | number | boolean | null | readonly (string | number | boolean | null)[]>
>;

/** Only the guard makes one: a tree that was checked, the text printed from it, and the parameters that the text needs. */
export type GuardedQuery = {
  readonly tree: Query;
  /** Canonical Cypher, with every literal string as a parameter. */
  readonly cypher: string;
  /** Without $patient_uuid, which the engine binds itself. */
  readonly parameters: Parameters;
  readonly columns: readonly string[];
  /** The most rows that come back. */
  readonly limit: number;
  readonly [checked]: true;
};

declare const checked: unique symbol;

export type Cell = string | number | boolean | null | Cell[] | { [key: string]: Cell };
export type QueryRows = { columns: readonly string[]; rows: Cell[][]; truncated: boolean };

/** A patient's own nodes and edges, and the shared nodes that they point to: all that a query can ever see. */
export type Subgraph = {
  nodes: ReadonlyMap<string, { id: string; label: string; properties: Readonly<Record<string, Cell>> }>;
  edges: readonly { from: string; type: string; to: string; properties: Readonly<Record<string, Cell>> }[];
};

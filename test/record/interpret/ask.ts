/**
 * Asks the interpreter in the language of the dialect, without the guard: here one wants to ask what the guard would refuse,
 * such as `RETURN 1 + 1`, and of graphs that are no patient's.
 */
import type { Cell, GuardedQuery, Parameters, QueryRows, Subgraph } from '../../../src/record/cypher/ast.ts';
import { parse } from '../../../src/record/cypher/parse.ts';
import type { BudgetLimits } from '../../../src/record/embedded/interpret/budget.ts';
import { interpret } from '../../../src/record/embedded/interpret/interpret.ts';

type Options = { graph?: Subgraph; parameters?: Parameters; budget?: BudgetLimits; limit?: number };

export const EMPTY: Subgraph = { nodes: new Map(), edges: [] };

export function ask(text: string, { graph = EMPTY, parameters = {}, budget, limit = 10_000 }: Options = {}): QueryRows {
  return interpret(unguarded(text, limit), graph, { patient_uuid: 'patient', ...parameters }, budget);
}

/** The only value of the only row. */
export function answerTo(expression: string, options: Options = {}): Cell | undefined {
  return ask(`RETURN ${expression} AS value`, options).rows[0]?.[0];
}

export function unguarded(text: string, limit = 10_000): GuardedQuery {
  const tree = parse(text);
  const columns = tree.result.projection.items.map((item) => item.alias);
  return { tree, cypher: text, parameters: {}, columns, limit } as unknown as GuardedQuery;
}

type Edge = { from: string; type: string; to: string; properties?: Record<string, Cell> };

/** A graph from a few words: { p: 'Patient', c: ['ConditionCase', { name: 'Gout' }] } and its edges. */
export function graphOf(nodes: Record<string, string | [string, Record<string, Cell>]>, edges: Edge[] = []): Subgraph {
  return {
    nodes: new Map(
      Object.entries(nodes).map(([id, node]) => {
        const [label, properties] = typeof node === 'string' ? [node, {}] : node;
        return [id, { id, label, properties: { uuid: id, ...properties } }];
      }),
    ),
    edges: edges.map((edge) => ({ properties: {}, ...edge })),
  };
}

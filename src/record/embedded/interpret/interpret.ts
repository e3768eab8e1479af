/**
 * Answers a guarded query over one patient's graph, with the meaning that Neo4j gives the printed text. It sees nothing but
 * the graph it is handed: what is not in there cannot come back, whatever the query says.
 */
import type { Cell, GuardedQuery, Parameters, Query, QueryRows, Subgraph } from '../../cypher/ast.ts';
import { MAX_ROWS } from '../../cypher/projections.ts';
import { type Budget, type BudgetLimits, startBudget } from './budget.ts';
import type { Compiler, Scope } from './compiler.ts';
import { compileCondition, compileExpression } from './expressions.ts';
import { type GraphIndex, indexOf } from './graph-index.ts';
import { compileMatch } from './match.ts';
import { compileProjection } from './projection.ts';
import { inTurn, matching, type Operator } from './row-operators.ts';
import { fromParameter, toCell, type Value } from './values.ts';

export function interpret(
  query: GuardedQuery,
  graph: Subgraph,
  parameters: Parameters & { patient_uuid: string },
  limits?: BudgetLimits,
): QueryRows {
  const budget = startBudget(limits);
  const given = Object.entries({ ...query.parameters, ...parameters });
  const known = new Map(given.map(([name, value]) => [name, fromParameter(value)]));
  const { places, operators } = compileQuery(createCompiler(indexOf(graph), known, budget), query.tree);

  const rows: Cell[][] = [];
  const pipeline = inTurn(operators, {
    take(row) {
      if (rows.length >= query.limit) return false;
      budget.keep(1);
      const values = places.map((place) => row[place] ?? null);
      values.forEach(budget.read);
      rows.push(values.map(toCell));
      return true;
    },
    end() {},
  });
  pipeline.take([]);
  pipeline.end();
  // Fewer rows than the guard lets through are all there are, or as many as the query itself asked for.
  return { columns: query.columns, rows, truncated: rows.length >= MAX_ROWS };
}

function compileQuery(compiler: Compiler, { clauses, result }: Query): { places: number[]; operators: Operator[] } {
  const operators: Operator[] = [];
  let scope: Scope = new Map();
  for (const clause of clauses) {
    if (clause.type === 'match') {
      const match = compiler.match(clause.patterns, clause.where, scope);
      operators.push(matching(match, clause.optional));
      scope = match.scope;
    } else {
      const projection = compileProjection(compiler, clause.projection, clause.where, scope);
      operators.push(...projection.operators);
      scope = projection.scope;
    }
  }
  const projection = compileProjection(compiler, result.projection, null, scope);
  return { places: projection.places, operators: [...operators, ...projection.operators] };
}

function createCompiler(index: GraphIndex, parameters: ReadonlyMap<string, Value>, budget: Budget): Compiler {
  let places = 0;
  const compiler: Compiler = {
    budget,
    index,
    parameters,
    place: () => places++,
    expression: (expression, scope) => compileExpression(compiler, expression, scope),
    condition: (expression, scope) => compileCondition(compiler, expression, scope),
    match: (patterns, where, scope) => compileMatch(compiler, patterns, where, scope),
  };
  return compiler;
}

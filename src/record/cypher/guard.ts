/**
 * The check between a model and the record. Its result is a checked tree and the text printed from it; there is no other way to create
 * a `GuardedQuery`, and the engines run nothing else.
 */
import type { GuardedQuery, Match, Parameters, Query, With } from './ast.ts';
import { checkCondition, typeOf } from './expressions.ts';
import { knownParameters } from './parameters.ts';
import { parse } from './parse.ts';
import { checkPatterns } from './patterns.ts';
import { print } from './print.ts';
import { checkReturn, checkWith, left, MAX_ROWS } from './projections.ts';
import { refuse } from './refused.ts';
import type { Reach } from './types.ts';
import { expressionsIn, within } from './walk.ts';

/** All of it but the brand, which only this file may set. */
type Shape = { [K in keyof GuardedQuery as K extends string ? K : never]: GuardedQuery[K] };

/** Throws `QueryRefused`, with the rule, the place and the fix. `now` is the time that $now, $today and $since are derived from. */
export function guard(text: string, parameters: Parameters = {}, now: Date = new Date()): GuardedQuery {
  const known = knownParameters(parameters, now);
  const tree = checkQuery(parse(text), { scope: new Map(), dropped: new Set(), parameters: known, aggregates: false });
  const { cypher, texts } = print(tree);
  const { items, limit } = tree.result.projection;
  return {
    tree,
    cypher,
    parameters: { ...used(tree, known), ...texts },
    columns: items.map((item) => item.alias),
    limit: limit?.type === 'literal' ? Number(limit.value) : MAX_ROWS,
  } satisfies Shape as unknown as GuardedQuery;
}

function checkQuery(query: Query, start: Reach): Query {
  const [first] = query.clauses;
  if (first?.type !== 'match' || first.optional) {
    const { place } = first ?? query.result;
    refuse('anchor', place, 'A query starts with MATCH (p:Patient {uuid: $patient_uuid}) and goes on from there');
  }
  refuseEarlyWhere(query.clauses);
  let reach = start;
  const clauses = query.clauses.map((clause) => {
    const checked = clause.type === 'match' ? checkMatch(clause, clause === first, reach) : passOn(clause, reach);
    reach = checked.reach;
    return checked.clause;
  });
  const { projection } = checkReturn(query.result.projection, reach);
  const limit = projection.limit ?? { type: 'literal', value: MAX_ROWS, place: query.result.place };
  return { clauses, result: { ...query.result, projection: { ...projection, limit } } };
}

/**
 * Rule 3 of the CypherAgent: in each part of the query all MATCH clauses come first, then one WHERE. The WHERE of an OPTIONAL MATCH
 * belongs to its pattern and stays with it.
 */
function refuseEarlyWhere(clauses: Query['clauses']): void {
  for (const [index, clause] of clauses.entries()) {
    const next = clauses[index + 1];
    if (clause.type !== 'match' || !clause.where || clause.optional || next?.type !== 'match') continue;
    const fix = next.optional
      ? 'write the OPTIONAL MATCH first and filter after it with WITH … WHERE'
      : 'write all MATCH clauses first, then one WHERE with all conditions joined by AND';
    refuse('where_placement', clause.where.place, `This WHERE stands before a later MATCH; ${fix}`);
  }
}

type Checked = { clause: Match | With; reach: Reach };

function checkMatch(match: Match, isFirst: boolean, reach: Reach): Checked {
  const scope = checkPatterns(match.patterns, isFirst ? 'first' : 'later', reach, typeOf);
  const after = { ...reach, scope };
  if (match.where) checkCondition(match.where, after);
  return { clause: match, reach: after };
}

function passOn(clause: With, reach: Reach): Checked {
  const { projection, scope } = checkWith(clause.projection, clause.where, reach);
  return { clause: { ...clause, projection }, reach: { ...reach, scope, dropped: left(reach, scope) } };
}

/** The named parameters that the query mentions; the engine binds the patient itself. */
function used(tree: Query, known: Parameters): Record<string, Parameters[string]> {
  const mentioned = new Map<string, Parameters[string]>();
  for (const expression of expressionsIn(tree)) {
    for (const part of within(expression)) {
      if (part.type === 'parameter' && part.name !== 'patient_uuid') mentioned.set(part.name, known[part.name] ?? null);
    }
  }
  return Object.fromEntries(mentioned);
}

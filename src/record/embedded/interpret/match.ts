/**
 * Runs a plan: fills the pattern's places in one row, step by step, and hands the row on for each way that fits. Within one
 * MATCH an edge is used once, as Cypher has it.
 */
import type { Expression, Pattern } from '../../cypher/ast.ts';
import { equals } from './compare.ts';
import type { Compiler, Match, Scope, Sink } from './compiler.ts';
import { type Filter, type PlannedHop, type PlannedNode, planMatch, type Step } from './plan.ts';
import { type EdgeValue, isEntity, type NodeValue, propertyOf, type Row, type Value } from './values.ts';

type Stage = (row: Row, sink: Sink) => boolean;
type Test = (row: Row) => boolean;

export function compileMatch(
  compiler: Compiler,
  patterns: readonly Pattern[],
  where: Expression | null,
  outer: Scope,
): Match {
  const plan = planMatch(compiler, patterns, where, outer);
  const filled = new Set(outer.values());
  const waiting = new Set(plan.filters);
  const usedEdges: number[] = [];
  const stages: ((next: Stage) => Stage)[] = [];
  const addFilters = () => {
    const ready = [...waiting].filter(({ needs }) => [...needs].every((place) => filled.has(place)));
    for (const filter of ready) waiting.delete(filter);
    const tests = ready.map((filter) => compileFilter(compiler, filter, plan.scope));
    if (tests.length > 0)
      stages.push((next) => (row, sink) => (tests.every((test) => test(row)) ? next(row, sink) : true));
  };

  // A condition on what is there already, before anything is looked for.
  addFilters();
  for (const step of plan.steps) {
    stages.push(compileStep(compiler, step, [...usedEdges]));
    for (const place of placesOf(step)) filled.add(place);
    if (step.type === 'hop') usedEdges.push(step.hop.place);
    addFilters();
  }
  const run = stages.reduceRight<Stage>(
    (next, stage) => stage(next),
    (row, sink) => sink(row),
  );
  return { scope: plan.scope, made: plan.made, run };
}

function placesOf(step: Step): number[] {
  return step.type === 'hop' ? [step.hop.place, step.hop.from.place, step.hop.to.place] : [step.node.place];
}

function compileFilter(compiler: Compiler, { test }: Filter, scope: Scope): Test {
  if (test.type === 'condition') return compiler.condition(test.condition, scope);
  const value = compiler.expression(test.value, scope);
  return (row) => {
    const entity = row[test.place] ?? null;
    return isEntity(entity) && equals(propertyOf(entity, test.key), value(row)) === true;
  };
}

function compileStep(compiler: Compiler, step: Step, usedEdges: readonly number[]): (next: Stage) => Stage {
  if (step.type === 'hop') return compileHop(compiler, step, usedEdges);
  const { budget, index } = compiler;
  const { node } = step;
  if (step.type === 'check') {
    return (next) => (row, sink) => (fits(row[node.place] ?? null, node.labels) ? next(row, sink) : true);
  }
  const candidates = index.labelled(step.label);
  return (next) => (row, sink) => {
    for (const candidate of candidates) {
      budget.step();
      if (!fits(candidate, node.labels)) continue;
      row[node.place] = candidate;
      if (!next(row, sink)) return false;
    }
    return true;
  };
}

function compileHop(
  { budget, index }: Compiler,
  { hop, fromKnown, toKnown }: Extract<Step, { type: 'hop' }>,
  usedEdges: readonly number[],
): (next: Stage) => Stage {
  const candidates = (row: Row): Iterable<EdgeValue> => {
    if (hop.bound) return boundEdge(row, hop);
    const near = row[(fromKnown ? hop.from : hop.to).place] as NodeValue;
    return index.edges(fromKnown ? 'from' : 'to', near.id, hop.types);
  };
  const end = (row: Row, node: PlannedNode, known: boolean, id: string): boolean => {
    const found = index.node(id);
    if (found === undefined) return false;
    if (known) return row[node.place] === found;
    row[node.place] = found;
    return fits(found, node.labels);
  };
  // A loop (a)-[]->(a) whose node is new fills it at one end and must meet it at the other.
  const toKnownByThen = toKnown || hop.from === hop.to;
  return (next) => (row, sink) => {
    for (const edge of candidates(row)) {
      budget.step();
      if (usedEdges.some((place) => place !== hop.place && row[place] === edge)) continue;
      if (!end(row, hop.from, fromKnown, edge.from) || !end(row, hop.to, toKnownByThen, edge.to)) continue;
      row[hop.place] = edge;
      if (!next(row, sink)) return false;
    }
    return true;
  };
}

function boundEdge(row: Row, { place, types }: PlannedHop): EdgeValue[] {
  const edge = row[place] ?? null;
  if (!isEntity(edge) || edge.kind !== 'edge') return [];
  return types.length === 0 || types.includes(edge.type) ? [edge] : [];
}

function fits(value: Value, labels: readonly string[]): boolean {
  return isEntity(value) && value.kind === 'node' && labels.every((label) => value.label === label);
}

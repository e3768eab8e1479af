/**
 * By hand: `node --import tsx test/record/interpret/tck.ts <folder>` runs the openCypher TCK's scenarios that the dialect can
 * say over the interpreter, and prints how many pass, are wrong, or fail. The TCK itself is not part of this project.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Cell, Expression, Pattern, Subgraph } from '../../../src/record/cypher/ast.ts';
import { parse } from '../../../src/record/cypher/parse.ts';
import { ask } from './ask.ts';
import { cellOf, type Scenario, scenariosIn } from './tck-scenarios.ts';

type Outcome = 'pass' | 'wrong' | 'error' | 'outside';

function main(folder: string): void {
  const counts: Record<Outcome, number> = { pass: 0, wrong: 0, error: 0, outside: 0 };
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.feature'),
  )) {
    for (const scenario of scenariosIn(readFileSync(join(folder, file), 'utf8'))) {
      const { outcome, note } = run(scenario);
      counts[outcome] += 1;
      if (outcome === 'wrong' || outcome === 'error')
        process.stdout.write(`${outcome} ${file} ${scenario.name}\n  ${note}\n`);
    }
  }
  process.stdout.write(`${JSON.stringify(counts)}\n`);
}

function run(scenario: Scenario): { outcome: Outcome; note: string } {
  // Errors that the TCK expects at compile time are the guard's business.
  if (scenario.rows === null) return { outcome: 'outside', note: '' };
  const expected = scenario.rows.map((row) => row.map(cellOf));
  const parameters = Object.entries(scenario.parameters).map(([name, text]) => [name, cellOf(text)] as const);
  const graph = orNull(() => graphFrom(scenario.setup));
  const outside = { outcome: 'outside', note: '' } as const;
  if (!graph || !orNull(() => parse(scenario.query)) || expected.flat().includes(undefined)) return outside;
  if (/labels\(/.test(scenario.query) && [...graph.nodes.values()].some((node) => node.label === '')) return outside;
  if (parameters.some(([, value]) => value === undefined || isMap(value))) return outside;
  try {
    const { rows } = ask(scenario.query, {
      graph,
      parameters: Object.fromEntries(parameters) as never,
    });
    const same = shown(rows, scenario) === shown(expected as Cell[][], scenario);
    return { outcome: same ? 'pass' : 'wrong', note: `${scenario.query.trim()} gives ${JSON.stringify(rows)}` };
  } catch (thrown) {
    const message = thrown instanceof Error ? thrown.message : String(thrown);
    return /There is no function/.test(message)
      ? outside
      : { outcome: 'error', note: `${scenario.query.trim()}: ${message}` };
  }
}

/** What the dialect cannot say throws. */
function orNull<T>(attempt: () => T): T | null {
  try {
    return attempt();
  } catch {
    return null;
  }
}

function shown(rows: Cell[][], { ordered, listsInAnyOrder }: Scenario): string {
  const sorted = (cell: Cell): Cell =>
    Array.isArray(cell) ? cell.map(sorted).sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)) : cell;
  const lines = rows.map((row) => JSON.stringify(listsInAnyOrder ? row.map(sorted) : row));
  return JSON.stringify(ordered ? lines : lines.sort());
}

/** The set-up may say CREATE of nodes with one label and of directed edges, and no more. */
function graphFrom(setup: string[]): Subgraph {
  const nodes = new Map<string, { id: string; label: string; properties: Record<string, Cell> }>();
  const edges: Subgraph['edges'][number][] = [];
  for (const [i, text] of setup.entries()) {
    for (const clause of text.split(/\bCREATE\b/).slice(1)) {
      if (/\b(?:UNWIND|MATCH|FOREACH|WITH|SET|MERGE)\b/.test(text)) throw new Error('More than CREATE');
      for (const { nodes: chain, hops } of patternsIn(clause)) {
        const ids = chain.map((node) => {
          const id = node.variable ? `${i} ${node.variable}` : `${i} ${nodes.size} anonymous`;
          const known = nodes.get(id) ?? { id, label: node.labels[0] ?? '', properties: propertiesOf(node.properties) };
          nodes.set(id, known);
          return id;
        });
        for (const [n, hop] of hops.entries()) {
          const [before = '', after = ''] = [ids[n], ids[n + 1]];
          const [from, to] = hop.direction === 'right' ? [before, after] : [after, before];
          edges.push({ from, to, type: hop.types[0] ?? '', properties: propertiesOf(hop.properties) });
        }
      }
    }
  }
  return { nodes, edges };
}

function patternsIn(clause: string): Pattern[] {
  const [match] = parse(`MATCH ${clause} RETURN 1 AS one`).clauses;
  return match?.type === 'match' ? match.patterns : [];
}

function propertiesOf(entries: { key: string; value: Expression }[]): Record<string, Cell> {
  return Object.fromEntries(
    entries.map(({ key, value }) => [key, constantOf(value)]).filter(([, value]) => value !== null),
  );
}

function constantOf(expression: Expression): Cell {
  if (expression.type === 'literal') return expression.value;
  if (expression.type === 'negative') return -Number(constantOf(expression.operand));
  if (expression.type === 'list') return expression.items.map(constantOf);
  throw new Error(`A set-up with a ${expression.type} in it`);
}

function isMap(value: Cell | undefined): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const [folder] = process.argv.slice(2);
if (folder) main(folder);
else process.stderr.write('Which folder holds the feature files?\n');

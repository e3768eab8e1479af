/** Reads the openCypher TCK's feature files: as much of their language as scenarios about reading use. */
import type { Cell } from '../../../src/record/cypher/ast.ts';

export type Scenario = {
  name: string;
  setup: string[];
  parameters: Record<string, string>;
  query: string;
  /** null: the scenario expects an error. */
  rows: string[][] | null;
  columns: string[];
  ordered: boolean;
  listsInAnyOrder: boolean;
};

export function scenariosIn(text: string): Scenario[] {
  return text
    .split(/^\s*Scenario(?: Outline)?:/m)
    .slice(1)
    .flatMap((block) => outlined(block).map(scenarioOf))
    .filter((scenario) => scenario !== null);
}

/** Result cells are Cypher literals; undefined for what the dialect cannot return (nodes, maps, paths). */
export function cellOf(text: string): Cell | undefined {
  const plain = text
    .replace(/'((?:[^'\\]|\\.)*)'/g, (_, inner: string) => JSON.stringify(unescaped(inner)))
    .replace(/\b(?:NaN|-?Inf)\b/g, 'unsupported')
    .replace(/(^|[^\d])\.(\d)/g, '$10.$2');
  try {
    return JSON.parse(plain) as Cell;
  } catch {
    return undefined;
  }
}

function unescaped(text: string): string {
  return text.replace(/\\(.)/g, (_, sign: string) => ({ n: '\n', t: '\t' })[sign] ?? sign);
}

function outlined(block: string): string[] {
  const [body = '', ...examples] = block.split(/^\s*Examples:/m);
  if (examples.length === 0) return [body];
  return examples.flatMap((example) => {
    const [header = [], ...rows] = tableIn(example);
    return rows.map((row) => header.reduce((text, name, i) => text.replaceAll(`<${name}>`, row[i] ?? ''), body));
  });
}

function scenarioOf(block: string): Scenario | null {
  const query = /When executing query:\s*"""\n([\s\S]*?)"""/.exec(block)?.[1];
  const result = /Then the result should be([^\n]*)\n([\s\S]*?)(?:^\s*And|$(?![\s\S]))/m.exec(block);
  const fails = /Then an? \w+ should be raised/.test(block);
  // A graph that stands in a file of its own is not read.
  if (query === undefined || (!result && !fails) || /Given the \S+ graph/.test(block)) return null;
  const [columns = [], ...rows] = tableIn(result?.[2] ?? '');
  return {
    name: block.split('\n')[0]?.trim() ?? '',
    setup: [...block.matchAll(/having executed:\s*"""\n([\s\S]*?)"""/g)].map((found) => found[1] ?? ''),
    parameters: Object.fromEntries(tableIn(/parameters are:\n([\s\S]*?)When/.exec(block)?.[1] ?? '')),
    query,
    rows: fails ? null : rows,
    columns,
    ordered: /in order/.test(result?.[1] ?? ''),
    listsInAnyOrder: /ignoring element order/.test(result?.[1] ?? ''),
  };
}

function tableIn(text: string): string[][] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line.startsWith('|'))
    .map((line) =>
      line
        .slice(1, -1)
        .split(/(?<!\\)\|/)
        .map((cell) => cell.trim().replaceAll('\\|', '|')),
    );
}

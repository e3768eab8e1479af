/** The import graph of the code, as text: type imports count too. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');

export type Import = { from: string; to: string; typeOnly: boolean };

export function codeIn(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(ts|mjs|js|css)$/.test(name) && !name.includes('.generated.'))
    .map((name) => join(folder, name));
}

export function textOf(file: string): string {
  return readFileSync(join(ROOT, file), 'utf8');
}

export function importsOf(file: string): Import[] {
  return importsIn(file, textOf(file));
}

/** Relative imports only; packages are not checked here. */
export function importsIn(file: string, code: string): Import[] {
  const found = code.matchAll(
    /^\s*(?:import|export)\s+(type\s)?[^;]*?from\s+'(\.[^']+)'|import\(\s*'(\.[^']+)'\s*\)/gm,
  );
  return [...found].map(([, type, named, dynamic]) => ({
    from: file,
    to: relative(ROOT, join(ROOT, dirname(file), String(named ?? dynamic))),
    typeOnly: type !== undefined,
  }));
}

/** Every cycle of a graph, as the names along it. */
export function circles(graph: ReadonlyMap<string, readonly string[]>): string[] {
  const found: string[] = [];
  const done = new Set<string>();
  const trail: string[] = [];
  const visit = (node: string) => {
    const start = trail.indexOf(node);
    if (start >= 0) found.push([...trail.slice(start), node].join(' -> '));
    if (start >= 0 || done.has(node)) return;
    trail.push(node);
    for (const next of graph.get(node) ?? []) visit(next);
    trail.pop();
    done.add(node);
  };
  for (const node of graph.keys()) visit(node);
  return found;
}

/**
 * All patterns of the project: those written in its files, and those that are put together while its modules are loaded and messages
 * are read.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAst } from 'vitest/node';
import { codeIn } from '../support/imports.ts';
import type { Pattern } from './super-linear.ts';

export type Placed = Pattern & { file: string };

const ROOT = join(import.meta.dirname, '../..');
const FOLDERS = ['src', 'queues', 'workers', 'producers', 'dashboard'];
/** Made by a generator, whose patterns are one character each. */
const GENERATED = 'src/record/cypher/parser.generated.ts';

export const FILES = FOLDERS.flatMap(codeIn).filter((file) => /\.(?:ts|js|mjs)$/.test(file) && file !== GENERATED);

export function writtenIn(file: string): Placed[] {
  const lang = file.endsWith('.ts') ? 'ts' : 'js';
  const found: Placed[] = [];
  const walk = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    const { type, regex } = node as { type?: string; regex?: { pattern: string; flags: string } };
    if (type === 'Literal' && regex) found.push({ source: regex.pattern, flags: regex.flags, file });
    for (const part of Object.values(node)) walk(part);
  };
  walk(parseAst(readFileSync(join(ROOT, file), 'utf8'), { lang }));
  return found;
}

/** Those that files of the project make while `work` is done. */
export async function madeDuring(work: () => Promise<void>): Promise<Placed[]> {
  const made: Placed[] = [];
  const Original = globalThis.RegExp;
  const noted = (pattern: RegExp): RegExp => {
    const file = madeBy();
    if (file) made.push({ source: pattern.source, flags: pattern.flags, file });
    return pattern;
  };
  globalThis.RegExp = new Proxy(Original, {
    construct: (target, args, newTarget) => noted(Reflect.construct(target, args, newTarget)),
    apply: (target, self, args) => noted(Reflect.apply(target, self, args)),
  });
  try {
    await work();
  } finally {
    globalThis.RegExp = Original;
  }
  return made;
}

/** The file that has called for a pattern. Those of src/clinical are made by one function for all. */
function madeBy(): string | undefined {
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = 12;
  const lines = (new Error().stack ?? '').split('\n').slice(3);
  Error.stackTraceLimit = limit;
  const files = lines.flatMap((line) => FILES.find((file) => line.includes(`${ROOT}/${file}:`)) ?? []);
  // Packages make patterns too; theirs are theirs.
  return lines[0]?.includes('node_modules')
    ? undefined
    : files.find((file) => file !== 'src/clinical/text/patterns.ts');
}

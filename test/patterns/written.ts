/** The patterns that are written in a file. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAst } from 'vitest/node';
import { ROOT } from './files.ts';
import type { Pattern } from './super-linear.ts';

export type Placed = Pattern & { file: string };

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

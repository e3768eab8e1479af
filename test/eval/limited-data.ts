/**
 * The data folder with fewer rows, for a quick look or a costly model: a temporary copy that holds every n-th line of the files a scorer
 * reads, spread over the whole file because rows of one source stand together.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { filesOf } from './rows.ts';

export function limitedData(dataDir: string, sets: readonly string[], limit: number): { dir: string; remove(): void } {
  const dir = mkdtempSync(join(tmpdir(), 'medfleet-eval-'));
  for (const file of new Set(sets.flatMap((set) => filesOf(dataDir, set)))) {
    const to = join(dir, file);
    mkdirSync(dirname(to), { recursive: true });
    writeFileSync(to, spread(readFileSync(join(dataDir, file), 'utf8'), limit));
  }
  return { dir, remove: () => rmSync(dir, { recursive: true, force: true }) };
}

function spread(text: string, limit: number): string {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  if (lines.length <= limit) return `${lines.join('\n')}\n`;
  const every = lines.length / limit;
  return `${Array.from({ length: limit }, (_, index) => lines[Math.floor(index * every)]).join('\n')}\n`;
}

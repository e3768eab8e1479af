/**
 * The data folder with fewer rows, for a quick look or a costly model: a temporary copy that holds every n-th line of the JSONL files
 * a scorer reads, spread over the whole file because rows of one source stand together. Other files are linked as they are.
 */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

export function limitedData(dataDir: string, files: readonly string[], limit: number): { dir: string; remove(): void } {
  const dir = mkdtempSync(join(tmpdir(), 'medfleet-eval-'));
  for (const file of new Set(files)) {
    const from = resolve(dataDir, file);
    if (!existsSync(from)) continue;
    const to = join(dir, file);
    mkdirSync(dirname(to), { recursive: true });
    if (file.endsWith('.jsonl')) writeFileSync(to, spread(readFileSync(from, 'utf8'), limit));
    else symlinkSync(from, to);
  }
  return { dir, remove: () => rmSync(dir, { recursive: true, force: true }) };
}

function spread(text: string, limit: number): string {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  if (lines.length <= limit) return `${lines.join('\n')}\n`;
  const every = lines.length / limit;
  return `${Array.from({ length: limit }, (_, index) => lines[Math.floor(index * every)]).join('\n')}\n`;
}

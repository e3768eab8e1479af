/** Finds lines in an agent's files. Nothing is indexed: a workspace is small, and the newest files are looked at first. */
import type { KeptFile } from './history.ts';
import { pathKey } from './paths.ts';
import type { SearchResult } from './workspace.ts';

const MAX_MATCHES = 50;
/** So that one file with many matches does not hide all others. */
const MAX_MATCHES_PER_FILE = 5;
const MAX_FILES = 1_000;
const MAX_WORDS = 8;
const FILES_AT_ONCE = 8;
const EXCERPT_CHARS = 240;

type Found = { line: number; excerpt: string }[];

export async function searchFiles(
  query: string,
  files: readonly KeptFile[],
  contentOf: (file: KeptFile) => Promise<string>,
): Promise<SearchResult> {
  const words = pathKey(query).split(/\s+/).filter(Boolean).slice(0, MAX_WORDS);
  if (words.length === 0) return { matches: [], complete: true };
  const newest = [...files].sort((a, b) => b.latest.number - a.latest.number);
  const result: SearchResult = { matches: [], complete: newest.length <= MAX_FILES };
  for (let next = 0; next < Math.min(newest.length, MAX_FILES); next += FILES_AT_ONCE) {
    const batch = newest.slice(next, next + FILES_AT_ONCE);
    const contents = await Promise.all(batch.map((file) => contentOf(file)));
    for (const [index, content] of contents.entries()) {
      const found = linesWith(words, content);
      if (found.length > MAX_MATCHES_PER_FILE) result.complete = false;
      for (const match of found.slice(0, MAX_MATCHES_PER_FILE))
        result.matches.push({ path: batch[index]?.path ?? '', ...match });
    }
    if (result.matches.length > MAX_MATCHES) return { matches: result.matches.slice(0, MAX_MATCHES), complete: false };
  }
  return result;
}

/** Up to one more than are shown, so that the caller knows that there are more. */
function linesWith(words: readonly string[], content: string): Found {
  const found: Found = [];
  for (const [index, line] of content.split('\n').entries()) {
    const folded = pathKey(line);
    if (!words.every((word) => folded.includes(word))) continue;
    found.push({ line: index + 1, excerpt: around(line, folded.indexOf(words[0] ?? '')) });
    if (found.length > MAX_MATCHES_PER_FILE) break;
  }
  return found;
}

function around(line: string, at: number): string {
  const text = line.trim();
  if (text.length <= EXCERPT_CHARS) return text;
  const start = Math.max(0, Math.min(at - EXCERPT_CHARS / 4, text.length - EXCERPT_CHARS));
  return `${start > 0 ? '…' : ''}${text.slice(start, start + EXCERPT_CHARS)}${start + EXCERPT_CHARS < text.length ? '…' : ''}`;
}

/**
 * Long patterns and word lists are kept in data files, one for each folder of src/clinical and one for the offline rules of each team,
 * so that the code stays readable. An entry begins with a line `[file.NAME]`; its lines are joined as they are, so a pattern may be
 * broken after any `|`. `${NAME}` in an entry is replaced by what the caller passes. Lines that begin with `# ` are comments.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { memoized } from './cache.ts';

type Parts = Readonly<Record<string, string>>;

export type Patterns = {
  source(name: string, parts?: Parts): string;
  pattern(name: string, flags: string, parts?: Parts): RegExp;
  words(name: string): ReadonlySet<string>;
};

const DATA = join(import.meta.dirname, '..', 'data');
const HEADING = /^\[([\w.-]+)\]$/;

/** The entries of one file of a folder: `patternsOf('red-flags', 'topics')`. */
export function patternsOf(folder: string, file: string): Patterns {
  const lines = (name: string): readonly string[] => {
    const found = entriesOf(folder).get(`${file}.${name}`);
    if (!found) throw new Error(`${folder}.patterns: there is no entry ${file}.${name}`);
    return found;
  };
  const source = (name: string, parts: Parts = {}): string =>
    lines(name)
      .join('')
      .replace(/\$\{(\w+)\}/g, (_, part: string) => parts[part] ?? fail(folder, file, name, part));
  return {
    source,
    pattern: (name, flags, parts) => new RegExp(source(name, parts), flags),
    words: (name) => new Set(lines(name).flatMap((line) => line.split(' '))),
  };
}

const entriesOf = memoized((folder): ReadonlyMap<string, readonly string[]> => {
  const entries = new Map<string, string[]>();
  let lines: string[] = [];
  for (const line of readFileSync(join(DATA, `${folder}.patterns`), 'utf8').split('\n')) {
    const name = HEADING.exec(line)?.[1];
    if (name) {
      lines = [];
      entries.set(name, lines);
    } else if (line !== '' && !line.startsWith('# ')) lines.push(line);
  }
  return entries;
}, 100);

function fail(folder: string, file: string, name: string, part: string): never {
  throw new Error(`${folder}.patterns: ${file}.${name} needs ${part}`);
}

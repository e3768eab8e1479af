/** Patterns and word lists are read from data files: no entry may be missing, unused or written twice. */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { patternsOf } from '../../src/clinical/text/patterns.ts';

const CLINICAL = join(import.meta.dirname, '../../src/clinical');
const folders = readdirSync(join(CLINICAL, 'data')).flatMap((file) => /^(.+)\.patterns$/.exec(file)?.[1] ?? []);

/** `red-flags` are those of src/clinical/red-flags, `health-offline` those of the team health, in whatever folder of it. */
function codeOf(folder: string, file: string): string {
  const team = /^(.+)-offline$/.exec(folder)?.[1];
  const root = team ? join(CLINICAL, '../teams', team) : join(CLINICAL, folder);
  const found = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
    (path) => basename(path) === `${file}.ts`,
  );
  return found.map((path) => readFileSync(join(root, path), 'utf8')).join('\n');
}

describe.each(folders)('%s.patterns', (folder) => {
  const text = readFileSync(join(CLINICAL, 'data', `${folder}.patterns`), 'utf8');
  const names = [...text.matchAll(/^\[([\w-]+)\.([\w.-]+)\]$/gm)].map(([, file = '', name = '']) => ({ file, name }));
  /** Also those that a list of the same file names. */
  const isUsed = ({ file, name }: { file: string; name: string }) =>
    codeOf(folder, file).includes(`'${name}'`) || new RegExp(`^(?:[a-z_]+ )*${name}(?: [a-z_]+)*$`, 'm').test(text);

  test('has each entry once, and the code uses it', () => {
    const keys = names.map(({ file, name }) => `${file}.${name}`);
    expect(keys.filter((key, at) => keys.indexOf(key) !== at)).toEqual([]);
    expect(names.filter((one) => !isUsed(one))).toEqual([]);
  });
});

test('an entry or a part that is missing is named in the error', () => {
  expect(() => patternsOf('text', 'questions').source('NO_SUCH')).toThrow(
    'text.patterns: there is no entry questions.NO_SUCH',
  );
  expect(() => patternsOf('text', 'questions').source('ASKING')).toThrow('questions.ASKING needs GREETING');
});

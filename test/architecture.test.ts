/** Rules that the compiler does not check: which folder may import from which, and the maximum length of a file. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, test } from 'vitest';

/** Folder by folder, what it may import besides itself. */
const ALLOWED: Record<string, readonly string[]> = {
  src: [],
  queues: ['src'],
  workers: ['queues', 'src'],
  producers: ['queues', 'src'],
  dashboard: ['queues', 'src'],
};
/** Files that compose a process may import more. */
const COMPOSES: Record<string, readonly string[]> = { 'producers/main.ts': ['dashboard'] };

const MAX_LINES = 300;
const root = join(import.meta.dirname, '..');

function codeIn(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(ts|mjs|js|css)$/.test(name) && !name.includes('.generated.'))
    .map((name) => join(folder, name));
}

function importsOf(file: string): string[] {
  const code = readFileSync(join(root, file), 'utf8');
  return [...code.matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)].map(([, path]) =>
    relative(root, join(root, dirname(file), String(path))),
  );
}

test('imports run one way: producers, workers, dashboard -> queues -> src', () => {
  const wrong: string[] = [];
  for (const [folder, others] of Object.entries(ALLOWED)) {
    for (const file of codeIn(folder)) {
      const may = new Set([folder, ...others, ...(COMPOSES[file] ?? [])]);
      for (const imported of importsOf(file)) {
        const from = imported.split('/')[0] ?? '';
        if (!may.has(from))
          wrong.push(`${file} imports ${imported}: ${folder}/ may import from ${[...may].join(', ')} only`);
      }
    }
  }
  expect(wrong).toEqual([]);
});

test('the check sees the imports it is about', () => {
  expect(importsOf('workers/turn.worker.ts')).toContain('queues/gate/gate.ts');
  expect(importsOf('producers/main.ts')).toContain('dashboard/mount.ts');
});

test('no file is longer than 300 lines', () => {
  const long = [...Object.keys(ALLOWED), 'test'].flatMap(codeIn).flatMap((file) => {
    const lines = readFileSync(join(root, file), 'utf8').split('\n').length - 1;
    return lines > MAX_LINES ? [`${file}: ${lines}`] : [];
  });
  expect(long).toEqual([]);
});

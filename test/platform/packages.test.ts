import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');

type Entry = { version: string; integrity?: string; optional?: boolean; dev?: boolean };

const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
  packages: Record<string, Entry>;
};
const installed = Object.entries(packages).filter(([path]) => path !== '');

/** Compiled for platforms whose packages could not be fetched when the lock file was made: decision 011. */
const UNVERIFIED =
  /^node_modules\/@(biomejs\/cli|oxc-parser\/binding|rolldown\/binding|msgpackr-extract\/msgpackr-extract)-/;

test('what is installed is what was reviewed: every package has its hash', () => {
  const without = installed.filter(([, { integrity }]) => !integrity);
  expect(without.filter(([path, { optional }]) => !optional || !UNVERIFIED.test(path)).map(([path]) => path)).toEqual(
    [],
  );
});

test('no package runs a script while it is installed', () => {
  expect(readFileSync(join(ROOT, '.npmrc'), 'utf8')).toMatch(/^ignore-scripts=true$/m);
});

test('what is packed is named, not left out: no tests, no sources, no secrets', () => {
  const { files, exports } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  const folders = ['agents', 'bin', 'dist'];
  expect(files.filter((path: string) => !path.startsWith('!'))).toEqual([
    ...folders,
    '.env.example',
    'CHANGELOG.md',
    'NOTICE',
  ]);
  for (const path of Object.values(exports['./client'])) expect(path).toMatch(/^\.\/dist\/client\//);
});

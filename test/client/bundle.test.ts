/** The client as a page loads it: small, and without anything that only Node has. */
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { expect, test } from 'vitest';

const ENTRY = join(import.meta.dirname, '../../src/client/client.ts');
const MAX_BYTES = 12_000;

test('a page loads it quickly, and it needs nothing but the browser', async () => {
  const { outputFiles, metafile } = await build({
    entryPoints: [ENTRY],
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    write: false,
    metafile: true,
  });
  expect(Object.values(metafile.outputs).flatMap(({ imports }) => imports)).toEqual([]);
  const others = Object.keys(metafile.inputs).filter((path) => !/^src\/client\/|\/eventsource-parser\//.test(path));
  expect(others).toEqual([]);
  const [code] = outputFiles;
  expect(code?.text).toContain('/v1/turns');
  expect(gzipSync(code?.contents ?? '').length).toBeLessThan(MAX_BYTES);
});

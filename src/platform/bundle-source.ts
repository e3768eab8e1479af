/**
 * A TypeScript file and all that it imports as one JavaScript file, for threads: Node 20 gives them no loader for TypeScript, and with tsx
 * in each of them a start takes four to eight times as much CPU. A compiled fleet does not need this.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Plugin } from 'esbuild';

/** Inside node_modules, so that the packages that a bundle imports are found from there. */
const CACHE = fileURLToPath(new URL('../../node_modules/.cache/medfleet/bundles/', import.meta.url));

const bundles = new Map<string, Promise<URL>>();

/** Once a process, however many threads it starts. */
export function bundleSource(file: URL): Promise<URL> {
  const known = bundles.get(file.href) ?? bundle(fileURLToPath(file));
  bundles.set(file.href, known);
  return known;
}

async function bundle(path: string): Promise<URL> {
  const { build } = await import('esbuild');
  const { outputFiles } = await build({
    entryPoints: [path],
    bundle: true,
    write: false,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    packages: 'external',
    plugins: [OWN_ADDRESSES],
    logLevel: 'silent',
  });
  const [{ contents }] = outputFiles as [(typeof outputFiles)[number]];
  // By its content: processes that start at once, or from other states of the sources, do not get in each other's way.
  const hash = createHash('sha256').update(contents).digest('hex').slice(0, 16);
  const bundled = join(CACHE, `${basename(path, '.ts')}-${hash}.mjs`);
  if (!existsSync(bundled)) {
    mkdirSync(CACHE, { recursive: true });
    const partial = `${bundled}.${process.pid}`;
    writeFileSync(partial, contents);
    renameSync(partial, bundled);
  }
  return pathToFileURL(bundled);
}

/** Each file keeps its own address: tables and threads are found beside it. */
const OWN_ADDRESSES: Plugin = {
  name: 'own-addresses',
  setup({ onLoad }) {
    onLoad({ filter: /\.ts$/ }, async ({ path }) => {
      const text = await readFile(path, 'utf8');
      const contents = text
        .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href))
        .replaceAll('import.meta.dirname', JSON.stringify(dirname(path)));
      return { contents, loader: 'ts' };
    });
  },
};

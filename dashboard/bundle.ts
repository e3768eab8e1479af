/** Bundles the console for browsers when a producer starts (about 0.1 s), so that there is no build step and no built file to go stale. */
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { build } from 'esbuild';

/** One file of the bundle, in the encodings that browsers ask for. */
export type Asset = { type: string; etag: string; plain: Buffer; br: Buffer; gzip: Buffer };

const TYPES = { js: 'text/javascript; charset=utf-8', css: 'text/css; charset=utf-8' } as const;
/** Higher ones take seconds for a few kilobytes less. */
const BROTLI_QUALITY = 6;

/** `main.js` and `main.css`, by name. */
export async function bundleConsole(folder: string): Promise<ReadonlyMap<string, Asset>> {
  const { outputFiles } = await build({
    entryPoints: [`${folder}/main.tsx`],
    outdir: '/',
    bundle: true,
    write: false,
    minify: true,
    format: 'esm',
    target: 'es2022',
    // Packages in their variant without a DOM: one for browsers parses markup, which the page's policy forbids.
    conditions: ['worker'],
    jsx: 'automatic',
    jsxImportSource: 'preact',
    legalComments: 'none',
    define: { 'process.env.NODE_ENV': '"production"' },
    logLevel: 'silent',
  });
  const assets = outputFiles.map(async ({ path, contents }): Promise<[string, Asset]> => {
    const name = path.slice(path.lastIndexOf('/') + 1);
    const plain = Buffer.from(contents);
    const [br, zipped] = await Promise.all([
      promisify(brotliCompress)(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }),
      promisify(gzip)(plain),
    ]);
    const etag = `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`;
    return [name, { type: name.endsWith('.css') ? TYPES.css : TYPES.js, etag, plain, br, gzip: zipped }];
  });
  return new Map(await Promise.all(assets));
}

/**
 * The console for browsers. From sources it is bundled when a producer starts (about 0.1 s), so that no built file goes stale; what is
 * compiled has the bundle beside it, made by `npm run build`.
 */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** One file of the bundle, in the encodings that browsers ask for. */
export type Asset = { type: string; etag: string; plain: Buffer; br: Buffer; gzip: Buffer };

const TYPES = { js: 'text/javascript; charset=utf-8', css: 'text/css; charset=utf-8' } as const;
/** Higher ones take seconds for a few kilobytes less. */
const BROTLI_QUALITY = 6;

/** `main.js` and `main.css`, by name. */
export async function bundleConsole(folder: string): Promise<ReadonlyMap<string, Asset>> {
  const built = join(folder, 'assets');
  const files = existsSync(built)
    ? await Promise.all(
        (await readdir(built)).map(async (name) => ({ name, plain: await readFile(join(built, name)) })),
      )
    : (await buildConsole(folder)).files;
  return new Map(await Promise.all(files.map(async ({ name, plain }) => [name, await asset(name, plain)] as const)));
}

export async function buildConsole(folder: string) {
  const { build } = await import('esbuild');
  const { outputFiles, metafile } = await build({
    entryPoints: [`${folder}/main.tsx`],
    outdir: '/',
    bundle: true,
    write: false,
    metafile: true,
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
  const files = outputFiles.map(({ path, contents }) => ({ name: basename(path), plain: Buffer.from(contents) }));
  return { files, sources: Object.keys(metafile.inputs) };
}

async function asset(name: string, plain: Buffer): Promise<Asset> {
  const [br, zipped] = await Promise.all([
    promisify(brotliCompress)(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }),
    promisify(gzip)(plain),
  ]);
  const etag = `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`;
  return { type: name.endsWith('.css') ? TYPES.css : TYPES.js, etag, plain, br, gzip: zipped };
}

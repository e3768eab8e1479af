/**
 * `npm run build`: what is shipped, in dist/. The image, the package and the tests of compiled fleets are made of it: JavaScript, the data
 * beside it, the bundle of the console, and in dist/client the typed client as a package of its own. Plain Node, as it is run in the image.
 */
import { execFileSync } from 'node:child_process';
import { copyFileSync, cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const TSC = join(ROOT, 'node_modules/.bin/tsc');
const LICENCE = /^licen[cs]e(\.\w+)?$/i;

const { values } = parseArgs({ options: { out: { type: 'string' }, 'no-check': { type: 'boolean' } } });
const out = resolve(values.out ?? join(ROOT, 'dist'));
const flags = values['no-check'] ? ['--noCheck', '--sourceMap'] : [];

rmSync(out, { recursive: true, force: true });
tsc('-p', 'tsconfig.build.json', '--outDir', out, ...flags);
cpSync(join(ROOT, 'src/clinical/data'), join(out, 'src/clinical/data'), { recursive: true });
await buildConsole();
await buildClient();

async function buildConsole() {
  const from = join(ROOT, 'dashboard/console');
  const to = join(out, 'dashboard/console');
  const { buildConsole: bundle } = await import(pathToFileURL(join(out, 'dashboard/bundle.js')).href);
  const { files, sources } = await bundle(from);
  mkdirSync(join(to, 'assets'), { recursive: true });
  for (const { name, plain } of files) writeFileSync(join(to, 'assets', name), plain);
  for (const name of ['index.html', 'icon.svg']) copyFileSync(join(from, name), join(to, name));
  writeFileSync(join(to, 'licences.txt'), licencesOf(sources));
}

/** One file without imports, so that who installs it installs nothing else. */
async function buildClient() {
  const to = join(out, 'client');
  const entry = join(ROOT, 'src/client/client.ts');
  const types = [
    '--declaration',
    '--emitDeclarationOnly',
    '--noEmit',
    'false',
    '--outDir',
    to,
    '--rootDir',
    dirname(entry),
  ];
  tsc(
    '--ignoreConfig',
    '--strict',
    '--target',
    'es2023',
    '--module',
    'nodenext',
    '--types',
    'node',
    '--skipLibCheck',
    '--allowImportingTsExtensions',
    ...types,
    entry,
  );
  for (const name of readdirSync(to)) {
    const file = join(to, name);
    writeFileSync(file, readFileSync(file, 'utf8').replace(/(?<=from '\.\/[\w.-]{1,100})\.ts(?=')/g, '.js'));
  }
  const options = {
    bundle: true,
    format: 'esm',
    platform: 'neutral',
    mainFields: ['module', 'main'],
    target: 'es2022',
  };
  const { metafile } = await build({
    ...options,
    entryPoints: [entry],
    outfile: join(to, 'client.js'),
    metafile: true,
  });
  const { version, license, engines } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  const description = 'The typed client of the HTTP API of Medfleet: fetch, and nothing else';
  const main = { types: './client.d.ts', default: './client.js' };
  const manifest = {
    name: 'medfleet-client',
    version,
    description,
    license,
    type: 'module',
    sideEffects: false,
    main: main.default,
    types: main.types,
    exports: { '.': main, './package.json': './package.json' },
    engines,
  };
  writeFileSync(join(to, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  copyFileSync(join(ROOT, 'LICENSE'), join(to, 'LICENSE'));
  writeFileSync(join(to, 'licences.txt'), licencesOf(Object.keys(metafile.inputs)));
}

function tsc(...args) {
  execFileSync(TSC, args, { cwd: ROOT, stdio: 'inherit' });
}

/** Those of the packages in a bundle: a copy of their code has to come with their licence. */
function licencesOf(sources) {
  const folders = sources.flatMap((path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(resolve(path)) ?? []);
  const texts = [...new Set(folders)].sort().map((folder) => {
    const file = readdirSync(folder).find((name) => LICENCE.test(name));
    const { name, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    return `${name}\n\n${file ? readFileSync(join(folder, file), 'utf8').trim() : license}\n`;
  });
  return texts.join(`\n${'-'.repeat(80)}\n\n`);
}

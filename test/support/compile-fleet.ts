/** The fleet built as it is shipped, into a directory of its own: it starts in a fraction of the time. */
import { execFile } from 'node:child_process';
import { symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import type { Code } from './processes.ts';

/** `also`: folders that are no part of a fleet. Types are checked elsewhere. */
export async function compileFleet(dir: string, also: readonly string[] = []): Promise<Code> {
  const dist = join(dir, 'dist');
  for (const part of ['package.json', 'node_modules', 'agents']) symlinkSync(resolve(part), join(dir, part));
  await promisify(execFile)(process.execPath, ['src/platform/build.mjs', '--no-check', '--out', dist]);
  if (also.length > 0) {
    const config = join(dir, 'tsconfig.json');
    const compilerOptions = { rootDir: resolve('.'), typeRoots: [resolve('node_modules/@types')] };
    const include = also.map((folder) => resolve(folder));
    writeFileSync(config, JSON.stringify({ extends: resolve('tsconfig.build.json'), compilerOptions, include }));
    await promisify(execFile)('node_modules/.bin/tsc', ['-p', config, '--noCheck', '--sourceMap', '--outDir', dist]);
  }
  return { flags: ['--enable-source-maps'], file: (entry) => join(dist, `${entry}.js`) };
}

/** The fleet compiled as for production, into a directory of its own: forty processes start in a fraction of the time. */
import { execFile } from 'node:child_process';
import { cpSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import type { Code } from '../support/processes.ts';

export async function compileFleet(dir: string): Promise<Code> {
  const dist = join(dir, 'dist');
  await promisify(execFile)('node_modules/.bin/tsc', ['-p', 'tsconfig.build.json', '--outDir', dist]);
  cpSync('src/clinical/data', join(dist, 'src/clinical/data'), { recursive: true });
  for (const part of ['package.json', 'dashboard/console']) cpSync(part, join(dir, part), { recursive: true });
  symlinkSync(resolve('node_modules'), join(dir, 'node_modules'));
  return { flags: ['--enable-source-maps'], file: (entry) => join(dist, `${entry}.js`) };
}

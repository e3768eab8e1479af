/**
 * Benches of our own code run on compiled files, as production does. Sources that are compiled as they are loaded keep the name of every
 * function, of closures too, each time one is made: a tenth of a turn, which BullMQ beside it does not pay.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compileFleet } from '../support/compile-fleet.ts';

export const COMPILED = ['turns', 'clinical', 'pipelines'];

const BENCH = 'test/bench';
/** As in the scripts of package.json and in the image. */
const FLAGS = ['--max-semi-space-size=32'];

export async function runCompiled(name: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'medfleet-compiled-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const code = await compileFleet(folder, [BENCH]);
  const compiled = code.file(`${BENCH}/${name}`);
  const isData = (file: string) => !file.endsWith('.ts');
  cpSync(BENCH, join(compiled, '..'), { recursive: true, filter: isData });
  const child = spawn(process.execPath, [...FLAGS, ...code.flags, compiled, ...process.argv.slice(2)], {
    stdio: 'inherit',
  });
  const [status] = (await once(child, 'exit')) as [number | null];
  process.exitCode = status ?? 1;
}

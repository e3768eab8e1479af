/** All patterns of the project: those that stand in its files, and those that are put together while it runs. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { FILES } from './files.ts';
import { type Placed, writtenIn } from './written.ts';

export function writtenPatterns(): Placed[] {
  return FILES.flatMap(writtenIn);
}

/** In a process of its own, in which no module was loaded before. */
export async function madePatterns(): Promise<Placed[]> {
  const { stdout } = await promisify(execFile)(process.execPath, ['--import', 'tsx', 'test/patterns/made.ts'], {
    maxBuffer: 64 * 1024 * 1024,
  });
  return JSON.parse(stdout) as Placed[];
}

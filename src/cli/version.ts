/** The version of this installation, from the nearest package.json above. */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Where package.json is: the root of the clone, or of the image. */
export function installation(): string {
  for (let dir = dirname(fileURLToPath(import.meta.url)); ; dir = dirname(dir)) {
    if (nameIn(dir) === 'medfleet') return dir;
    if (dir === dirname(dir)) throw new Error('The package.json of this installation is missing.');
  }
}

export function version(): string {
  return (JSON.parse(readFileSync(join(installation(), 'package.json'), 'utf8')) as { version: string }).version;
}

function nameIn(dir: string): string | undefined {
  try {
    return (JSON.parse(readFileSync(join(dir, 'package.json'), 'utf8')) as { name?: string }).name;
  } catch {
    return undefined;
  }
}

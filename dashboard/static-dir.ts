/** Finds static files. The compiler does not copy them, so compiled code looks in the folders above it. */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The nearest folder of that name (relative to the package root) at or above the module, given by its `import.meta.url`. */
export function staticDir(moduleUrl: string, name: string): string {
  for (let dir = dirname(fileURLToPath(moduleUrl)); ; dir = dirname(dir)) {
    const candidate = join(dir, name);
    if (existsSync(candidate)) return candidate;
    if (dir === dirname(dir)) throw new Error(`The folder ${name} is missing from this installation.`);
  }
}

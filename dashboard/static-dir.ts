/** Where static files are. The compiler copies none, so compiled code finds them beside the sources, further up. */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The nearest folder of that name (relative to the package root) at or above the module, which gives its `import.meta.url`. */
export function staticDir(moduleUrl: string, name: string): string {
  for (let dir = dirname(fileURLToPath(moduleUrl)); ; dir = dirname(dir)) {
    const candidate = join(dir, name);
    if (existsSync(candidate)) return candidate;
    if (dir === dirname(dir)) throw new Error(`The folder ${name} is missing from this installation.`);
  }
}

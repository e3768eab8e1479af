/** This installation: the folder of its package.json, which is above the sources and above what is compiled from them. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

/** The root of the clone, of the image, or of the installed package. */
export const INSTALLATION = findInstallation();

export const VERSION = (JSON.parse(readFileSync(join(INSTALLATION, 'package.json'), 'utf8')) as { version: string })
  .version;

/** A file that comes with the installation, as a path from the working directory: in a clone that is the path itself. */
export function shippedFile(path: string): string {
  return relative(process.cwd(), join(INSTALLATION, path));
}

function findInstallation(): string {
  for (let dir = import.meta.dirname; ; dir = dirname(dir)) {
    if (existsSync(join(dir, 'package.json'))) return dir;
    if (dir === dirname(dir)) throw new Error('The package.json of this installation is missing.');
  }
}

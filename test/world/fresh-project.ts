/** Projects that know nothing of this repository, with what npm installs into them. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** As strict as TypeScript is, with the declarations of packages checked too. */
const STRICT = '--noEmit --strict --exactOptionalPropertyTypes --noUncheckedIndexedAccess --skipLibCheck false';
const RESOLUTIONS = ['--module nodenext --moduleResolution nodenext', '--module esnext --moduleResolution bundler'];

export function run(cwd: string, program: string, args: readonly string[]): string {
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, NO_COLOR: '1' };
  return execFileSync(program, args, { cwd, env, encoding: 'utf8', stdio: 'pipe', maxBuffer: 64 * 1024 * 1024 });
}

export function npm(cwd: string, ...args: string[]): string {
  return run(cwd, 'npm', [...args, '--no-audit', '--no-fund', '--loglevel=error']);
}

/** An empty project. */
export function project(at: string): string {
  mkdirSync(at, { recursive: true });
  writeFileSync(join(at, 'package.json'), '{ "private": true, "type": "module" }\n');
  return at;
}

/** The path of the package's file. Nothing is built. */
export function pack(folder: string, to: string): string {
  const args = ['--silent', '--json', '--ignore-scripts', '--pack-destination', to];
  const [{ filename }] = JSON.parse(npm(folder, 'pack', ...args)) as [{ filename: string }];
  return join(to, filename);
}

/** Throws what the compiler has printed if it finds an error in a TypeScript file of the project. */
export function checkTypes(at: string, text: string): void {
  writeFileSync(join(at, 'use.ts'), text);
  for (const resolution of RESOLUTIONS)
    run(at, 'node_modules/.bin/tsc', `${STRICT} --target es2022 ${resolution} --types node use.ts`.split(' '));
}

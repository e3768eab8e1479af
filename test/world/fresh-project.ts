/** Projects that know nothing of this repository, with what npm installs into them. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** As strict as TypeScript is, with the declarations of packages checked too. */
const STRICT = '--noEmit --strict --exactOptionalPropertyTypes --noUncheckedIndexedAccess --skipLibCheck false';
const RESOLUTIONS = ['--module nodenext --moduleResolution nodenext', '--module esnext --moduleResolution bundler'];
const JUDGES = resolve('.data/world/judges');

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

/** publint and attw, kept in .data between runs. Says why they cannot be had; empty if they can. */
export function installJudges(): string {
  try {
    npm(project(JUDGES), 'install', '--prefer-offline', 'publint@0.3', '@arethetypeswrong/cli@0.18');
    return '';
  } catch (error) {
    const text = String((error as { stderr?: string }).stderr ?? error);
    return `no package registry: ${/\bE[A-Z]{3,}\b/.exec(text)?.[0] ?? 'npm install failed'}`;
  }
}

/** Throws what it has printed if it finds a problem. */
export function judge(program: 'publint' | 'attw', ...args: string[]): string {
  return run(JUDGES, `node_modules/.bin/${program}`, args);
}

/** Throws what the compiler has printed if it finds an error in a TypeScript file of the project. */
export function checkTypes(at: string, text: string): void {
  writeFileSync(join(at, 'use.ts'), text);
  for (const resolution of RESOLUTIONS)
    run(at, 'node_modules/.bin/tsc', `${STRICT} --target es2022 ${resolution} --types node use.ts`.split(' '));
}

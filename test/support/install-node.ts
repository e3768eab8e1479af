/** Another Node for tests: npm has its programs in a package for each system, without a script to run. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** The path of `node`. Kept in .data between runs. */
export function installNode(major: number): string {
  const dir = resolve('.data', `node-${major}`);
  const system = `${process.platform}-${process.arch}`;
  // The name without "bin" is missing for this one.
  const name = system === 'darwin-arm64' ? `node-bin-${system}` : `node-${system}`;
  mkdirSync(dir, { recursive: true });
  writeFileSync(join(dir, 'package.json'), '{ "private": true }\n');
  execFileSync('npm', ['install', '--prefix', dir, '--no-save', '--ignore-scripts', `${name}@${major}`]);
  return join(dir, 'node_modules', name, 'bin/node');
}

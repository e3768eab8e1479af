/**
 * Which files of this machine a program in the sandbox can see: its interpreter, the shared libraries that this needs, and tar, which
 * carries the files. Each file is bound by itself, so that nothing that happens to lie beside it comes along.
 */
import { execFile } from 'node:child_process';
import { access, constants, readdir, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { AppError } from '../errors.ts';

export type Language = 'javascript' | 'python' | 'shell';

/** A file or a folder of this machine, and where the sandbox has it, read-only. */
export type Bound = { from: string; to: string };

export type Programs = { bound: Bound[]; command: readonly string[]; codeFile: string };

const run = promisify(execFile);

/** Where a distribution puts its programs. Not PATH: what lies in somebody's home is not bound. */
const FOLDERS = ['/usr/bin', '/bin', '/usr/local/bin'];

/** For every run: the shell that sets the limits, and the carrier of the files. */
const BASE = ['sh', 'tar'];

const SHELL_TOOLS = [
  ...['awk', 'base64', 'basename', 'bc', 'cat', 'chmod', 'cmp', 'comm', 'cp', 'cut', 'date', 'diff', 'dirname', 'du'],
  ...['env', 'expr', 'false', 'find', 'fold', 'grep', 'gzip', 'head', 'id', 'join', 'ln', 'ls', 'md5sum', 'mkdir'],
  ...['mktemp', 'mv', 'nl', 'od', 'paste', 'printf', 'pwd', 'readlink', 'realpath', 'rm', 'rmdir', 'sed', 'seq'],
  ...['setsid', 'sha256sum', 'sleep', 'sort', 'split', 'stat', 'tac', 'tail', 'tee', 'test', 'timeout', 'touch', 'tr'],
  ...['true', 'uname', 'uniq', 'wc', 'xargs', 'yes'],
];

const PYTHON_FOLDERS = 'import sysconfig as s; print(s.get_path("stdlib")); print(s.get_path("platstdlib"))';

export async function findPrograms(language: Language): Promise<Programs> {
  const base = (await Promise.all(BASE.map(needed))).flat();
  if (language === 'shell') {
    const tools = (await Promise.all(SHELL_TOOLS.map(find))).filter((found) => found !== null);
    return { bound: await withLibraries([...base, ...tools]), command: ['/usr/bin/sh'], codeFile: 'main.sh' };
  }
  if (language === 'javascript') {
    const node = { from: await realpath(process.execPath), to: '/usr/bin/node' };
    return { bound: await withLibraries([...base, node]), command: ['/usr/bin/node'], codeFile: 'main.js' };
  }
  const python = await needed('python3');
  const modules = await pythonModules(python.from);
  return {
    bound: [...(await withLibraries([...base, python, ...modules.native])), ...modules.folders],
    // -s: no packages of a user. -B: no cache files beside the program.
    command: ['/usr/bin/python3', '-s', '-B'],
    codeFile: 'main.py',
  };
}

async function needed(name: string): Promise<Bound> {
  const found = await find(name);
  if (found !== null) return found;
  throw new AppError('sandbox_unavailable', `${name} is not installed in ${FOLDERS.join(', ')}.`);
}

async function find(name: string): Promise<Bound | null> {
  for (const folder of FOLDERS) {
    const path = join(folder, name);
    const isProgram = await access(path, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (isProgram) return { from: await realpath(path), to: `/usr/bin/${name}` };
  }
  return null;
}

/** The standard library; what is written in C there needs libraries of its own. */
async function pythonModules(python: string): Promise<{ folders: Bound[]; native: Bound[] }> {
  const { stdout } = await run(python, ['-I', '-c', PYTHON_FOLDERS], { env: {} });
  const paths = [...new Set(stdout.trim().split('\n'))];
  const native = await Promise.all(
    paths.map(async (folder) => {
      const names = await readdir(join(folder, 'lib-dynload')).catch(() => []);
      return names.map((name) => join(folder, 'lib-dynload', name));
    }),
  );
  const asIs = (path: string): Bound => ({ from: path, to: path });
  return { folders: paths.map(asIs), native: native.flat().map(asIs) };
}

/** With what the loader finds for each of them. A library is bound where the loader looks for it. */
async function withLibraries(programs: readonly Bound[]): Promise<Bound[]> {
  // ldd fails for a program that is linked statically, and has then printed all it has to say.
  const { stdout } = await run('ldd', [...new Set(programs.map(({ from }) => from))], { maxBuffer: 1 << 24 }).catch(
    (failed: { stdout?: string }) => ({ stdout: failed.stdout ?? '' }),
  );
  const paths = new Set([...stdout.matchAll(/^\t(?:\S+ => )?(\/\S+) \(0x/gm)].map((found) => found[1] ?? ''));
  const libraries = await Promise.all([...paths].map(async (path) => ({ from: await realpath(path), to: path })));
  const byPlace = new Map([...programs, ...libraries].map((bound) => [bound.to, bound]));
  // Native modules of Python lie in its folder, which is bound as a whole.
  return [...byPlace.values()].filter(({ to }) => !to.includes('/lib-dynload/'));
}

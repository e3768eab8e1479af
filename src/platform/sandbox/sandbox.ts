/**
 * Runs a program that nobody has read: no network, no file but its own, limits on time, memory, processes, disk and output, and nothing
 * left of it afterwards. Where the machine offers no way to contain it, it is not run.
 */
import { AppError } from '../errors.ts';
import { createSlots } from '../slots.ts';
import { fitsArchive, makeArchive, type SandboxFile, type WrittenFile } from './archive.ts';
import { bubblewrapCommand } from './bubblewrap.ts';
import { type Contained, runContained } from './contained-process.ts';
import { insideCommand } from './inside.ts';
import { limitsOf, type SandboxLimits } from './limits.ts';
import { namespacesCommand } from './namespaces.ts';
import { findPrograms, type Language, type Programs } from './programs.ts';
import { CODE, rootOf, WORK } from './root.ts';
import { seccompFilter } from './seccomp.ts';
import type { Architecture } from './syscalls.ts';

export const LANGUAGES = ['javascript', 'python', 'shell'] as const satisfies readonly Language[];

export type SandboxWay = 'bubblewrap' | 'namespaces';

export type SandboxState = { available: true; by: SandboxWay } | { available: false; why: string; fix: string };

export type SandboxRequest = {
  language: Language;
  code: string;
  stdin?: string;
  /** In the working folder, before the program starts. */
  files?: readonly SandboxFile[];
  limits?: Partial<SandboxLimits>;
};

export type SandboxResult = {
  /** Null if a signal ended it. */
  exit_code: number | null;
  /** A shell reports a signal as exit code 128 and its number: a program that exits with such a code seems to be ended by a signal. */
  signal: NodeJS.Signals | null;
  stdout: string;
  stderr: string;
  /** There was more output than the limit; the beginning is here. */
  truncated: boolean;
  timed_out: boolean;
  out_of_memory: boolean;
  ms: number;
  /** What is in the working folder afterwards, but for what was given and is unchanged; nothing if the program was killed. */
  files: WrittenFile[];
  /** Files were left out: too many, too large, or with a name that is not a plain path. */
  files_left_out: boolean;
};

export type Sandbox = {
  /** Tries it. */
  check(): Promise<SandboxState>;
  /** Throws `sandbox_unavailable`, `invalid` for a bad file name, and the signal's reason. */
  run(request: SandboxRequest, signal: AbortSignal): Promise<SandboxResult>;
  /** Kills what runs. */
  close(): Promise<void>;
};

type Options = {
  /** Runs at the same time in this process; others wait. */
  concurrency: number;
  /** In the order of preference. */
  ways?: readonly SandboxWay[];
};

const MAX_FILES = 50;
const FIX =
  'Install bubblewrap (apt-get install bubblewrap). If it is installed, this machine or container does not allow user ' +
  'namespaces: docs/sandbox.md says which setting to change.';
const NO_MEMORY = /out of memory|MemoryError|(?:Cannot|Failed to) allocate memory|buffer allocation failed|bad_alloc/i;

export function openSandbox({ concurrency, ways = ['bubblewrap', 'namespaces'] }: Options): Sandbox {
  const slots = createSlots(concurrency);
  const closing = new AbortController();
  const programs = new Map<Language, Promise<Programs>>();
  let way: SandboxWay | undefined;

  function programsOf(language: Language): Promise<Programs> {
    const found = programs.get(language) ?? findPrograms(language);
    programs.set(language, found);
    // What is missing may be installed later.
    found.catch(() => programs.delete(language));
    return found;
  }

  async function contain(by: SandboxWay, request: SandboxRequest, signal: AbortSignal): Promise<Contained> {
    const architecture = process.arch as Architecture;
    const limits = limitsOf(request.limits);
    const { bound, command, codeFile } = await programsOf(request.language);
    const files = (request.files ?? []).map(({ path, text }) => ({ path: `${WORK.slice(1)}/${path}`, text }));
    const code = { path: `${CODE.slice(1)}/${codeFile}`, text: request.code };
    const mounts = rootOf(bound, limits);
    const inside = insideCommand(request.language, limits, [...command, `${CODE}/${codeFile}`]);
    return slots.use(signal, (slot) =>
      runContained(
        {
          command:
            by === 'bubblewrap' ? bubblewrapCommand(mounts, inside) : namespacesCommand(mounts, inside, architecture),
          archive: makeArchive([code, ...files]),
          filter: seccompFilter(architecture),
          stdin: request.stdin ?? '',
        },
        limits,
        slot,
        signal,
      ),
    );
  }

  async function check(): Promise<SandboxState> {
    if (way) return { available: true, by: way };
    if (process.platform !== 'linux')
      return refusal(
        `Programs can be contained on Linux only; this is ${process.platform}.`,
        'Run the workers on Linux.',
      );
    if (process.arch !== 'x64' && process.arch !== 'arm64')
      return refusal(`There is no system call filter for ${process.arch}.`, 'Run the workers on x64 or arm64.');
    const reasons: string[] = [];
    for (const by of ways) {
      const why = await contain(by, { language: 'shell', code: 'exit 0' }, closing.signal).then(
        (ended) => ended.failed ?? (ended.exitCode === 0 ? null : ended.stderr || 'it did not start'),
        (thrown: Error) => thrown.message,
      );
      if (why === null) {
        way = by;
        return { available: true, by };
      }
      reasons.push(`${by}: ${why.trim().slice(0, 300)}`);
    }
    return refusal(`Programs cannot be contained on this machine (${reasons.join('; ')}).`, FIX);
  }

  return {
    check,
    async run(request, signal) {
      const stop = AbortSignal.any([signal, closing.signal]);
      stop.throwIfAborted();
      checkFiles(request.files ?? []);
      const state = await check();
      if (!state.available) throw new AppError('sandbox_unavailable', `${state.why} ${state.fix}`);
      const ended = await contain(state.by, request, stop);
      stop.throwIfAborted();
      if (ended.failed !== null)
        throw new AppError('sandbox_unavailable', 'The sandbox could not be set up for this run.', {
          cause: new Error(ended.failed.slice(0, 1_000)),
        });
      return resultOf(ended, request);
    },
    async close() {
      closing.abort(new AppError('shutting_down', 'The sandbox is closed.'));
      await slots.idle();
    },
  };
}

function refusal(why: string, fix: string): SandboxState {
  return { available: false, why, fix };
}

function checkFiles(files: readonly SandboxFile[]): void {
  if (files.length > MAX_FILES) throw new AppError('invalid', `At most ${MAX_FILES} files can be given to a program.`);
  for (const { path } of files)
    if (!fitsArchive(`${WORK.slice(1)}/${path}`))
      throw new AppError('invalid', 'The path of a file must be relative, plain and at most 90 bytes long.');
}

function resultOf(ended: Contained, { files = [] }: SandboxRequest): SandboxResult {
  const given = new Map(files.map(({ path, text }) => [path, text]));
  const failed = ended.exitCode !== 0;
  return {
    exit_code: ended.exitCode,
    signal: ended.signal,
    stdout: ended.stdout,
    stderr: ended.stderr,
    truncated: ended.truncated,
    // SIGXCPU: the limit of CPU time.
    timed_out: ended.stopped === 'time' || ended.signal === 'SIGXCPU',
    out_of_memory: ended.stopped === 'memory' || (failed && NO_MEMORY.test(ended.stderr)),
    ms: ended.ms,
    files: ended.archive.files.filter(({ path, text }) => text === null || given.get(path) !== text),
    files_left_out: ended.archive.leftOut || ended.stopped === 'files',
  };
}

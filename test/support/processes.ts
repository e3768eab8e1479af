/** Producers and workers as processes of their own, to be killed. Needs no test runner. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

/** What a process runs: the sources, or the fleet as it is compiled for production, which starts three times as fast. */
export type Code = { flags: readonly string[]; file(entry: string): string };

export const SOURCES: Code = { flags: ['--import', 'tsx'], file: (entry) => `${entry}.ts` };

type Options = {
  code?: Code;
  /** A module that is loaded before the process's own. */
  preload?: string;
  args?: string[];
};

export type FleetProcess = {
  ready: Promise<string>;
  /** Ends the process; resolves when it has ended. */
  kill(signal?: NodeJS.Signals): Promise<void>;
  /** Sends a signal that does not end it. */
  signal(signal: NodeJS.Signals): void;
  /** What it has written to stdout so far. */
  output(): string;
};

/** Processes that are killed when the test run ends. */
const running = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

export type Ended = { code: number | null; stdout: string; stderr: string };

export type Started = {
  child: ChildProcess;
  ready: Promise<string>;
  ended: Promise<Ended>;
  output(): string;
  end(signal: NodeJS.Signals): Promise<Ended>;
};

/** `entry` is a main file without its ending. Ready when its output matches `sign`; `ready` has the output up to then. */
export function startProcess(
  entry: string,
  env: Record<string, string>,
  sign: RegExp,
  { code = SOURCES, preload, args = [] }: Options = {},
): Started {
  const flags = [...code.flags, ...(preload ? ['--import', preload] : [])];
  const child = spawn(process.execPath, [...flags, code.file(entry), ...args], {
    env: { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  const printed = { stdout: '', stderr: '' };
  const ended = once(child, 'close').then(([code]): Ended => {
    running.delete(child);
    return { code: code as number | null, ...printed };
  });
  const ready = new Promise<string>((resolve, reject) => {
    child.stdout?.on('data', (chunk: Buffer) => {
      printed.stdout += chunk;
      if (sign.test(printed.stdout)) resolve(printed.stdout);
    });
    child.stderr?.on('data', (chunk: Buffer) => {
      printed.stderr += chunk;
    });
    ended.then(({ code, stderr }) => reject(new Error(`${entry} ended with ${code}:\n${stderr}`)), reject);
  });
  ready.catch(() => undefined);
  return {
    child,
    ready,
    ended,
    output: () => printed.stdout,
    end(signal) {
      child.kill(signal);
      return ended;
    },
  };
}

function fleetProcess(entry: string, env: Record<string, string>, options?: Options): FleetProcess {
  const { child, ready, end, output } = startProcess(entry, env, /^medfleet .+\n/m, options);
  return {
    ready,
    output,
    signal: (signal) => void child.kill(signal),
    async kill(signal = 'SIGKILL') {
      if (child.exitCode === null && child.signalCode === null) await end(signal);
    },
  };
}

export async function startProducerProcess(
  env: Record<string, string>,
  options?: Options,
): Promise<FleetProcess & { url: string }> {
  const started = fleetProcess('producers/main', env, options);
  const url = /http:\/\/[^\s/]+/.exec(await started.ready)?.[0] ?? '';
  return { ...started, url };
}

export async function startWorkerProcess(env: Record<string, string>, options?: Options): Promise<FleetProcess> {
  const started = fleetProcess('workers/main', env, options);
  await started.ready;
  return started;
}

/** Producers and workers as processes of their own, to be killed. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { onTestFinished } from 'vitest';

export type FleetProcess = {
  ready: Promise<string>;
  /** Ends the process; resolves when it has ended. */
  kill(signal?: NodeJS.Signals): Promise<void>;
  /** Sends a signal that does not end it. */
  signal(signal: NodeJS.Signals): void;
};

/** Processes that are killed when the test run ends. */
const running = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

export type Ended = { code: number | null; stdout: string; stderr: string };

type Started = {
  child: ChildProcess;
  ready: Promise<string>;
  ended: Promise<Ended>;
  end(signal: NodeJS.Signals): Promise<Ended>;
};

/** `entry` is a main.ts. Ready when its output matches `sign`; `ready` has the output up to then. */
function start(entry: string, args: string[], env: Record<string, string>, sign: RegExp): Started {
  const child = spawn(process.execPath, ['--import', 'tsx', entry, ...args], {
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
    end(signal) {
      child.kill(signal);
      return ended;
    },
  };
}

/** The whole fleet in one process, as `npm start` runs it. */
export function startMain(env: Record<string, string>): Started {
  const main = start('main.ts', [], env, /Before production|\n\n$/);
  onTestFinished(async () => {
    if (main.child.exitCode === null) await main.end('SIGKILL');
  });
  return main;
}

function fleetProcess(entry: string, args: string[], env: Record<string, string>): FleetProcess {
  const { child, ready, end } = start(entry, args, env, /^medfleet .+\n/m);
  return {
    ready,
    signal: (signal) => void child.kill(signal),
    async kill(signal = 'SIGKILL') {
      if (child.exitCode === null && child.signalCode === null) await end(signal);
    },
  };
}

export async function startProducerProcess(env: Record<string, string>): Promise<FleetProcess & { url: string }> {
  const started = fleetProcess('producers/main.ts', [], env);
  const url = /http:\S+/.exec(await started.ready)?.[0] ?? '';
  return { ...started, url };
}

export async function startWorkerProcess(env: Record<string, string>, ...args: string[]): Promise<FleetProcess> {
  const started = fleetProcess('workers/main.ts', args, env);
  await started.ready;
  return started;
}

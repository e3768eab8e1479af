/** Producers and workers as processes of their own, to be killed. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

export type FleetProcess = {
  child: ChildProcess;
  ready: Promise<string>;
  kill(signal?: NodeJS.Signals): Promise<void>;
};

/** Gone with the test run, whatever happens to it. */
const running = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/** `entry` is a main.ts. Ready when it has printed its line, which is what `ready` gives. */
export function startProcess(entry: string, args: string[], env: Record<string, string>): FleetProcess {
  const child = spawn(process.execPath, ['--import', 'tsx', entry, ...args], {
    env: { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  let output = '';
  const ready = new Promise<string>((resolve, reject) => {
    child.stdout?.on('data', (chunk: Buffer) => {
      output += chunk;
      const line = output.split('\n').find((one) => one.startsWith('medfleet '));
      if (line) resolve(line);
    });
    child.stderr?.on('data', (chunk: Buffer) => {
      output += chunk;
    });
    child.once('exit', (code) => {
      running.delete(child);
      reject(new Error(`${entry} ended with ${code}:\n${output}`));
    });
  });
  ready.catch(() => undefined);
  return {
    child,
    ready,
    async kill(signal = 'SIGKILL') {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const gone = once(child, 'exit');
      child.kill(signal);
      await gone;
    },
  };
}

export async function startProducerProcess(env: Record<string, string>): Promise<FleetProcess & { url: string }> {
  const started = startProcess('producers/main.ts', [], env);
  const url = (await started.ready).replace('medfleet producer: ', '').trim();
  return { ...started, url };
}

export async function startWorkerProcess(env: Record<string, string>, ...args: string[]): Promise<FleetProcess> {
  const started = startProcess('workers/main.ts', args, env);
  await started.ready;
  return started;
}

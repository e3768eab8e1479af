/** `npm run fuzz`: a fleet of its own on this machine, and 100,000 random requests to it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { commandLine } from '../../src/platform/command-line.ts';
import { fuzz } from './fuzz.ts';
import { FUZZ_SETTINGS, FUZZ_TOKEN } from './fuzz-settings.ts';
import { type MemorySample, reportLines, verdict } from './report.ts';

const USAGE = `npm run fuzz -- [--requests 100000] [--seed N] [--parallel 8]
Sends random requests for every operation of /openapi.json to a fleet that it starts. The same seed makes the same requests, but for
the ids that the fleet chooses. Fails on a 5xx, on an answer that takes more than 5 s, and on memory that grows.`;

const { values } = commandLine(USAGE, {
  requests: { type: 'string', default: '100000' },
  seed: { type: 'string', default: String(Math.floor(Math.random() * 2 ** 32)) },
  parallel: { type: 'string', default: '8' },
});
const [requests, seed, parallel] = [Number(values.requests), Number(values.seed), Number(values.parallel)];

const dataDir = mkdtempSync(join(tmpdir(), 'medfleet-fuzz-'));
const log = join(dataDir, 'fleet.log');
const fleet = startFleet();
// The fleet ends with this process, however that ends.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
process.once('exit', () => fleet.kill('SIGTERM'));
try {
  const url = await addressOf(fleet);
  console.log(`seed ${seed}: ${requests} requests to ${url}; the fleet's log is ${log}`);
  const samples: MemorySample[] = [];
  const progress = async (done: number, faults: number) => {
    const sample = await memoryOf(url, done);
    samples.push(sample);
    if (samples.length % 10 === 0)
      console.log(`${done} requests, ${faults} faults, ${sample.residentMb.toFixed(0)} MB`);
  };
  const report = await fuzz({ url, token: FUZZ_TOKEN, seed, requests, parallel, progress });
  console.log(reportLines(report, samples, seed).join('\n'));
  const failures = verdict(report, samples);
  for (const failure of failures) console.error(`FAILED: ${failure}`);
  process.exitCode = failures.length > 0 ? 1 : 0;
} finally {
  fleet.kill('SIGTERM');
  if (fleet.exitCode === null) await once(fleet, 'exit');
  if (process.exitCode === 0) rmSync(dataDir, { recursive: true, force: true });
}

function startFleet(): ChildProcess {
  const child = spawn(process.execPath, ['--import', 'tsx', 'main.ts'], {
    env: { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', ...FUZZ_SETTINGS, DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const file = createWriteStream(log);
  child.stdout.pipe(file);
  child.stderr.pipe(file);
  return child;
}

function addressOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let printed = '';
    child.stdout?.on('data', (chunk) => {
      printed += chunk;
      const url = /Console +(http:\/\/[^/\s]+)/.exec(printed)?.[1];
      if (url) resolve(url);
    });
    child.once('exit', () => reject(new Error(`the fleet ended, see ${log}`)));
  });
}

async function memoryOf(url: string, done: number): Promise<MemorySample> {
  const answer = await fetch(`${url}/metrics`, { headers: { Authorization: `Bearer ${FUZZ_TOKEN}` } });
  const text = await answer.text();
  const megabytes = (name: string) => Number(new RegExp(`^${name} (\\S+)`, 'm').exec(text)?.[1] ?? 0) / 2 ** 20;
  return {
    done,
    residentMb: megabytes('medfleet_process_resident_memory_bytes'),
    heapMb: megabytes('medfleet_nodejs_heap_size_used_bytes'),
  };
}

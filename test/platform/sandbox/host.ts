/** What the tests of the sandbox look at on the host: whether anything of a run is left. */
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { expect } from 'vitest';
import type { Language } from '../../../src/platform/sandbox/programs.ts';
import type { Sandbox, SandboxRequest, SandboxResult } from '../../../src/platform/sandbox/sandbox.ts';

/** Prints the pid namespace that the program is in, as its first line. */
const PRINT_NAMESPACE: Record<Language, string> = {
  shell: 'readlink /proc/self/ns/pid\n',
  python: 'import os\nprint(os.readlink("/proc/self/ns/pid"), flush=True)\n',
  javascript: 'console.log(require("fs").readlinkSync("/proc/self/ns/pid"));\n',
};

/** Runs an attack and checks that no process of it is left. The result's stdout is what follows the first line. */
export async function attack(sandbox: Sandbox, request: SandboxRequest): Promise<SandboxResult> {
  const code = PRINT_NAMESPACE[request.language] + request.code;
  const result = await sandbox.run({ ...request, code }, AbortSignal.timeout(50_000));
  const [namespace = '', ...lines] = result.stdout.split('\n');
  expect(namespace).toMatch(/^pid:\[\d+\]$/);
  expect(namespace).not.toBe(readlinkSync('/proc/self/ns/pid'));
  await expect.poll(() => processesIn(namespace)).toEqual([]);
  return { ...result, stdout: lines.join('\n') };
}

export function processesIn(namespace: string): string[] {
  return processes().filter((pid) => attempt(() => readlinkSync(`/proc/${pid}/ns/pid`)) === namespace);
}

export function processesWith(argument: string): string[] {
  return processes().filter((pid) => attempt(() => readFileSync(`/proc/${pid}/cmdline`, 'utf8'))?.includes(argument));
}

function processes(): string[] {
  return readdirSync('/proc').filter((name) => /^\d+$/.test(name));
}

/** A process can end while it is looked at. */
function attempt<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

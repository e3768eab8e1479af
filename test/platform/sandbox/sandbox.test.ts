/** What a caller of the sandbox relies on: results, files, refusals, and that nothing outlives the caller. */
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { openSandbox } from '../../../src/platform/sandbox/sandbox.ts';
import { attack, processesWith } from './host.ts';
import { label, WAYS } from './ways.ts';

const never = () => new AbortController().signal;
const CALLER = new URL('./caller.ts', import.meta.url).pathname;

describe.each(WAYS)('$by', (way) => {
  const sandbox = openSandbox({ concurrency: 2, ways: [way.by] });
  afterAll(() => sandbox.close());

  describe.skipIf(way.missing !== null)(label(way), () => {
    test.each([
      ['javascript', 'process.stdin.on("data", (text) => process.stdout.write(String(text).toUpperCase()))'],
      ['python', 'import sys; print(sys.stdin.read().upper(), end="")'],
      ['shell', 'tr a-z A-Z'],
    ] as const)('%s reads its input and prints its answer', async (language, code) => {
      const result = await sandbox.run({ language, code, stdin: 'hello' }, never());
      expect(result).toMatchObject({ exit_code: 0, signal: null, stdout: 'HELLO', stderr: '', timed_out: false });
    });

    test('an error of the program is its own: code, signal and stderr come back', async () => {
      expect(await sandbox.run({ language: 'shell', code: 'echo no >&2; exit 3' }, never())).toMatchObject({
        exit_code: 3,
        stderr: 'no\n',
      });
      expect(await sandbox.run({ language: 'shell', code: 'kill -SEGV $$' }, never())).toMatchObject({
        exit_code: null,
        signal: 'SIGSEGV',
      });
      const thrown = await sandbox.run(
        { language: 'javascript', code: 'import fs from "fs"; throw new Error("mine")' },
        never(),
      );
      expect(thrown.exit_code).toBe(1);
      expect(thrown.stderr).toContain('mine');
    });

    test('files go in, and what was written or changed comes out', async () => {
      const files = [
        { path: 'data/numbers.csv', text: '1\n2\n' },
        { path: 'same.txt', text: 'unchanged' },
      ];
      const code = 'echo 3 >> data/numbers.csv; echo new > "a b.txt"; mkdir -p deep/er; echo x > deep/er/-rf';
      const result = await sandbox.run({ language: 'shell', code, files }, never());
      const sorted = result.files.sort((a, b) => a.path.localeCompare(b.path));
      expect(sorted).toEqual([
        { path: 'a b.txt', bytes: 4, text: 'new\n' },
        { path: 'data/numbers.csv', bytes: 6, text: '1\n2\n3\n' },
        { path: 'deep/er/-rf', bytes: 2, text: 'x\n' },
      ]);
    });

    test('links and special files in the working folder are not followed and not returned', async () => {
      const result = await attack(sandbox, {
        language: 'python',
        code: `
os.symlink('/etc/shadow', 'out'); os.symlink('/', 'root'); os.symlink('/proc/1/environ', 'environ')
os.symlink('../../../../etc/passwd', 'up'); os.mkfifo('pipe'); open('real', 'w').write('x')`,
      });
      expect(result.files).toEqual([{ path: 'real', bytes: 1, text: 'x' }]);
    });

    test('hostile file names are left out or come back as they are, never as a path elsewhere', async () => {
      const result = await attack(sandbox, {
        language: 'python',
        code: `
for name in [b'new\\nline', b'back\\\\slash', b'\\xff\\xfe', 'right\\u202eleft'.encode(), b'-C', b'--help', b'*', b'$(id)', b'x' * 255]:
  open(name, 'w').write('x')
os.makedirs('d' * 200 + '/' + 'e' * 200); open('d' * 200 + '/' + 'e' * 200 + '/f', 'w').write('deep')`,
      });
      const names = result.files.map(({ path }) => path).sort();
      expect(names).toEqual(
        ['$(id)', '*', '--help', '-C', `${'d'.repeat(200)}/${'e'.repeat(200)}/f`, 'x'.repeat(255)].sort(),
      );
      expect(result.files_left_out).toBe(true);
    });

    test.each(['../escape', '/etc/cron.d/x', 'a/../../b', 'x\0y', 'é'.repeat(80)])(
      'a given file %j is refused',
      async (path) => {
        const request = { language: 'shell', code: 'true', files: [{ path, text: '' }] } as const;
        await expect(sandbox.run(request, never())).rejects.toMatchObject({ code: 'invalid' });
      },
    );

    test('an abort ends the program and everything it has started', async () => {
      const marker = `86${Date.now()}`;
      const abort = new AbortController();
      const run = sandbox.run({ language: 'shell', code: `sleep ${marker} & sleep ${marker}` }, abort.signal);
      await expect.poll(() => processesWith(marker).length).toBeGreaterThanOrEqual(2);
      abort.abort(new Error('cancelled by the user'));
      await expect(run).rejects.toThrow('cancelled by the user');
      await expect.poll(() => processesWith(marker)).toEqual([]);
    });

    test('a caller that is killed leaves no program behind', async () => {
      const marker = `87${Date.now()}`;
      const caller = spawn(process.execPath, [
        '--import',
        'tsx',
        CALLER,
        way.by,
        `setsid sleep ${marker} & sleep ${marker}`,
      ]);
      onTestFinished(() => void caller.kill('SIGKILL'));
      await expect.poll(() => processesWith(`sleep\0${marker}`).length).toBe(2);
      caller.kill('SIGKILL');
      await expect.poll(() => processesWith(marker)).toEqual([]);
    });

    test('descriptors that the process has inherited do not reach the program', async () => {
      const folder = mkdtempSync(join(tmpdir(), 'sandbox-fd-'));
      onTestFinished(() => rmSync(folder, { recursive: true }));
      const secret = randomUUID();
      writeFileSync(join(folder, 'secret'), secret);
      const stdio = Array.from({ length: 41 }, (): 'ignore' | 'pipe' | number => 'ignore');
      stdio[1] = 'pipe';
      stdio[40] = openSync(join(folder, 'secret'), 'r');
      const code = 'for n in /proc/self/fd/*; do readlink $n; done; cat /proc/self/fd/40 /dev/fd/40; cat <&9; echo end';
      const caller = spawn(process.execPath, ['--import', 'tsx', CALLER, way.by, code], { stdio });
      let printed = '';
      caller.stdout?.on('data', (chunk: Buffer) => {
        printed += chunk;
      });
      await once(caller, 'close');
      expect(printed).toContain('end');
      expect(printed).not.toContain(secret);
      expect(printed).not.toContain(folder);
    });
  });
});

test('no more programs run at once than the limit, and one that waits can be given up', async ({ skip }) => {
  const sandbox = openSandbox({ concurrency: 1 });
  onTestFinished(() => sandbox.close());
  skip(!(await sandbox.check()).available, 'programs cannot be contained on this machine');
  const marker = `88${Date.now()}`;
  const abort = new AbortController();
  const first = sandbox.run({ language: 'shell', code: `sleep ${marker}` }, abort.signal);
  await expect.poll(() => processesWith(`sleep\0${marker}`)).toHaveLength(1);
  const givenUp = new AbortController();
  const second = sandbox.run({ language: 'shell', code: 'echo second' }, givenUp.signal);
  const third = sandbox.run({ language: 'shell', code: 'echo third' }, never());
  givenUp.abort(new Error('not needed'));
  await expect(second).rejects.toThrow('not needed');
  abort.abort(new Error('enough'));
  await expect(first).rejects.toThrow('enough');
  expect(await third).toMatchObject({ stdout: 'third\n' });
});

describe('where a program cannot be contained', () => {
  test('it is not run, and the error says what to install', async () => {
    const sandbox = openSandbox({ concurrency: 1, ways: [] });
    expect(await sandbox.check()).toMatchObject({
      available: false,
      fix: expect.stringContaining('apt-get install bubblewrap'),
    });
    await expect(sandbox.run({ language: 'shell', code: 'echo ran' }, never())).rejects.toMatchObject({
      code: 'sandbox_unavailable',
      message: expect.stringContaining('apt-get install bubblewrap'),
    });
  });

  test.each([
    ['platform', 'darwin', 'Linux only'],
    ['arch', 'riscv64', 'no system call filter'],
  ] as const)('on another %s it says so', async (name, value, words) => {
    const real = Object.getOwnPropertyDescriptor(process, name);
    Object.defineProperty(process, name, { ...real, value });
    try {
      const sandbox = openSandbox({ concurrency: 1 });
      expect(await sandbox.check()).toMatchObject({ available: false, why: expect.stringContaining(words) });
    } finally {
      Object.defineProperty(process, name, real ?? {});
    }
  });
});

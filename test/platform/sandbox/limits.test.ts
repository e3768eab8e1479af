/** Attacks on what a program shares with the host: time, memory, processes, disk, output. */
import { execFile } from 'node:child_process';
import { freemem } from 'node:os';
import { promisify } from 'node:util';
import { afterAll, describe, expect, test } from 'vitest';
import { openSandbox } from '../../../src/platform/sandbox/sandbox.ts';
import { attack } from './host.ts';
import { label, WAYS } from './ways.ts';

const MB = 1024 * 1024;
/** Where memory is what ends a run, also on a busy machine. */
const PATIENT = { wallSeconds: 45, cpuSeconds: 45 };

describe.each(WAYS)('$by', (way) => {
  const sandbox = openSandbox({ concurrency: 2, ways: [way.by] });
  afterAll(() => sandbox.close());

  describe.skipIf(way.missing !== null)(label(way), () => {
    test.each([
      // The loop after the bomb: its first process must not end before the bomb has gone off.
      ['shell', 'b() { b | b & }; b; while :; do :; done'],
      ['python', 'while True:\n  try: os.fork()\n  except OSError: pass'],
      [
        'javascript',
        'const go = () => { require("child_process").spawn(process.execPath, [__filename]).on("error", () => 0); setImmediate(go); }; go();',
      ],
    ] as const)('a fork bomb in %s leaves the host able to start processes', async (language, code) => {
      const bomb = attack(sandbox, { language, code, limits: { wallSeconds: 2 } });
      const { stdout } = await promisify(execFile)('sh', [
        '-c',
        'for i in 1 2 3 4 5 6 7 8; do sh -c "echo $i" & done; wait',
      ]);
      expect(stdout.trim().split('\n')).toHaveLength(8);
      const result = await bomb;
      expect(result.timed_out || result.exit_code !== 0 || /fork/i.test(result.stderr)).toBe(true);
    });

    test('no more processes than the limit', async () => {
      const code = `
n = 0
try:
  while n < 500:
    if os.fork() == 0:
      import time
      time.sleep(60)
    n += 1
except OSError as error: print(n, error.errno == 11)`;
      const result = await attack(sandbox, { language: 'python', code, limits: { processes: 20 } });
      const [count, refused] = result.stdout.trim().split(' ');
      expect(refused).toBe('True');
      expect(Number(count)).toBeGreaterThan(5);
      expect(Number(count)).toBeLessThan(20);
      expect(result.exit_code).toBe(0);
    });

    test.each([
      ['python', 'x = []\nwhile True: x.append(bytearray(10_000_000))'],
      ['javascript', 'const x = []; while (true) x.push(new Array(1e6).fill(x.length));'],
      ['javascript', 'const x = []; while (true) x.push(Buffer.alloc(1e7, 1));'],
    ] as const)('a memory bomb in %s ends, and says that memory was the reason', async (language, code) => {
      const result = await attack(sandbox, { language, code, limits: PATIENT });
      expect(result.out_of_memory).toBe(true);
      expect(result.exit_code).not.toBe(0);
    });

    test('many processes together get no more memory than one', async () => {
      const code = `
import time
for i in range(10):
  if os.fork() == 0:
    x = bytearray(100_000_000)
    time.sleep(60)
time.sleep(60)`;
      const result = await attack(sandbox, { language: 'python', code, limits: PATIENT });
      expect(result).toMatchObject({ out_of_memory: true, timed_out: false });
    });

    test('memory that counts for no process cannot be had: shared maps, memory files, /dev/zero, shared segments', async () => {
      const code = `
import ctypes, mmap
libc = ctypes.CDLL(None, use_errno=True)
try: mmap.mmap(-1, 1 << 20); print('shared map')
except PermissionError: print('refused')
try: open('/dev/zero'); print('zero')
except FileNotFoundError: print('refused')
for result in (libc.memfd_create(b'x', 0), libc.shmget(0, 1 << 20, 0o1600)):
  print('refused' if result == -1 else 'had')`;
      const result = await attack(sandbox, { language: 'python', code });
      expect(result.stdout.trim().split('\n')).toEqual(['refused', 'refused', 'refused', 'refused']);
    });

    test('a loop without end is stopped by its CPU limit, sleep without end by the clock', async () => {
      const limits = { cpuSeconds: 1, wallSeconds: 60 };
      const loop = await attack(sandbox, { language: 'javascript', code: 'while (true);', limits });
      expect(loop).toMatchObject({ timed_out: true, exit_code: null });
      const sleep = await attack(sandbox, {
        language: 'shell',
        code: 'echo before; sleep 86400',
        limits: { wallSeconds: 1 },
      });
      expect(sleep).toMatchObject({ timed_out: true, exit_code: null, signal: 'SIGKILL', stdout: 'before\n' });
    });

    test('a program that ignores every signal ends all the same', async () => {
      const code = `
import signal, time
for number in range(1, 65):
  try: signal.signal(number, signal.SIG_IGN)
  except (OSError, ValueError): pass
while True: time.sleep(1)`;
      const result = await attack(sandbox, { language: 'python', code, limits: { wallSeconds: 1 } });
      expect(result.timed_out).toBe(true);
    });

    test('the disk cannot be filled: one large file, many files, many empty files, holes', async () => {
      const before = freemem();
      const large = await attack(sandbox, {
        language: 'shell',
        code: 'yes | head -c 100000000 > big; yes | head -c 100000000 > /tmp/big; du -sm /work /tmp | cut -f1',
      });
      for (const size of large.stdout.trim().split('\n')) expect(Number(size)).toBeLessThanOrEqual(17);
      const many = await attack(sandbox, {
        language: 'python',
        code: `
n = 0
try:
  while n < 1000:
    open('f%d' % n, 'wb').write(b'x' * 1_000_000)
    n += 1
except OSError as error: print(n, error.errno == 28, flush=True)
os._exit(0)`,
      });
      expect(many.stdout.trim()).toMatch(/^1[0-6] True$/);
      const empty = await attack(sandbox, {
        language: 'python',
        code: 'n = 0\nwhile True:\n  os.close(os.open("f%d" % n, os.O_CREAT)); n += 1',
      });
      expect(empty.timed_out).toBe(false);
      expect(empty.exit_code).not.toBe(0);
      const holes = await attack(sandbox, {
        language: 'python',
        code: 'for n in range(200): os.truncate(os.open("h%d" % n, os.O_CREAT | os.O_RDWR), 15_000_000)',
      });
      expect(holes.files_left_out || holes.exit_code !== 0).toBe(true);
      expect(before - freemem()).toBeLessThan(2_000 * MB);
    });

    test.each(['yes', 'yes >&2', 'while :; do head -c 1000000 /dev/urandom; done'])(
      'a flood of output is cut and ends the program: %s',
      async (code) => {
        const before = process.memoryUsage().arrayBuffers;
        const result = await attack(sandbox, { language: 'shell', code, limits: { wallSeconds: 60, cpuSeconds: 60 } });
        expect(result).toMatchObject({ truncated: true, timed_out: false, signal: 'SIGKILL' });
        expect(Buffer.byteLength(result.stdout)).toBeLessThanOrEqual(3 * 64 * 1024);
        expect(Buffer.byteLength(result.stderr)).toBeLessThanOrEqual(64 * 1024);
        expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(64 * MB);
      },
    );

    test('a process left in the background ends with the program, also after setsid and a double fork', async () => {
      const shell = await attack(sandbox, {
        language: 'shell',
        code: 'setsid sh -c "sleep 86400; echo late > late" > /dev/null 2>&1 & (sleep 86400 &) ; echo done; exit 7',
      });
      expect(shell).toMatchObject({ exit_code: 7, stdout: 'done\n', timed_out: false, files: [] });
      const daemon = await attack(sandbox, {
        language: 'python',
        code: `
import signal, time
if os.fork() == 0:
  os.setsid()
  if os.fork() == 0:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    time.sleep(86400)
  os._exit(0)
os.wait()
print('done')`,
      });
      expect(daemon).toMatchObject({ exit_code: 0, stdout: 'done\n', timed_out: false });
    });
  });
});

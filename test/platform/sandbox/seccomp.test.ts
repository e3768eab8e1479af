/** The system call filter, run by an interpreter of classic BPF: both architectures are checked on either. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { seccompFilter } from '../../../src/platform/sandbox/seccomp.ts';
import { ABSENT, type Architecture, CHECKED, numbersOf, REFUSED } from '../../../src/platform/sandbox/syscalls.ts';

const AUDIT = { x64: 0xc000003e, arm64: 0xc00000b7 } as const;
const [ALLOW, KILL, EPERM, ENOSYS] = [0x7fff0000, 0x80000000, 0x00050001, 0x00050026];
/** read, write, execve, exit_group, openat, futex: without them nothing runs. */
const USUAL = { x64: [0, 1, 59, 231, 257, 202], arm64: [63, 64, 221, 94, 56, 98] };

describe.each(['x64', 'arm64'] as const)('on %s', (architecture) => {
  const column = architecture === 'x64' ? 0 : 1;
  const call = (number: number, args: number[] = [], arch: number = AUDIT[architecture]) =>
    interpret(seccompFilter(architecture), number, arch, args);

  test('dangerous calls are refused whatever their arguments', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...numbersOf(REFUSED, architecture)),
        fc.array(fc.nat(0xffffffff), { minLength: 6, maxLength: 6 }),
        (number, args) => {
          expect(call(number, args)).toBe(EPERM);
        },
      ),
    );
    for (const number of numbersOf(ABSENT, architecture)) expect(call(number)).toBe(ENOSYS);
  });

  test('the calls that every program makes are allowed', () => {
    for (const number of USUAL[architecture]) expect(call(number)).toBe(ALLOW);
  });

  test('a call of another architecture kills the program', () => {
    fc.assert(
      fc.property(fc.nat(500), fc.nat(0xffffffff), (number, arch) => {
        fc.pre(arch !== AUDIT[architecture]);
        expect(call(number, [], arch)).toBe(KILL);
      }),
    );
  });

  test('a thread can be made, a namespace cannot', () => {
    const clone = CHECKED.clone[column];
    expect(call(clone, [0x3d0f00])).toBe(ALLOW);
    expect(call(clone, [17])).toBe(ALLOW);
    for (const flag of [0x20000, 0x2000000, 0x4000000, 0x8000000, 0x10000000, 0x20000000, 0x40000000])
      expect(call(clone, [flag | 17])).toBe(EPERM);
  });

  test('memory can be mapped, but not shared without a file', () => {
    const mmap = CHECKED.mmap[column];
    expect(call(mmap, [0, 4096, 3, 0x22])).toBe(ALLOW);
    expect(call(mmap, [0, 4096, 3, 0x01])).toBe(ALLOW);
    expect(call(mmap, [0, 4096, 3, 0x21])).toBe(EPERM);
    expect(call(mmap, [0, 4096, 3, 0x23])).toBe(EPERM);
  });

  test('no characters are put into a terminal', () => {
    expect(call(CHECKED.ioctl[column], [0, 0x5412])).toBe(EPERM);
    expect(call(CHECKED.ioctl[column], [0, 0x5401])).toBe(ALLOW);
  });
});

test('on x64, no call has a second number under the x32 ABI', () => {
  fc.assert(
    fc.property(fc.nat(600), (number) => {
      expect(interpret(seccompFilter('x64'), 0x40000000 + number, AUDIT.x64, [])).toBe(ENOSYS);
    }),
  );
});

test('the table has no number twice', () => {
  for (const architecture of ['x64', 'arm64'] satisfies Architecture[]) {
    const numbers = [
      ...numbersOf(REFUSED, architecture),
      ...numbersOf(ABSENT, architecture),
      ...numbersOf(CHECKED, architecture),
    ];
    expect(new Set(numbers).size).toBe(numbers.length);
  }
});

function interpret(filter: Buffer, number: number, architecture: number, args: readonly number[]): number {
  const data = Buffer.alloc(64);
  data.writeUInt32LE(number >>> 0, 0);
  data.writeUInt32LE(architecture >>> 0, 4);
  for (const [index, value] of args.entries()) data.writeUInt32LE(value >>> 0, 16 + 8 * index);
  let accumulator = 0;
  for (let at = 0; at < filter.length / 8; at += 1) {
    const [code, ifTrue, ifFalse] = [filter.readUInt16LE(8 * at), filter[8 * at + 2] ?? 0, filter[8 * at + 3] ?? 0];
    const value = filter.readUInt32LE(8 * at + 4);
    if (code === 0x20) accumulator = data.readUInt32LE(value);
    else if (code === 0x54) accumulator = (accumulator & value) >>> 0;
    else if (code === 0x15) at += accumulator === value ? ifTrue : ifFalse;
    else if (code === 0x35) at += accumulator >= value ? ifTrue : ifFalse;
    else if (code === 0x06) return value;
    else throw new Error(`unknown instruction ${code}`);
  }
  throw new Error('the program ends without an answer');
}

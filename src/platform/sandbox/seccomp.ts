/**
 * The sandbox's seccomp filter as the bytes of a classic BPF program (struct sock_filter, 8 bytes an instruction), assembled here so that
 * nothing has to be compiled. A refused call gets an error and the program goes on; a foreign architecture's call kills it.
 */
import { ABSENT, type Architecture, CHECKED, numbersOf, REFUSED } from './syscalls.ts';

/** BPF_LD|BPF_W|BPF_ABS, BPF_ALU|BPF_AND|BPF_K, BPF_JMP|BPF_JEQ|BPF_K, BPF_JMP|BPF_JGE|BPF_K, BPF_RET|BPF_K. */
const [LOAD, AND, JUMP_EQUAL, JUMP_AT_LEAST, RETURN] = [0x20, 0x54, 0x15, 0x35, 0x06];

const ALLOW = 0x7fff0000;
const KILL_PROCESS = 0x80000000;
const ERRNO = 0x00050000;
const [EPERM, ENOSYS] = [1, 38];

/** Offsets in struct seccomp_data. The low half of an argument comes first: both architectures are little-endian. */
const NUMBER = 0;
const ARCHITECTURE = 4;
const argument = (index: number) => 16 + 8 * index;

/** AUDIT_ARCH_X86_64, AUDIT_ARCH_AARCH64. */
const AUDIT = { x64: 0xc000003e, arm64: 0xc00000b7 } as const;
/** Calls of the x32 ABI have this bit: the same calls under other numbers. */
const X32_BIT = 0x40000000;

/** CLONE_NEWTIME, NEWNS, NEWCGROUP, NEWUTS, NEWIPC, NEWUSER, NEWPID, NEWNET. */
const NEW_NAMESPACES = 0x80 | 0x20000 | 0x2000000 | 0x4000000 | 0x8000000 | 0x10000000 | 0x20000000 | 0x40000000;
/** CLONE_NEWTIME stands where clone has the signal to send at the end, so it counts for unshare alone. */
const CLONE_NAMESPACES = NEW_NAMESPACES & ~0x80;
/** MAP_SHARED, MAP_ANONYMOUS: shared memory without a file counts for no limit of a process. */
const SHARED_ANONYMOUS = 0x01 | 0x20;
/** They put characters into the terminal's input. */
const [TIOCSTI, TIOCLINUX] = [0x5412, 0x541c];

type Instruction = readonly [code: number, ifTrue: number, ifFalse: number, value: number];

export function seccompFilter(architecture: Architecture): Buffer {
  const column = architecture === 'x64' ? 0 : 1;
  const program: Instruction[] = [
    [LOAD, 0, 0, ARCHITECTURE],
    [JUMP_EQUAL, 1, 0, AUDIT[architecture]],
    [RETURN, 0, 0, KILL_PROCESS],
    [LOAD, 0, 0, NUMBER],
    ...(architecture === 'x64' ? answerIf(JUMP_AT_LEAST, X32_BIT, ENOSYS) : []),
    ...numbersOf(REFUSED, architecture).flatMap((number) => answerIf(JUMP_EQUAL, number, EPERM)),
    ...numbersOf(ABSENT, architecture).flatMap((number) => answerIf(JUMP_EQUAL, number, ENOSYS)),
    ...checked(CHECKED.clone[column], [
      [LOAD, 0, 0, argument(0)],
      [AND, 0, 0, CLONE_NAMESPACES],
      [JUMP_EQUAL, 1, 0, 0],
      [RETURN, 0, 0, ERRNO | EPERM],
    ]),
    ...checked(CHECKED.mmap[column], [
      [LOAD, 0, 0, argument(3)],
      [AND, 0, 0, SHARED_ANONYMOUS],
      ...answerIf(JUMP_EQUAL, SHARED_ANONYMOUS, EPERM),
    ]),
    ...checked(CHECKED.ioctl[column], [
      [LOAD, 0, 0, argument(1)],
      ...answerIf(JUMP_EQUAL, TIOCSTI, EPERM),
      ...answerIf(JUMP_EQUAL, TIOCLINUX, EPERM),
    ]),
    [RETURN, 0, 0, ALLOW],
  ];
  return Buffer.concat(program.map(bytesOf));
}

function answerIf(jump: number, value: number, errno: number): Instruction[] {
  return [
    [jump, 0, 1, value],
    [RETURN, 0, 0, ERRNO | errno],
  ];
}

/** For one call: what is looked at in its arguments; if nothing there answers, it is allowed. */
function checked(number: number, steps: Instruction[]): Instruction[] {
  return [[JUMP_EQUAL, 0, steps.length + 1, number], ...steps, [RETURN, 0, 0, ALLOW]];
}

function bytesOf([code, ifTrue, ifFalse, value]: Instruction): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeUInt16LE(code, 0);
  bytes.writeUInt8(ifTrue, 2);
  bytes.writeUInt8(ifFalse, 3);
  bytes.writeUInt32LE(value >>> 0, 4);
  return bytes;
}

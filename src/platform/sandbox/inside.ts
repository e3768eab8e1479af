/**
 * The shell script that runs inside the sandbox, around the program: it sets the limits of processes, unpacks the files, runs the
 * program, ends whatever the program has left behind, and packs the files. It holds no right that the program does not have.
 */
import type { SandboxLimits } from './limits.ts';
import { MAX_OPEN_FILES } from './limits.ts';
import type { Language } from './programs.ts';

/** The descriptors besides stdin, stdout and stderr. */
export const FILES_IN = 3;
export const FILES_OUT = 4;
export const FILTER = 5;

/** Written to FILES_OUT before the program starts: without it, the sandbox itself has failed. The archive follows. */
export const READY = 'R';

/** Its first line: `kill -9 -1` below ends everything in the namespace, so there must be one, and this is one of its first processes. */
const SCRIPT = `
[ $$ -lt 9 ] || exit 125
echo 1000 > /proc/self/oom_score_adj
cpu=$1 memory=$2 processes=$3 file=$4 files=$5 space=$6; shift 6
ulimit -c 0 && ulimit -f "$file" && ulimit -n "$files" && ulimit -s 8192 && ulimit -d "$memory" && ulimit -v "$space" || exit 125
ulimit -p "$processes" 2>/dev/null || ulimit -u "$processes" || exit 125
tar -xf - -C / <&${FILES_IN} && cd /work && printf ${READY} >&${FILES_OUT} || exit 125
(ulimit -S -t "$cpu" && ulimit -H -t $((cpu + 1)) && exec "$@") ${FILES_IN}<&- ${FILES_OUT}>&-
code=$?
kill -9 -1 2>/dev/null
tar -cf - -C /work . >&${FILES_OUT} </dev/null 2>/dev/null
exit $code
`;

/** From V8 13 on what it reserves for code counts as data. What is really used is looked at beside (contained-process.ts). */
const CODE_KB = Number.parseInt(process.versions.v8, 10) < 13 ? 0 : 512 * 1024;

/**
 * Node reserves address space by the gigabyte, so that only its data can be limited; seccomp.ts refuses the shared memory that would
 * not count as data.
 */
export function insideCommand(language: Language, limits: SandboxLimits, program: readonly string[]): string[] {
  const kb = limits.memoryMb * 1024;
  return [
    '/usr/bin/sh',
    '-c',
    SCRIPT,
    'sandbox',
    String(limits.cpuSeconds),
    String(language === 'javascript' ? kb + CODE_KB : kb),
    String(limits.processes),
    // In blocks of 512 bytes.
    String(limits.diskMb * 2048),
    String(MAX_OPEN_FILES),
    language === 'javascript' ? 'unlimited' : String(kb),
    ...program,
  ];
}

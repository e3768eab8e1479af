/**
 * A redis-server that cannot outlive this process. A shell between the two holds the reading end of a pipe: when this
 * process ends, in whatever way, the pipe closes and the shell stops Redis, which flushes its append-only file.
 * It works on Linux and macOS, and after SIGKILL, which no handler can catch.
 */
import { type ChildProcess, spawn } from 'node:child_process';

/** `read` is a builtin, so the watchdog is one sleeping shell. A background job's stdin is /dev/null unless it is given another. */
const WATCHDOG = `
exec 3<&0 </dev/null
"$@" 3<&- &
server=$!
( while read -r _; do :; done; kill -TERM "$server" ) <&3 3<&- 2>/dev/null &
watch=$!
exec 3<&-
wait "$server"
status=$?
kill "$watch" 2>/dev/null
exit "$status"
`;

/** The exit code of a shell when there is no such program. */
const NOT_FOUND = 127;

export type RedisProcess = {
  /** Resolves when redis-server has exited, by itself or because of `stop`. */
  exited: Promise<{ code: number | null; notInstalled: boolean }>;
  /** Stops it, and kills it after `limitMs`. */
  stop(limitMs?: number): Promise<void>;
};

/** `output` is a file descriptor that redis-server writes its log to. */
export function spawnRedis(args: string[], output: number | 'ignore'): RedisProcess {
  const shell = spawn('/bin/sh', ['-c', WATCHDOG, 'medfleet-redis', 'redis-server', ...args], {
    // A session of its own: Ctrl-C in a terminal reaches this process only, which stops Redis after everything that uses it.
    detached: true,
    stdio: ['pipe', output, output],
  });
  // The pipe breaks when the shell is killed; `exited` reports that.
  shell.stdin?.on('error', () => undefined);
  // It must not keep a process alive that is otherwise done.
  shell.unref();
  (shell.stdin as unknown as { unref?: () => void } | null)?.unref?.();

  const exited = new Promise<{ code: number | null; notInstalled: boolean }>((resolve) => {
    const end = (code: number | null) => {
      shell.stdin?.destroy();
      resolve({ code, notInstalled: code === NOT_FOUND });
    };
    shell.once('exit', end);
    shell.once('error', () => end(null));
  });
  return { exited, stop: (limitMs = 10_000) => stop(shell, exited, limitMs) };
}

async function stop(shell: ChildProcess, exited: Promise<unknown>, limitMs: number): Promise<void> {
  shell.stdin?.end();
  const timer = setTimeout(() => killGroup(shell), limitMs);
  await exited;
  clearTimeout(timer);
}

function killGroup(shell: ChildProcess): void {
  if (shell.pid === undefined) return;
  try {
    process.kill(-shell.pid, 'SIGKILL');
  } catch {
    // It has ended in the meantime.
  }
}

/**
 * Closes what a main has opened, in reverse order, because what was opened later depends on what was opened before. A closer that
 * fails or hangs does not keep the others from running.
 */
import type { Log } from './log.ts';

/** Long enough for a worker to finish a step, and shorter than an orchestrator's grace period (usually 30 s). */
const LIMIT_MS = 10_000;

type Closer = { name: string; close: () => unknown; limitMs: number };

/** What could not be closed, and why. */
export type CloseFailure = { name: string; error: unknown };

export type Closers = {
  /** `limitMs` is how long this one may take before the next is begun. */
  add(name: string, close: () => unknown, limitMs?: number): void;
  /** Runs once, however often it is called. Never rejects. */
  close(): Promise<CloseFailure[]>;
};

export function createClosers(log?: Pick<Log, 'error'>): Closers {
  const open: Closer[] = [];
  let closing: Promise<CloseFailure[]> | undefined;

  const closeAll = async (): Promise<CloseFailure[]> => {
    const failures: CloseFailure[] = [];
    for (let next = open.pop(); next; next = open.pop()) {
      try {
        await within(next);
      } catch (error) {
        failures.push({ name: next.name, error });
        log?.error({ closer: next.name, err: error }, 'close.failed');
      }
    }
    return failures;
  };

  return {
    add(name, close, limitMs = LIMIT_MS) {
      open.push({ name, close, limitMs });
      // Opened while everything else is closing (a slow start that was interrupted): it must be closed too.
      if (closing) closing = closing.then(async (failures) => [...failures, ...(await closeAll())]);
    },
    close() {
      closing ??= closeAll();
      return closing;
    },
  };
}

async function within({ name, close, limitMs }: Closer): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`${name} did not close within ${limitMs} ms`)), limitMs);
  });
  try {
    await Promise.race([Promise.resolve().then(close), tooLate]);
  } finally {
    clearTimeout(timer);
  }
}

/** The log: pino, fixed event names, no patient text and no id of a person; turns, runs and jobs have ids of their own. */
import { type DestinationStream, type Logger, pino } from 'pino';
import { AppError } from './errors.ts';

export type Log = Logger;

/** Lines go to standard output unless a destination is given. */
export function createLog(level: string, destination?: DestinationStream): Log {
  const options = { level, base: null, timestamp: pino.stdTimeFunctions.isoTime, serializers: { err: safeError } };
  return destination ? pino(options, destination) : pino(options);
}

const REPEAT_MS = 60_000;

/**
 * For what may go wrong thousands of times a second while a store is unavailable: the first time is written at once, what follows is
 * counted and written once a minute, for each `kind`.
 */
export function throttled(write: (error: Error, times: number) => void): (kind: string, error: Error) => void {
  const seen = new Map<string, { since: number; times: number }>();
  return (kind, error) => {
    const now = performance.now();
    const before = seen.get(kind);
    if (before && now - before.since < REPEAT_MS) {
      before.times += 1;
      return;
    }
    seen.set(kind, { since: now, times: 0 });
    write(error, (before?.times ?? 0) + 1);
  };
}

/**
 * Foreign error messages may quote a payload or a prompt, so only our own messages are logged; stacks keep frames only. An error with
 * which a request was refused has none: its message says what is wrong with the request.
 */
function safeError(thrown: unknown): Record<string, unknown> {
  if (!(thrown instanceof Error)) return { type: typeof thrown };
  const ours = thrown instanceof AppError;
  const told = {
    type: thrown.name,
    code: (thrown as { code?: unknown }).code,
    ...(ours && { message: thrown.message }),
  };
  if (ours && thrown.policy.status < 500) return told;
  return {
    ...told,
    stack: thrown.stack
      ?.split('\n')
      .filter((line) => /^\s+at /.test(line))
      .join('\n'),
    ...(thrown.cause !== undefined && { cause: safeError(thrown.cause) }),
  };
}

/** The log: pino, fixed event names, no patient text and no id of a person; turns, runs and jobs have ids of their own. */
import { type DestinationStream, type Logger, pino } from 'pino';

export type Log = Logger;

/** Lines go to standard output unless a destination is given. */
export function createLog(level: string, destination?: DestinationStream): Log {
  const options = { level, base: null, timestamp: pino.stdTimeFunctions.isoTime, serializers: { err: safeError } };
  return destination ? pino(options, destination) : pino(options);
}

/** Foreign error messages may quote a payload or a prompt, so only our own messages are logged; stacks keep frames only. */
function safeError(thrown: unknown): Record<string, unknown> {
  if (!(thrown instanceof Error)) return { type: typeof thrown };
  const ours = thrown.name === 'AppError';
  return {
    type: thrown.name,
    code: (thrown as { code?: unknown }).code,
    ...(ours && { message: thrown.message }),
    stack: thrown.stack
      ?.split('\n')
      .filter((line) => /^\s+at /.test(line))
      .join('\n'),
    ...(thrown.cause !== undefined && { cause: safeError(thrown.cause) }),
  };
}

/** The log: pino, fixed event names, no patient text. Ids of people are hashed before they come near it. */
import { createHash } from 'node:crypto';
import { type Logger, pino } from 'pino';

export type Log = Logger;

export function createLog(level: string): Log {
  return pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: safeError },
  });
}

/** A short, stable stand-in for a person's id. */
export function hashId(id: string): string {
  return createHash('sha256').update(id).digest('hex').slice(0, 12);
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

/**
 * One call, made again where that may help: after a failure that may pass, of an action that may be asked twice. Any other action is
 * asked again only when the request was certainly not sent. What is tried, and for how long, is bounded by the call's own signal.
 */
import { pause } from '../../engine/models/retries.ts';
import { startDeadline } from '../../platform/deadline.ts';
import { type Reason, RemoteFailure } from './failure.ts';
import type { Instance } from './instance.ts';
import type { Rotation } from './rotation.ts';

const FIRST_WAIT_MS = 200;
const LONGEST_WAIT_MS = 5_000;

type Call = {
  conversation: string | null;
  idempotent: boolean;
  retries: number;
  timeoutSeconds: number;
  /** The end of the run, and the longest that the call may take with all its tries. */
  signal: AbortSignal;
  /** When that signal will end, as `performance.now()` counts. */
  deadline: number;
};

export type Send<T> = (instance: Instance, signal: AbortSignal) => Promise<T>;

/** What has been tried; `reason` is why the last try failed. */
export type Tried = { attempts: number; instance?: number; reason?: Reason };

/** `tried` is kept up to date for the log, also when the call fails. */
export async function callWithRetries<T>(
  call: Call,
  rotation: Rotation<Instance>,
  send: Send<T>,
  tried: Tried,
): Promise<T> {
  const failed = new Set<Instance>();
  let last: RemoteFailure | undefined;
  for (;;) {
    const instance = rotation.next(call.conversation, failed);
    if (!instance) throw last ?? circuitOpen(tried);
    tried.attempts += 1;
    tried.instance = instance.index;
    try {
      return await once(call, instance, send);
    } catch (thrown) {
      call.signal.throwIfAborted();
      if (!(thrown instanceof RemoteFailure)) throw thrown;
      tried.reason = thrown.reason;
      const wait = waitBefore(tried.attempts, thrown, call);
      if (wait === undefined) throw thrown;
      last = thrown;
      failed.add(instance);
      await pause(wait, call.signal);
    }
  }
}

function circuitOpen(tried: Tried): RemoteFailure {
  tried.reason = 'CIRCUIT_OPEN';
  return new RemoteFailure('CIRCUIT_OPEN');
}

async function once<T>({ timeoutSeconds, signal: outer }: Call, instance: Instance, send: Send<T>): Promise<T> {
  const deadline = startDeadline(outer, timeoutSeconds, () => new RemoteFailure('TIMEOUT'));
  try {
    return await send(instance, deadline.signal);
  } finally {
    deadline.done();
  }
}

/** Undefined: no further try. The wait doubles, with a random part so that the calls of an outage do not come back all at once. */
function waitBefore(attempts: number, failure: RemoteFailure, call: Call): number | undefined {
  if (attempts > call.retries || !failure.retryable) return undefined;
  if (!call.idempotent && !failure.unsent) return undefined;
  const backoff = Math.min(FIRST_WAIT_MS * 2 ** (attempts - 1), LONGEST_WAIT_MS);
  const wait = Math.max(failure.retryAfterMs ?? 0, Math.round(backoff * (0.5 + Math.random())));
  return performance.now() + wait < call.deadline ? wait : undefined;
}

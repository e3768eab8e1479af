/**
 * When a failed call is made again. Tries are spread over the time that a person would wait, so that an outage of some seconds costs
 * no answer; random parts keep the calls of many turns from coming back all at once.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError, type ErrorCode } from '../../platform/errors.ts';
import { Silence } from './provider-call.ts';

const FIRST_MS = 500;
const LONGEST_MS = 8_000;
const JITTER = 0.3;
/** A call that hangs costs MODEL_SILENCE_SECONDS each time: whoever waits is told after the second one. */
const MOST_SILENCES = 2;
/** What the next try may not meet any more. */
const PASSING: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['model_unavailable', 'model_loading']);

export type Retries = {
  /** How long to wait before the next try; undefined if there is none: another try cannot help, or the time is over. */
  after(thrown: unknown): number | undefined;
};

/** `seconds` is counted from the first failure: a call that was given up after a long silence is made again too, once. 0: none is. */
export function createRetries(seconds = 0): Retries {
  let until: number | undefined;
  let failures = 0;
  let silences = 0;
  return {
    after(thrown) {
      if (!(thrown instanceof AppError) || !PASSING.has(thrown.code)) return undefined;
      if (thrown instanceof Silence) silences += thrown.othersWait ? MOST_SILENCES : 1;
      if (silences >= MOST_SILENCES) return undefined;
      const now = performance.now();
      until ??= now + seconds * 1000;
      const wait = Math.min(FIRST_MS * 2 ** failures, LONGEST_MS) * (1 - JITTER + 2 * JITTER * Math.random());
      failures += 1;
      return now + wait <= until ? Math.round(wait) : undefined;
    },
  };
}

/** Ends with the signal's own reason when it is aborted. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  try {
    await sleep(ms, undefined, { signal });
  } catch (thrown) {
    signal.throwIfAborted();
    throw thrown;
  }
}

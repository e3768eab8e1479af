/** Those who follow tasks over this process's connections: each stream ends with its connection, and with the process. */
import type { StreamResponse } from '@a2a-js/sdk';
import type { Response } from 'express';
import type { Caller } from './caller.ts';
import { followTask } from './stream.ts';

/** A client with more unread output than this is disconnected. It can resume and loses nothing. */
const MAX_BUFFERED_BYTES = 1_000_000;
const HEARTBEAT_MS = 15_000;

type Followed = Omit<Parameters<typeof followTask>[0], 'signal'>;

export function createSubscribers(stopping: AbortSignal) {
  /** Aborted when nobody reads the answer any more, or when the process closes. */
  function closed(response: Response): AbortSignal {
    const gone = new AbortController();
    if (response.destroyed) gone.abort();
    response.once('close', () => gone.abort());
    return AbortSignal.any([gone.signal, stopping]);
  }

  /** What has begun ends without an error: a client that was cut off resumes. */
  async function* subscribed(followed: Followed, caller: Caller): AsyncGenerator<StreamResponse, void, undefined> {
    const { response } = caller;
    const refused = new AbortController();
    const heartbeat = setInterval(async () => {
      if (!(await caller.isStillAllowed())) refused.abort();
      else if (response.headersSent && !response.writableEnded) response.write(': keep-alive\n');
    }, HEARTBEAT_MS);
    let begun = false;
    try {
      for await (const update of followTask({
        ...followed,
        signal: AbortSignal.any([closed(response), refused.signal]),
      })) {
        caller.eventId = update.id;
        begun = true;
        yield update.response;
        if (response.writableLength > MAX_BUFFERED_BYTES) return;
      }
    } catch (thrown) {
      if (!begun) throw thrown;
    } finally {
      clearInterval(heartbeat);
    }
  }

  return { closed, subscribed };
}

/** Waits for a turn's `done` event, for `?wait=`. */
import type { Response } from 'express';
import type { EventHub } from './event-hub.ts';

/** A closing process still waits this long for a turn that is nearly done. */
const LAST_WAIT_MS = 1_000;

/** Resolves when the turn has ended, the time is up, the process closes, or the client has gone. */
export async function waitForEnd(
  hub: EventHub,
  turnId: string,
  ms: number,
  response: Response,
  stopping: AbortSignal,
): Promise<void> {
  let resolve: () => void = () => undefined;
  const over = new Promise<void>((done) => {
    resolve = done;
  });
  const timer = setTimeout(resolve, ms);
  let lastTimer: NodeJS.Timeout | undefined;
  const hurry = () => {
    lastTimer = setTimeout(resolve, LAST_WAIT_MS);
  };
  if (stopping.aborted) hurry();
  stopping.addEventListener('abort', hurry);
  response.on('close', resolve);
  const following = hub.follow(turnId, '', (event) => {
    if (event.kind === 'done') resolve();
  });
  try {
    await Promise.race([over, following.then(() => over)]);
  } finally {
    clearTimeout(timer);
    clearTimeout(lastTimer);
    stopping.removeEventListener('abort', hurry);
    response.off('close', resolve);
    following.then((leave) => leave()).catch(() => undefined);
  }
}

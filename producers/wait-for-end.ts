/** Waits for a turn's `done` event, for `?wait=`. */
import type { Response } from 'express';
import type { EventHub } from './event-hub.ts';

/** Resolves when the turn has ended, the time is up, or the client has gone. */
export async function waitForEnd(hub: EventHub, turnId: string, ms: number, response: Response): Promise<void> {
  let resolve: () => void = () => undefined;
  const over = new Promise<void>((done) => {
    resolve = done;
  });
  const timer = setTimeout(resolve, ms);
  response.on('close', resolve);
  const following = hub.follow(turnId, '', (event) => {
    if (event.kind === 'done') resolve();
  });
  try {
    await Promise.race([over, following.then(() => over)]);
  } finally {
    clearTimeout(timer);
    response.off('close', resolve);
    following.then((leave) => leave()).catch(() => undefined);
  }
}

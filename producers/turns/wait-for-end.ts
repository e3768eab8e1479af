/** Waits for a turn's `done` event, for `?wait=`. */
import type { EventEmitter } from 'node:events';
import type { EventHub } from './event-hub.ts';

/** How long a closing process still waits for a turn to end. */
const LAST_WAIT_MS = 1_000;

/** Resolves when the turn has ended, the time is up, the process closes, or the client has disconnected: `client` emits `close`. */
export async function waitForEnd(
  hub: EventHub,
  turnId: string,
  ms: number,
  client: Pick<EventEmitter, 'on' | 'off'>,
  stopping: AbortSignal,
): Promise<void> {
  let resolve: () => void = () => undefined;
  const over = new Promise<void>((done) => {
    resolve = done;
  });
  const timer = setTimeout(resolve, ms);
  let lastTimer: NodeJS.Timeout | undefined;
  const waitBriefly = () => {
    lastTimer = setTimeout(resolve, LAST_WAIT_MS);
  };
  if (stopping.aborted) waitBriefly();
  stopping.addEventListener('abort', waitBriefly);
  client.on('close', resolve);
  const following = hub.follow(turnId, '', (event) => {
    if (event.kind === 'done') resolve();
  });
  try {
    await Promise.race([over, following.then(() => over)]);
  } finally {
    clearTimeout(timer);
    clearTimeout(lastTimer);
    stopping.removeEventListener('abort', waitBriefly);
    client.off('close', resolve);
    following.then((unfollow) => unfollow()).catch(() => undefined);
  }
}

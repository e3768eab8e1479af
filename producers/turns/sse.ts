/** Server-Sent Events, resumable by Last-Event-ID. A turn's stream is closed after `done`; a session's stays open. */
import type { Request, Response } from 'express';
import { isStillAllowed } from '../access/auth.ts';
import type { TurnEvent } from './event-hub.ts';
import type { Obstacle } from './obstacles.ts';

const HEARTBEAT_MS = 15_000;
/** A client with more unread output than this is disconnected. It can resume with its Last-Event-ID and loses nothing. */
const MAX_BUFFERED_BYTES = 1_000_000;
/** How far the clock of Redis, which makes the event ids, may be ahead of ours. */
const MAX_CLOCK_SKEW_MS = 60_000;
const EVENT_ID = /^\d{1,15}-\d{1,10}$/;

type Stream = {
  follow(afterId: string, deliver: (event: TurnEvent) => void): Promise<() => void>;
  /** Given if the turn had already ended: the data of a last `done`, for a client that is past the stored one. */
  doneData?: string;
  /** Tells what keeps the turn from going on, and null when nothing does any more. Returns a function that stops it. */
  obstacles?(tell: (obstacle: Obstacle | null) => void): () => void;
  /** Aborted when the process closes; clients resume at another process with their Last-Event-ID. */
  stopping: AbortSignal;
};

export async function streamEvents(
  { follow, doneData, obstacles, stopping }: Stream,
  request: Request,
  response: Response,
): Promise<void> {
  response.writeHead(200, {
    'Content-Type': 'text/event-stream; charset=utf-8',
    'Cache-Control': 'no-cache, no-transform',
    // Proxies such as nginx would otherwise hold events back.
    'X-Accel-Buffering': 'no',
  });
  response.flushHeaders();
  // Express answers HEAD where there is a GET; its answer has no body that could go on.
  if (request.method === 'HEAD') {
    response.end();
    return;
  }
  response.write('retry: 1000\n\n');
  const heartbeat = setInterval(async () => {
    if (!(await isStillAllowed(request))) end();
    else if (!ended) response.write(': keep-alive\n\n');
  }, HEARTBEAT_MS);
  let unfollow: () => void = () => undefined;
  // Not part of the stored stream, so without an id: a client that resumes is told again.
  const unwatch =
    obstacles?.((obstacle) => {
      if (!ended) response.write(`event: waiting\ndata: ${JSON.stringify(obstacle ?? { reason: null })}\n\n`);
    }) ?? (() => undefined);
  let ended = false;
  const end = () => {
    if (ended) return;
    ended = true;
    clearInterval(heartbeat);
    unwatch();
    stopping.removeEventListener('abort', end);
    unfollow();
    response.end();
  };
  response.on('close', end);
  if (stopping.aborted) end();
  stopping.addEventListener('abort', end);

  unfollow = await follow(lastEventId(request), (event) => {
    if (ended) return;
    response.write(`id: ${event.id}\nevent: ${event.kind}\ndata: ${event.data}\n\n`);
    if (event.kind === 'done' || response.writableLength > MAX_BUFFERED_BYTES) end();
  });
  if (ended) unfollow();
  else if (doneData !== undefined) {
    // The stream had no `done` after the client's last event, or is no longer kept.
    response.write(`event: done\ndata: ${doneData}\n\n`);
    end();
  }
}

export function lastEventId(request: Request): string {
  const given = request.get('Last-Event-ID') ?? '';
  // An id from the future was not made by us. After it no event would ever come, so the stream starts at its beginning.
  return EVENT_ID.test(given) && Number.parseInt(given, 10) < Date.now() + MAX_CLOCK_SKEW_MS ? given : '';
}

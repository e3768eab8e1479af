/**
 * Server-Sent Events, resumable by Last-Event-ID. A turn's stream is closed after `done`; who resumes after it is answered 204. A session's
 * stays open.
 */
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

/** Of a stream that ends. */
export const STREAM_REPLIES = {
  200: { description: 'Server-Sent Events', type: 'text/event-stream' },
  204: { description: 'It has ended, and nothing comes after the Last-Event-ID' },
};

type Stream = {
  follow(afterId: string, deliver: (event: TurnEvent) => void): Promise<() => void>;
  /** Given if the turn had already ended: the data of a last `done`, for a client that finds none stored. */
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
  const after = lastEventId(request);
  const isResumed = doneData !== undefined && after !== '' && request.method !== 'HEAD';
  // Together with the first block: some readers take a block without data for an event.
  let opening = 'retry: 1000\n';
  const write = (lines: string) => {
    begin(response);
    response.write(opening + lines);
    opening = '';
  };
  // A resumed stream of an ended turn begins with its next event, because there may be none.
  if (!isResumed) begin(response);
  // Express answers HEAD where there is a GET; its answer has no body that could go on.
  if (request.method === 'HEAD') {
    response.end();
    return;
  }
  const heartbeat = setInterval(async () => {
    if (!(await isStillAllowed(request))) end();
    // A line of the next block, for the same readers.
    else if (!ended) write(': keep-alive\n');
  }, HEARTBEAT_MS);
  let unfollow: () => void = () => undefined;
  // Not part of the stored stream, so without an id: a client that resumes is told again.
  const unwatch =
    obstacles?.((obstacle) => {
      if (!ended) write(`event: waiting\ndata: ${JSON.stringify(obstacle ?? { reason: null })}\n\n`);
    }) ?? (() => undefined);
  let ended = false;
  const end = () => {
    if (ended) return;
    ended = true;
    clearInterval(heartbeat);
    unwatch();
    stopping.removeEventListener('abort', end);
    unfollow();
    if (response.statusCode !== 204) begin(response);
    response.end();
  };
  response.on('close', end);
  if (stopping.aborted) end();
  stopping.addEventListener('abort', end);

  unfollow = await follow(after, (event) => {
    if (ended) return;
    write(`id: ${event.id}\nevent: ${event.kind}\ndata: ${event.data}\n\n`);
    if (event.kind === 'done' || response.writableLength > MAX_BUFFERED_BYTES) end();
  });
  if (ended) unfollow();
  else if (doneData !== undefined) {
    // The stream is no longer kept, or had nothing after the client's last event: an EventSource then stops coming back.
    if (isResumed && !response.headersSent) response.status(204);
    else write(`id: ${Date.now()}-0\nevent: done\ndata: ${doneData}\n\n`);
    end();
  }
}

function begin(response: Response): void {
  if (response.headersSent) return;
  response.writeHead(200, {
    'Content-Type': 'text/event-stream; charset=utf-8',
    'Cache-Control': 'no-cache, no-transform',
    // Proxies such as nginx would otherwise hold events back.
    'X-Accel-Buffering': 'no',
  });
  response.flushHeaders();
}

export function lastEventId(request: Request): string {
  const given = request.get('Last-Event-ID') ?? '';
  // An id from the future was not made by us. After it no event would ever come, so the stream starts at its beginning.
  return EVENT_ID.test(given) && Number.parseInt(given, 10) < Date.now() + MAX_CLOCK_SKEW_MS ? given : '';
}

/** Events as Server-Sent Events: resumable by Last-Event-ID and kept alive; a turn's are closed after `done`, a session's go on. */
import type { Request, Response } from 'express';
import type { TurnEvent } from './event-hub.ts';

const HEARTBEAT_MS = 15_000;
/** A client that reads slower than this much is cut off; it comes back with its Last-Event-ID and has lost nothing. */
const MAX_BUFFERED = 1_000_000;
/** How far Redis's clock, which makes the ids, may be ahead of ours. */
const CLOCKS_APART_MS = 60_000;
const EVENT_ID = /^\d{1,15}-\d{1,10}$/;

type Stream = {
  follow(afterId: string, deliver: (event: TurnEvent) => void): Promise<() => void>;
  /** What is said to a client for whom nothing more will come, because all was over when it asked. */
  over?: string;
  /** Aborted when the process closes; clients come back elsewhere with their Last-Event-ID. */
  stopping: AbortSignal;
};

export async function streamEvents(
  { follow, over: farewell, stopping }: Stream,
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
  response.write('retry: 1000\n\n');
  const heartbeat = setInterval(() => response.write(': keep-alive\n\n'), HEARTBEAT_MS);
  let leave: () => void = () => undefined;
  let over = false;
  const end = () => {
    if (over) return;
    over = true;
    clearInterval(heartbeat);
    stopping.removeEventListener('abort', end);
    leave();
    response.end();
  };
  response.on('close', end);
  if (stopping.aborted) end();
  stopping.addEventListener('abort', end);

  leave = await follow(lastEventId(request), (event) => {
    if (over) return;
    response.write(`id: ${event.id}\nevent: ${event.kind}\ndata: ${event.data}\n\n`);
    if (event.kind === 'done' || response.writableLength > MAX_BUFFERED) end();
  });
  if (over) leave();
  else if (farewell !== undefined) {
    // The turn had ended before, and its events are past the client's last one or no longer kept: say how it ended.
    response.write(`event: done\ndata: ${farewell}\n\n`);
    end();
  }
}

function lastEventId(request: Request): string {
  const given = request.get('Last-Event-ID') ?? '';
  // An id of the future is none of ours: waiting for what comes after it would be for ever.
  return EVENT_ID.test(given) && Number.parseInt(given, 10) < Date.now() + CLOCKS_APART_MS ? given : '';
}

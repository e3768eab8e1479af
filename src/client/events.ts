/**
 * Server-Sent Events as an async iterator. A connection that is lost is opened again with Last-Event-ID, so that each event arrives
 * once. It ends after `done`, which the stream of a turn or a run ends with; that of a session goes on until the signal.
 */
import { createParser, type EventSourceMessage } from 'eventsource-parser';
import { MedfleetError, unreachable } from './error.ts';
import { isWorthRepeating, type Send } from './send.ts';

export type ServerEvent = { id: string; event: string; data: Record<string, unknown> };

export type EventOptions = {
  signal?: AbortSignal | undefined;
  /** Resume after this event. */
  lastEventId?: string | undefined;
  /** Is told when the connection is there, and when it is lost. */
  onConnection?: ((isUp: boolean) => void) | undefined;
};

export async function* followEvents(
  send: Send,
  path: string,
  { signal, lastEventId = '', onConnection }: EventOptions = {},
): AsyncGenerator<ServerEvent, void> {
  let lastId = lastEventId;
  for (let failures = 0; ; failures += 1) {
    let lost: unknown = unreachable(undefined);
    try {
      const headers = { Accept: 'text/event-stream', ...(lastId && { 'Last-Event-ID': lastId }) };
      const response = await send.once({ method: 'GET', path, headers, signal, isRepeatable: true });
      onConnection?.(true);
      for await (const { id, event = 'message', data } of messagesOf(response)) {
        failures = 0;
        lastId = id ?? lastId;
        yield { id: lastId, event, data: JSON.parse(data) as Record<string, unknown> };
        if (event === 'done') return;
      }
    } catch (error) {
      if (signal?.aborted) return;
      lost = error instanceof MedfleetError ? error : unreachable(error);
    }
    if (signal?.aborted) return;
    onConnection?.(false);
    if (!isWorthRepeating(lost) || failures >= send.retries) throw lost;
    await send.waitAfter(lost, failures, signal);
    if (signal?.aborted) return;
  }
}

/** Not every browser can iterate over a body. */
async function* messagesOf({ body }: Response): AsyncGenerator<EventSourceMessage> {
  if (!body) return;
  const arrived: EventSourceMessage[] = [];
  const parser = createParser({ onEvent: (message) => arrived.push(message) });
  const decoder = new TextDecoder();
  const reader = body.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      parser.feed(decoder.decode(value, { stream: true }));
      yield* arrived.splice(0);
    }
  } finally {
    // Also where the iteration is left early: the connection is closed.
    await reader.cancel().catch(() => undefined);
  }
}

/**
 * Server-sent events over fetch, because EventSource cannot send an Authorization header. A connection that is lost before
 * the end is opened again with Last-Event-ID, so that every event arrives once.
 */
import { Problem } from './api.js';

const FIRST_WAIT_MS = 500;
const MAX_WAIT_MS = 10_000;
/** Consecutive failures, without an event in between, after which the page reports the failure instead of retrying. */
const MAX_FAILURES = 8;

/** Yields `{id, event, data}` until `done`. `onLost` and `onBack` are called when the connection is lost and when it is back. */
export async function* followEvents(api, path, { signal, onLost, onBack }) {
  const position = { lastId: '', waitMs: FIRST_WAIT_MS };
  let failures = 0;
  let failed = false;
  while (true) {
    try {
      const headers = { accept: 'text/event-stream', ...(position.lastId ? { 'last-event-id': position.lastId } : {}) };
      const response = await api.send(path, { headers, signal });
      if (response.status === 204) return;
      if (failures > 0) onBack();
      for await (const event of parseEvents(response.body, position)) {
        failures = 0;
        failed ||= event.event === 'error';
        yield event;
        if (event.event === 'done') return;
      }
      // Closed by the server after an error event: no more events will come.
      if (failed) return;
    } catch (error) {
      if (signal.aborted) return;
      // A client error stays the same on a retry; a busy or restarting server recovers.
      const refused = error instanceof Problem && error.status >= 400 && error.status < 500 && error.status !== 429;
      if (refused || failures >= MAX_FAILURES) throw error;
      if (error instanceof Problem && error.retryAfter) position.waitMs = error.retryAfter * 1000;
    }
    failures += 1;
    if (failures > MAX_FAILURES) throw new Problem({ title: 'The connection keeps dropping', status: 0 });
    onLost();
    await pause(Math.min(position.waitMs * 2 ** (failures - 1), MAX_WAIT_MS), signal);
    if (signal.aborted) return;
  }
}

async function* parseEvents(body, position) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  let lines = [];
  try {
    while (true) {
      const { value, done } = await reader.read();
      // An event without its closing blank line is incomplete: the next connection sends it again.
      if (done) return;
      // A lone CR at the end may be half of a CRLF.
      const text = rest + value;
      const usable = text.endsWith('\r') ? text.slice(0, -1) : text;
      const parts = usable.split(/\r\n|\n|\r/);
      rest = parts.pop() + text.slice(usable.length);
      for (const line of parts) {
        if (line !== '') {
          lines.push(line);
          continue;
        }
        const event = toEvent(lines, position);
        lines = [];
        if (event) yield event;
      }
    }
  } finally {
    reader.cancel().catch(() => {});
  }
}

function toEvent(lines, position) {
  const event = { event: 'message', data: [] };
  for (const line of lines) {
    const colon = line.indexOf(':');
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (field === 'event') event.event = value;
    else if (field === 'data') event.data.push(value);
    else if (field === 'id') position.lastId = value;
    else if (field === 'retry' && /^\d+$/.test(value)) position.waitMs = Number(value);
  }
  if (event.data.length === 0) return null;
  return { id: position.lastId, event: event.event, data: JSON.parse(event.data.join('\n')) };
}

function pause(ms, signal) {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => [clearTimeout(timer), resolve()], { once: true });
  });
}

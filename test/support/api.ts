/** A small client of the HTTP API, as a user of it would write one. */
import type { TurnView } from '../../producers/turns/turn-view.ts';

export type SseEvent = { id: string; kind: string; data: Record<string, unknown> };

export type Api = ReturnType<typeof apiClient>;

type Sent = { status: number; body: Record<string, unknown>; headers: Headers };

export function apiClient(url: string, token?: string) {
  const authorization = token ? { Authorization: `Bearer ${token}` } : undefined;

  async function call(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Sent> {
    const response = await fetch(url + path, {
      method,
      headers: { ...(body !== undefined && { 'Content-Type': 'application/json' }), ...authorization, ...headers },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    return {
      status: response.status,
      body: text.startsWith('{') ? JSON.parse(text) : { text },
      headers: response.headers,
    };
  }

  async function turn(id: string): Promise<TurnView> {
    return (await call('GET', `/v1/turns/${id}`)).body as unknown as TurnView;
  }

  /** Reads a turn's events until `done`, or until `stop` says so. */
  async function events(
    turnId: string,
    options: { after?: string; stop?: (event: SseEvent) => boolean } = {},
  ): Promise<SseEvent[]> {
    const hangUp = new AbortController();
    const response = await fetch(`${url}/v1/turns/${turnId}/events`, {
      headers: { ...authorization, ...(options.after && { 'Last-Event-ID': options.after }) },
      signal: hangUp.signal,
    });
    if (!response.ok || !response.body) throw new Error(`events answered ${response.status}`);
    const seen: SseEvent[] = [];
    let rest = '';
    for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
      rest += chunk;
      const blocks = rest.split('\n\n');
      rest = blocks.pop() ?? '';
      for (const block of blocks) {
        const event = parseEvent(block);
        if (!event) continue;
        seen.push(event);
        if (options.stop?.(event)) {
          hangUp.abort();
          return seen;
        }
      }
    }
    return seen;
  }

  return {
    call,
    /** Sends a message and returns the ended turn; the only time limit is the test's own. */
    async say(
      text: string,
      fields: Record<string, unknown> = {},
      headers: Record<string, string> = {},
    ): Promise<TurnView> {
      const sent = await call('POST', '/v1/turns?wait=30', { text, patient_id: 'p1', ...fields }, headers);
      if (sent.status === 202) {
        await events(String(sent.body.turn_id));
        return turn(String(sent.body.turn_id));
      }
      if (sent.status !== 200) throw new Error(`POST /v1/turns answered ${sent.status}: ${JSON.stringify(sent.body)}`);
      return sent.body as unknown as TurnView;
    },
    turn,
    events,
  };
}

function parseEvent(block: string): SseEvent | null {
  const fields = Object.fromEntries(
    block.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]),
  );
  return fields.event ? { id: fields.id ?? '', kind: fields.event, data: JSON.parse(fields.data ?? '{}') } : null;
}

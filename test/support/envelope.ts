/** A small client of the envelope, as another system would write one. */
type Options = { path?: string; token?: string; headers?: Record<string, string> };

export type EnvelopeReply = {
  status: number;
  headers: Headers;
  body: {
    agent_name?: string | null;
    conversation_id?: string | null;
    output?: Record<string, unknown>;
    error?: { code: string; message: string; retryable: boolean };
    status?: string;
    execution_time_ms?: number;
    responses?: EnvelopeReply['body'][];
  };
};

export function envelope(action: string, parameters: Record<string, unknown> = {}, more: Record<string, unknown> = {}) {
  const { user_id = 'user_123', ...rest } = more;
  return {
    agent_name: 'LedgerAgent',
    conversation_id: 'conv_abc123',
    input: { action, user_id, parameters },
    ...rest,
  };
}

export async function postEnvelope(url: string, body: unknown, options: Options = {}): Promise<EnvelopeReply> {
  const { path = '/a2a', token, headers } = options;
  const response = await fetch(url + path, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      ...(token !== undefined && { Authorization: `Bearer ${token}` }),
      ...headers,
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  return { status: response.status, headers: response.headers, body: (await response.json()) as EnvelopeReply['body'] };
}

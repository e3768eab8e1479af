/**
 * A remote agent on loopback that speaks the medmentor envelope over real HTTP. A script says what each call gets: an answer, an error, a
 * wrong shape, a reset connection, or nothing for ever. It remembers nothing of idempotency keys, so that a test can count by them.
 */
import { MAX_BATCH } from '../../src/interop/envelope/envelope.ts';
import { type Recorded, type Reply, startScriptedServer } from './scripted-server.ts';

export type RemoteCall = {
  agent_name: string;
  conversation_id: string;
  input: { action: string; user_id: string; parameters: Record<string, unknown> };
  context?: { user_preferences?: unknown; conversation_history?: unknown };
  /** Lower-case names. */
  headers: Record<string, string>;
  /** The body as it was sent; of a call in a batch, that of the batch. */
  body: string;
};

export type RemoteAnswer =
  | { output: Record<string, unknown>; execution_time_ms?: number }
  | { error: string; status: number; retryable?: boolean; headers?: Record<string, string> }
  /** Any body, also one that fits no protocol. */
  | { body: unknown; status?: number; headers?: Record<string, string> }
  /** The connection is cut; the call may have had its effect. */
  | 'reset'
  /** The connection stays open, and nothing comes. */
  | 'hang';

/** `nth` counts calls from 1. */
export type RemoteScript = (call: RemoteCall, nth: number) => RemoteAnswer | Promise<RemoteAnswer>;

type Options = {
  port?: number;
  /** The status of /healthz. */
  health?: () => number | Promise<number>;
};

type Path = '/a2a' | '/a2a/batch' | '/healthz';
type Request = Recorded & { path: Path };

export async function startRemoteAgent(script: RemoteScript, { port = 0, health = () => 200 }: Options = {}) {
  const calls: RemoteCall[] = [];
  const counts = { batches: 0, healthChecks: 0 };

  const heard = async (request: Request, envelope: unknown): Promise<RemoteAnswer> => {
    const call = { ...(envelope as RemoteCall), headers: request.headers, body: JSON.stringify(request.body) };
    calls.push(call);
    return script(call, calls.length);
  };

  async function answerOne(request: Request, reply: Reply): Promise<void> {
    const envelope = request.body as unknown as RemoteCall;
    const answer = await heard(request, envelope);
    if (answer === 'reset') return reply.cut();
    if (answer === 'hang') return reply.hang();
    if ('body' in answer) return reply.json(answer.status ?? 200, answer.body, answer.headers);
    const status = 'error' in answer ? answer.status : 200;
    reply.json(status, envelopeOf(envelope, answer), 'error' in answer ? answer.headers : {});
  }

  async function answerBatch(request: Request, reply: Reply): Promise<void> {
    counts.batches += 1;
    const requests = (request.body.requests ?? []) as RemoteCall[];
    if (requests.length > MAX_BATCH) return reply.json(422, envelopeOf({}, invalid()));
    const answers = await Promise.all(requests.map((envelope) => heard(request, envelope)));
    if (answers.includes('reset')) return reply.cut();
    if (answers.includes('hang')) return reply.hang();
    reply.json(200, { responses: answers.map((answer, index) => envelopeOf(requests[index] ?? {}, answer)) });
  }

  const server = await startScriptedServer<Request>(
    {
      read(path, recorded) {
        const known = (['/a2a', '/a2a/batch', '/healthz'] as const).find((one) => one === path);
        return known && { ...recorded, path: known };
      },
      async answer(request, reply) {
        if (request.path === '/a2a') return answerOne(request, reply);
        if (request.path === '/a2a/batch') return answerBatch(request, reply);
        counts.healthChecks += 1;
        reply.json(await health(), { status: 'ok' });
      },
    },
    { port },
  );
  return {
    /** Where it is called. */
    endpoint: `${server.url}/a2a`,
    port: Number(new URL(server.url).port),
    calls,
    counts,
    close: server.close,
  };
}

function envelopeOf({ agent_name, conversation_id }: Partial<RemoteCall>, answer: RemoteAnswer): unknown {
  if (typeof answer === 'string') throw new Error('not in a batch');
  if ('body' in answer) return answer.body;
  const head = { agent_name, conversation_id };
  if ('output' in answer) return { ...head, status: 'success', ...answer };
  const { error: code, retryable = false } = answer;
  return { ...head, error: { code, message: 'As the script says', retryable }, status: 'error' };
}

function invalid(): RemoteAnswer {
  return { error: 'INVALID_REQUEST', status: 422 };
}

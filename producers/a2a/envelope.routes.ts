/** /a2a: agents for other agents, in the envelope of the medmentor document. Errors have its form too, and no other route's do. */
import { z } from 'zod';
import {
  BatchResponse,
  EnvelopeError,
  EnvelopeRequest,
  EnvelopeResponse,
  MAX_BATCH,
} from '../../src/interop/envelope/envelope.ts';
import { SIGNATURE_HEADER } from '../../src/interop/envelope/signature.ts';
import type { EnvelopeEdge } from '../../src/interop/serve/edge.ts';
import { defineRoute, type Reply, type Route } from '../http/route.ts';
import { named } from '../http/schema-docs.ts';

const ERROR_STATUSES = [400, 401, 403, 404, 405, 409, 413, 415, 422, 429, 500, 503, 504];

const CALL = {
  agent_name: 'AnalyticsAgent',
  conversation_id: 'conv_abc123',
  input: { action: 'get_progress_insights', user_id: 'user_123', parameters: { timeframe: '7d' } },
};

named('EnvelopeRequest', EnvelopeRequest, { description: 'A call of an action of an agent.', examples: [CALL] });
named('EnvelopeResponse', EnvelopeResponse);
named('EnvelopeError', EnvelopeError);
named('EnvelopeBatchResponse', BatchResponse);
const Batch = named('EnvelopeBatch', z.object({ requests: z.array(EnvelopeRequest).min(1).max(MAX_BATCH) }), {
  examples: [{ requests: [CALL] }],
});

const HEADERS = {
  'Idempotency-Key': 'For actions that write: the same key and body are one call, with one response; 24 hours',
  [SIGNATURE_HEADER]:
    'Needed where A2A_SIGNING_SECRET is set: t=<unix seconds>,n=<nonce>,v1=<hex HMAC-SHA256 of t.n.body>',
  traceparent: 'W3C trace context; its trace id is in the log',
};

export function a2aRoutes({ call, batch, wrongMethod, fail }: EnvelopeEdge): Route[] {
  const common = { tag: 'Other agents' as const, scope: 'a2a' as const, headers: HEADERS };
  return [
    defineRoute({
      ...common,
      method: 'post',
      path: '/a2a',
      operation: 'callAgent',
      summary: 'Call an action of an agent',
      body: EnvelopeRequest,
      edge: { handlers: call, wrongMethod, fail },
      replies: { 200: { description: 'What the agent answered', schema: EnvelopeResponse }, ...errors() },
      handle: async () => undefined,
    }),
    defineRoute({
      ...common,
      method: 'post',
      path: '/a2a/batch',
      operation: 'callAgents',
      summary: `Up to ${MAX_BATCH} calls in one request; each is answered in its place`,
      body: Batch,
      edge: { handlers: batch, wrongMethod, fail },
      replies: { 200: { description: 'A response or an error for each', schema: BatchResponse }, ...errors() },
      handle: async () => undefined,
    }),
  ];
}

function errors(): Record<number, Reply> {
  const reply = { description: 'An error in the form of the envelope', schema: EnvelopeError };
  return Object.fromEntries(ERROR_STATUSES.map((status) => [status, reply]));
}

/** A turn: one user message and all it sets off. What the message said stands in the turn's own key and nowhere else. */
import { z } from 'zod';
import { Fact } from '../../record/fact.ts';
import { SESSION_TOPIC_NODE_TYPES, UserLocation } from '../../teams/health/machina-med-state.ts';

export const TURN_STATUSES = [
  'queued',
  'running',
  'waiting_approval',
  'completed',
  'degraded',
  'failed',
  'cancelled',
] as const;
export type TurnStatus = (typeof TURN_STATUSES)[number];

export const ENDED_STATUSES: ReadonlySet<string> = new Set(['completed', 'degraded', 'failed', 'cancelled']);

export const ROUTES = [
  'url',
  'non_health',
  'ui_redirect',
  'share_or_modify',
  'patient_consult',
  'general_consult',
] as const;
export type Route = (typeof ROUTES)[number];

export const Topic = z.strictObject({ node_uuid: z.uuid(), node_type: z.enum(SESSION_TOPIC_NODE_TYPES) });

/** What set a turn off: a person, or something that happened to a research agent, which has a lane of its own. */
export const Origin = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('user') }),
  z.object({ kind: z.literal('message'), agent_id: z.string() }),
  z.object({ kind: z.literal('trigger'), agent_id: z.string(), trigger_id: z.string() }),
  z.object({ kind: z.literal('decision'), agent_id: z.string(), approval_id: z.string() }),
  z.object({ kind: z.literal('mail'), agent_id: z.string(), approval_id: z.string() }),
  z.object({ kind: z.literal('report'), agent_id: z.string(), report_id: z.string() }),
]);
export type Origin = z.infer<typeof Origin>;

/** What was asked, as the producer admitted it; the text stands beside it because a merge may lengthen it. */
export const TurnRequest = z.object({
  turn_id: z.string(),
  tenant: z.string(),
  session_id: z.string(),
  patient_id: z.string(),
  user_id: z.string(),
  team: z.string(),
  user_location: UserLocation.nullable().default(null),
  topic: Topic.nullable().default(null),
  origin: Origin.default({ kind: 'user' }),
  created_at: z.string(),
});
export type TurnRequest = z.infer<typeof TurnRequest>;

export type Turn = TurnRequest & { text: string };

export const AGENT_STATUSES = ['pending', 'running', 'empty', 'success', 'error'] as const;
export type AgentStatus = (typeof AGENT_STATUSES)[number];

export const AgentOutcome = z.object({ status: z.enum(AGENT_STATUSES), ms: z.number(), attempts: z.number() });

export const TurnUsage = z.object({
  model_calls: z.number(),
  input_tokens: z.number(),
  output_tokens: z.number(),
  cost_usd: z.number().nullable().optional(),
});
export type TurnUsage = z.infer<typeof TurnUsage>;

export const TurnError = z.object({ code: z.string(), detail: z.string(), agent: z.string().optional() });
export type TurnError = z.infer<typeof TurnError>;

/** What the fan-in found out. */
export const TurnResult = z.object({
  agents: z.record(z.string(), AgentOutcome),
  facts: z.array(Fact),
  usage: TurnUsage,
  red_flags: z.array(z.object({ family: z.string(), advice: z.string() })),
  error: TurnError.nullable(),
});
export type TurnResult = z.infer<typeof TurnResult>;

export const EMPTY_RESULT: TurnResult = {
  agents: {},
  facts: [],
  usage: { model_calls: 0, input_tokens: 0, output_tokens: 0 },
  red_flags: [],
  error: null,
};

/** A turn as `GET /v1/turns/:id` shows it. */
export const TurnView = TurnResult.extend({
  turn_id: z.string(),
  session_id: z.string(),
  patient_id: z.string(),
  team: z.string(),
  status: z.enum(TURN_STATUSES),
  reply: z.string().nullable(),
  route: z.enum(ROUTES).nullable(),
  agent: z.string().nullable().describe('Who gave the reply'),
  created_at: z.string(),
  timings: z.object({
    queued_ms: z.number().nullable(),
    first_delta_ms: z.number().nullable(),
    reply_ms: z.number().nullable(),
    total_ms: z.number().nullable(),
  }),
});
export type TurnView = z.infer<typeof TurnView>;

/** From the turn's hash in Redis. */
export function turnView(hash: Record<string, string>): TurnView {
  const request = TurnRequest.parse(JSON.parse(hash.request ?? '{}'));
  const result = hash.result ? TurnResult.parse(JSON.parse(hash.result)) : EMPTY_RESULT;
  const since = (field: string) => (hash[field] ? Number(hash[field]) - Number(hash.created) : null);
  return TurnView.parse({
    ...result,
    turn_id: request.turn_id,
    session_id: request.session_id,
    patient_id: request.patient_id,
    team: request.team,
    status: hash.status,
    reply: hash.reply ?? null,
    route: hash.route ?? null,
    agent: hash.agent ?? null,
    created_at: request.created_at,
    timings: {
      queued_ms: since('started'),
      first_delta_ms: since('first_delta'),
      reply_ms: since('replied'),
      total_ms: since('ended'),
    },
  });
}

/**
 * The wire format of the medmentor document, shared by who calls and who serves. `POST <endpoint>` takes a request and answers with a
 * response or an error; `POST <endpoint>/batch` takes several and answers each in its place.
 */
import { z } from 'zod';

/** A batch is one HTTP request: what it costs the server stays small. */
export const MAX_BATCH = 20;

export const ERROR_CODES = [
  'TIMEOUT',
  'AUTHENTICATION_ERROR',
  'FORBIDDEN',
  'NOT_FOUND',
  'INVALID_REQUEST',
  'RATE_LIMITED',
  'UNAVAILABLE',
  'INTERNAL',
  'CONFLICT',
] as const;
export type EnvelopeErrorCode = (typeof ERROR_CODES)[number];

/** Names and ids become parts of Redis keys and of log lines, so only plain characters are allowed. */
export const AgentName = z
  .string()
  .regex(/^[A-Za-z][A-Za-z0-9_]{0,63}$/, 'must be a letter, then letters, digits and _');
export const ActionName = z.string().regex(/^[a-z][a-z0-9_]{0,63}$/, 'may have lower-case letters, digits and _ only');
export const ConversationId = plainId();
export const UserId = plainId();

/** Unknown fields are dropped: the document's own client sends its whole context. */
export const EnvelopeRequest = z.object({
  agent_name: AgentName,
  agent_version: z.string().max(32).optional(),
  conversation_id: ConversationId,
  input: z.object({
    action: ActionName,
    user_id: UserId,
    parameters: z.record(z.string(), z.unknown()).default({}),
  }),
  context: z
    .object({
      user_preferences: z.record(z.string(), z.unknown()).default({}),
      conversation_history: z.array(z.unknown()).default([]),
    })
    .prefault({}),
});
export type EnvelopeRequest = z.infer<typeof EnvelopeRequest>;
/** As it is sent: what is not said is left out. */
export type EnvelopeRequestInput = z.input<typeof EnvelopeRequest>;

export const EnvelopeResponse = z.object({
  agent_name: z.string(),
  conversation_id: z.string(),
  output: z.record(z.string(), z.unknown()),
  status: z.literal('success'),
  execution_time_ms: z.number().min(0).optional(),
});
export type EnvelopeResponse = z.infer<typeof EnvelopeResponse>;

/** The name and the conversation are null where the request could not be read. A server may have codes of its own. */
export const EnvelopeError = z.object({
  agent_name: z.string().nullable().default(null),
  conversation_id: z.string().nullable().default(null),
  error: z.object({
    code: z.string().max(64),
    message: z.string(),
    retryable: z.boolean(),
  }),
  status: z.literal('error'),
});
export type EnvelopeError = z.infer<typeof EnvelopeError>;

export const EnvelopeAnswer = z.discriminatedUnion('status', [EnvelopeResponse, EnvelopeError]);
export type EnvelopeAnswer = z.infer<typeof EnvelopeAnswer>;

/** Each entry is checked on its own: a bad one does not spoil its neighbours. */
export const BatchRequest = z.object({ requests: z.array(z.unknown()).min(1).max(MAX_BATCH) });

/** In the order of the requests. */
export const BatchResponse = z.object({ responses: z.array(EnvelopeAnswer).min(1).max(MAX_BATCH) });

function plainId() {
  return z
    .string()
    .regex(/^[A-Za-z0-9][A-Za-z0-9._@-]{0,127}$/, 'may have letters, digits and . _ @ - only, at most 128 of them');
}

/** What a client may send and gets back about turns. Strict here, at the edge; tolerant in the queue. */
import { z } from 'zod';
import { Topic, TURN_STATUSES, TurnView } from '../src/engine/task/turn.ts';
import { UserLocation } from '../src/teams/health/machina-med-state.ts';

export const MAX_TEXT = 20_000;

/** Ids are the caller's own. They become parts of key names, so they stay plain. */
const id = (what: string) =>
  z
    .string()
    .regex(/^[A-Za-z0-9][A-Za-z0-9._@-]{0,127}$/, 'letters, digits and . _ @ - only, at most 128 of them')
    .describe(what);

export const SessionId = id('A conversation; made up by us if not given');
export const PatientId = id('Whose record this is about');

export const NewTurn = z.strictObject({
  text: z
    .string()
    .max(MAX_TEXT, `at most ${MAX_TEXT} characters`)
    .refine((text) => text.trim() !== '', 'must not be empty')
    .refine((text) => text.isWellFormed(), 'must be well-formed Unicode')
    .describe('What the user says'),
  patient_id: PatientId,
  user_id: id('Who is speaking, if not the patient').optional(),
  session_id: SessionId.refine((id) => !id.startsWith('agent-'), 'is the mailbox of a research agent').optional(),
  team: z.string().default('health').describe('Which team answers'),
  user_location: UserLocation.optional(),
  topic: Topic.optional().describe('The node of the record that the conversation is about'),
});
export type NewTurn = z.infer<typeof NewTurn>;

export const TurnReceipt = z.object({
  turn_id: z.string(),
  session_id: z.string(),
  status: z.enum(TURN_STATUSES),
  events_url: z.string(),
  result_url: z.string(),
});

export const WaitQuery = z.object({
  wait: z.coerce
    .number()
    .min(0)
    .max(60, 'at most 60 seconds')
    .optional()
    .describe('Seconds to wait for the turn to end'),
});

export const TurnParams = z.object({ id: z.string() });

export const ListQuery = z
  .object({ session_id: SessionId.optional(), patient_id: PatientId.optional(), cursor: z.string().max(64).optional() })
  .refine(
    (query) => query.session_id !== undefined || query.patient_id !== undefined,
    'name a session_id or a patient_id',
  );

export const TurnPage = z.object({ turns: z.array(TurnView), next_cursor: z.string().nullable() });

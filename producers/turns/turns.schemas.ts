/** Requests and responses about turns. Unknown fields are refused here, at the HTTP edge; the queues ignore them. */
import { z } from 'zod';
import { TASK_STATUSES, UserLocation } from '../../src/engine/task/task.ts';
import { Topic } from '../../src/teams/health/machina-med-state.ts';
import { named } from '../http/schema-docs.ts';
import { TurnView } from './turn-view.ts';
import { NEW_TURN, TURN, TURN_RECEIPT } from './turns.examples.ts';

export const MAX_TEXT = 20_000;

/** Ids are chosen by the caller. They become parts of Redis keys, so only plain characters are allowed. */
export const id = (what: string) =>
  z
    .string()
    .regex(/^[A-Za-z0-9][A-Za-z0-9._@-]{0,127}$/, 'may have letters, digits and . _ @ - only, at most 128 of them')
    .describe(what);

export const SessionId = id('A conversation; created if not given');
export const PatientId = id('The patient whose record this is about');

named('UserLocation', UserLocation);
named('Topic', Topic);

const NewTurnFields = z.strictObject({
  text: z
    .string()
    .max(MAX_TEXT)
    .regex(/\S/, 'must not be empty')
    .refine((text) => text.isWellFormed(), 'must be well-formed Unicode')
    .describe('The message of the user'),
  patient_id: PatientId.optional().describe(
    'Whom it is about, for teams whose subject is a patient; that of the session, or the user of the token, if not given',
  ),
  user_id: id('Who sends the message; the patient if not given').optional(),
  session_id: SessionId.refine(
    (id) => !id.startsWith('agent-'),
    'must not begin with agent-: these sessions belong to research agents',
  )
    .optional()
    .describe('A conversation; created if not given. One that begins with agent- belongs to a research agent'),
  team: z.string().optional().describe('The team that answers; that of the session, or health, if not given'),
  user_location: UserLocation.optional(),
  topic: Topic.optional().describe('The node of the record that the conversation is about'),
});

export const NewTurn = named('NewTurn', NewTurnFields, { description: 'A message to a team.', examples: [NEW_TURN] });
export type NewTurn = z.infer<typeof NewTurn>;

const Receipt = z.object({
  turn_id: z.string(),
  session_id: z.string(),
  status: z.enum(TASK_STATUSES),
  events_url: z.string().describe('Where to follow it'),
  result_url: z.string().describe('Where to read it'),
});

export const TurnReceipt = named('TurnReceipt', Receipt, { examples: [TURN_RECEIPT] });

export const MAX_WAIT_SECONDS = 60;

export const WaitQuery = z.object({
  wait: z.coerce
    .number()
    .min(0)
    .max(MAX_WAIT_SECONDS, `may be at most ${MAX_WAIT_SECONDS} seconds`)
    .optional()
    .describe('Seconds to wait for the turn to end'),
});

export const TurnParams = z.object({ id: z.string() });

export const ListQuery = z
  .object({
    session_id: SessionId.optional().describe('The turns of this conversation; this or patient_id is needed'),
    patient_id: PatientId.optional().describe('The turns about this patient; this or session_id is needed'),
    cursor: z.string().max(64).optional(),
  })
  .refine(
    (query) => query.session_id !== undefined || query.patient_id !== undefined,
    'name a session_id or a patient_id',
  );

const Page = z.object({ turns: z.array(TurnView), next_cursor: z.string().nullable() });

export const TurnPage = named('TurnPage', Page, { examples: [{ turns: [TURN], next_cursor: null }] });

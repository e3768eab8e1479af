/** A turn as `GET /v1/turns/:id` shows it: the engine's task with the fields of the teams that have facts and red flags. */
import { z } from 'zod';
import { Citation } from '../../src/engine/models/citation.ts';
import {
  AgentOutcome,
  lostJobs,
  resultOf,
  TASK_STATUSES,
  TaskError,
  TaskRequest,
  TaskResult,
  TaskUsage,
} from '../../src/engine/task/task.ts';
import { Coding, Evidence, Fact, Frequency, Quantity, SourceCodes, TurnFact } from '../../src/record/index.ts';
import { named } from '../http/schema-docs.ts';
import { FACT, TURN } from './turns.examples.ts';

named('Fact', TurnFact, {
  description: 'One thing that a message says, with the words that say it.',
  examples: [FACT],
});

named('PatientFact', Fact, { description: 'A fact of the patient.' });
named('FamilyFact', TurnFact.options[1], { description: 'A condition of a relative.' });
named('SourceCodes', SourceCodes, { description: 'The codes of another system, as it wrote them.' });
named('Evidence', Evidence, { description: 'The words of the message, and where they stand in it.' });
named('Frequency', Frequency, { description: 'How often.' });
named('Quantity', Quantity);
named('Coding', Coding, { description: 'A code of a vocabulary such as SNOMED CT, RxNorm or LOINC.' });
named('AgentOutcome', AgentOutcome);
named('Citation', Citation);
named('Usage', TaskUsage);
named('TaskError', TaskError);

const View = TaskResult.omit({ data: true }).extend({
  turn_id: z.string(),
  session_id: z.string(),
  patient_id: z.string().optional().describe('Of teams that have a patient as their subject'),
  user_id: z.string(),
  team: z.string(),
  status: z.enum(TASK_STATUSES),
  text: z.string().describe('What the user wrote; empty for a turn that no user has sent'),
  reply: z.string().nullable(),
  route: z.string().nullable().describe('What the first agent decided; each team has its own values'),
  agent: z.string().nullable().describe('Who gave the reply'),
  facts: z.array(TurnFact),
  corrections: z
    .array(z.looseObject({ id: z.string(), outcome: z.string() }))
    .describe('What the message corrected in the record: before and after, or why nothing was changed'),
  alarm: z
    .string()
    .nullable()
    .describe('What to know or do before any answer: told within a second, and kept if the turn is cancelled or fails'),
  disagreements: z
    .array(z.object({ agent: z.string(), read: z.string(), kept: z.string() }))
    .optional()
    .describe('Words that a model has read otherwise than the rules: `kept` is what the rules read, and what holds'),
  red_flags: z.array(z.object({ family: z.string(), advice: z.string() })),
  medicine_warnings: z
    .array(z.object({ medicine: z.string(), against: z.string(), text: z.string() }))
    .describe('Medicines of the message that do not go with the record'),
  created_at: z.string(),
  timings: z.object({
    queued_ms: z.number().nullable(),
    first_delta_ms: z.number().nullable(),
    reply_ms: z.number().nullable(),
    total_ms: z.number().nullable(),
  }),
});

export const TurnView = named('Turn', View, {
  description: 'One message and all that it has set off.',
  examples: [TURN],
});
export type TurnView = z.infer<typeof TurnView>;

/** From the task's hash in Redis. */
export function turnView(hash: Record<string, string>): TurnView {
  const request = TaskRequest.parse(JSON.parse(hash.request ?? '{}'));
  const { data, ...result } = resultOf(hash);
  const alarm = hash.alarm ? JSON.parse(hash.alarm) : null;
  const since = (field: string) => (hash[field] ? Number(hash[field]) - Number(hash.created) : null);
  return TurnView.parse({
    ...result,
    warnings: [...result.warnings, ...lostJobs(hash)],
    turn_id: request.id,
    session_id: request.session_id ?? '',
    ...(request.subject?.kind === 'patient' && { patient_id: request.subject.id }),
    user_id: request.user_id,
    team: request.team,
    status: hash.status,
    text: request.origin.kind === 'user' ? (hash.text ?? '') : '',
    reply: hash.reply ?? null,
    route: hash.route ?? null,
    agent: hash.agent ?? null,
    facts: data.facts ?? [],
    corrections: data.corrections ?? [],
    ...(data.disagreements !== undefined && { disagreements: data.disagreements }),
    alarm: alarm?.text ?? null,
    red_flags: data.red_flags ?? alarm?.red_flags ?? [],
    medicine_warnings: data.medicine_warnings ?? alarm?.medicine_warnings ?? [],
    created_at: request.created_at,
    timings: {
      queued_ms: since('started'),
      first_delta_ms: since('first_delta'),
      reply_ms: since('replied'),
      total_ms: since('ended'),
    },
  });
}

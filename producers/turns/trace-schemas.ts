/** A turn's trace as the API shows it: a tree of spans, each with its place in time. */
import { z } from 'zod';
import { TASK_STATUSES } from '../../src/engine/task/task.ts';
import { named } from '../http/schema-docs.ts';

export const Span = z.object({
  id: z.string(),
  parent: z.string().nullable().describe('The span that it is part of; null for the turn itself'),
  kind: z
    .enum(['turn', 'run', 'model', 'tool', 'remote', 'step'])
    .describe('run: an agent at work; step: work that is neither a model call nor a tool, such as filing facts'),
  name: z.string().describe('Of the agent, the model, the tool or the step; model "offline": rules, no model'),
  agent: z.string().optional(),
  queue: z.string().optional().describe('Of a run that is a job of its own'),
  job_id: z.string().optional(),
  attempts: z.number().optional(),
  status: z.string().describe('waiting, running, success, empty, error or cancelled; of the turn, its own status'),
  start_ms: z.number().describe('Since created_at'),
  wait_ms: z.number().optional().describe('How long its job waited in the queue before start_ms'),
  ms: z.number().describe('Until now, while it is running'),
  usage: z
    .object({
      input_tokens: z.number(),
      output_tokens: z.number(),
      cost_usd: z.number().nullable(),
      model: z.string(),
    })
    .optional(),
  error: z.object({ code: z.string(), detail: z.string() }).optional(),
  input: z.unknown().optional().describe('For the scope admin, as long as it is kept'),
  output: z.unknown().optional().describe('For the scope admin, as long as it is kept'),
});
export type Span = z.infer<typeof Span>;

const TurnTraceFields = z.object({
  turn_id: z.string(),
  status: z.enum(TASK_STATUSES),
  created_at: z.string(),
  total_ms: z.number().describe('Until now, while the turn runs'),
  redacted: z.boolean().describe('True without the scope admin: inputs and outputs are left out'),
  spans: z.array(Span).describe('In order of their start'),
});

export const TurnTrace = named('TurnTrace', TurnTraceFields, {
  description: 'Where the time of a turn went.',
  examples: [
    {
      turn_id: '01a1dd4c-6f19-72c6-a66d-d76c4294925c',
      status: 'completed',
      created_at: '2026-11-16T10:20:58.855Z',
      total_ms: 61,
      redacted: true,
      spans: [
        { id: 'turn', parent: null, kind: 'turn', name: 'turn', status: 'completed', start_ms: 0, ms: 61 },
        {
          id: 'TriageAgent',
          parent: 'turn',
          kind: 'run',
          name: 'TriageAgent',
          agent: 'TriageAgent',
          queue: 'triage',
          attempts: 1,
          status: 'success',
          start_ms: 6,
          wait_ms: 4,
          ms: 9,
        },
      ],
    },
  ],
});
export type TurnTrace = z.infer<typeof TurnTrace>;

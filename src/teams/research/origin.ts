/** What started a task of the research team: a person, or an event of a research agent, which has a lane of its own. */
import { z } from 'zod';
import type { Task } from '../../engine/task/task.ts';

const ResearchOrigin = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('user') }),
  z.object({ kind: z.literal('message'), agent_id: z.string(), addresses: z.array(z.string()).default([]) }),
  z.object({ kind: z.literal('trigger'), agent_id: z.string(), trigger_id: z.string() }),
  z.object({ kind: z.literal('decision'), agent_id: z.string(), approval_id: z.string() }),
  z.object({ kind: z.literal('mail'), agent_id: z.string(), approval_id: z.string() }),
  z.object({ kind: z.literal('report'), agent_id: z.string(), report_id: z.string() }),
]);
export type ResearchOrigin = z.infer<typeof ResearchOrigin>;

export function originOf(task: Pick<Task, 'origin'>): ResearchOrigin {
  return ResearchOrigin.parse(task.origin);
}

/** The research agent whose task this is; null for tasks of the conversation with the user. */
export function agentOfTask(task: Pick<Task, 'origin'>): string | null {
  const origin = originOf(task);
  return origin.kind === 'user' || origin.kind === 'report' ? null : origin.agent_id;
}

/** What started a task of the research team: a person, or an event of a research agent, which has a lane of its own. */
import { z } from 'zod';
import type { Task } from '../../engine/task/task.ts';

/** Messages between agents that led here since a person, a schedule or a mail set something off. */
const rounds = z.number().int().min(0).default(0);
/** The task that this one goes back to, through messages and reports. */
const root = z.string().optional();

const ResearchOrigin = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('user') }),
  z.object({
    kind: z.literal('message'),
    agent_id: z.string(),
    addresses: z.array(z.string()).default([]),
    rounds,
    root,
  }),
  z.object({ kind: z.literal('trigger'), agent_id: z.string(), trigger_id: z.string() }),
  z.object({ kind: z.literal('decision'), agent_id: z.string(), approval_id: z.string() }),
  z.object({ kind: z.literal('mail'), agent_id: z.string(), approval_id: z.string() }),
  z.object({
    kind: z.literal('report'),
    agent_id: z.string(),
    report_id: z.string(),
    rounds,
    root,
    /** It answers something that the user has asked. */
    asked: z.boolean().default(false),
  }),
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

/** Whether the task was started by a message of the user, which its report answers. */
export function isAsked(task: Pick<Task, 'origin'>): boolean {
  const origin = originOf(task);
  return origin.kind === 'report' ? origin.asked : origin.kind === 'message' && origin.rounds <= 1;
}

/** A turn of the user, or the task of an agent that it led to; not what a report, a schedule or a mail has set off. */
export function isOfUser(task: Pick<Task, 'origin'>): boolean {
  const { kind } = originOf(task);
  return kind === 'user' || (kind === 'message' && isAsked(task));
}

/** The task that a person, a schedule or a mail set off: what follows from it is counted together. */
export function rootOf({ id, origin }: Pick<Task, 'id' | 'origin'>): string {
  const known = originOf({ origin });
  return ('root' in known && known.root) || id;
}

export function roundsOf(task: Pick<Task, 'origin'>): number {
  const origin = originOf(task);
  return 'rounds' in origin ? origin.rounds : 0;
}

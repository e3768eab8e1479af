/** decompose_task: breaks a task into subtasks that depend on each other. */
import { z } from 'zod';

export const DecomposeTaskInput = z.strictObject({
  task: z.string().min(1).describe('High-level objective'),
  constraints: z.array(z.string()).max(100).default([]).describe('Time, scope, dependencies'),
  available_agents: z.array(z.string()).max(50).default([]).describe('Agent functions that exist; all if empty'),
  context: z.string().default('').describe('Domain or project context'),
});

/** Becomes part of job ids. */
const SubtaskId = z.string().regex(/^[A-Za-z0-9_-]{1,40}$/, 'letters, digits, - and _ only, at most 40 of them');

export const Subtask = z.object({
  id: SubtaskId,
  description: z.string(),
  depends_on: z.array(SubtaskId).default([]),
  estimated_tokens: z.number().int().min(0),
});

export const DecomposeTaskOutput = z.object({
  subtasks: z.array(Subtask).describe('In an order in which they can be executed'),
  dependencies: z.record(SubtaskId, z.array(SubtaskId)).describe('Which subtask depends on which'),
  agent_assignments: z.record(SubtaskId, z.string()).describe('subtask_id -> agent function'),
  estimated_tokens: z.number().int().min(0).describe('Total budget estimate'),
});

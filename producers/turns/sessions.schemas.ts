/** Responses about sessions. */
import { z } from 'zod';
import { TASK_STATUSES } from '../../src/engine/task/task.ts';
import { named } from '../http/schema-docs.ts';
import { SESSION, SESSION_ITEM } from './turns.examples.ts';
import { id, PatientId } from './turns.schemas.ts';

export const SessionMessage = z.object({
  role: z.enum(['user', 'assistant']),
  text: z.string(),
  agent: z.string().optional(),
  turn_id: z.string(),
  at: z.string(),
});

const session = {
  session_id: z.string(),
  patient_id: z.string().optional(),
  user_id: z.string(),
  team: z.string(),
  created_at: z.string(),
};

const SessionFields = z.object({
  ...session,
  messages: z.array(SessionMessage).describe('The last 200'),
  summary: z.string().describe('The number of turns and the latest topics'),
  state: z.record(z.string(), z.unknown()),
});

export const SessionView = named('Session', SessionFields, { description: 'A conversation.', examples: [SESSION] });
export type SessionView = z.infer<typeof SessionView>;

const ItemFields = z.object({
  ...session,
  title: z.string().describe('The first message, cut at 80 characters'),
  updated_at: z.string().describe('When a message was last sent or answered'),
  turns: z.number().int().describe('That are kept'),
  status: z.enum(TASK_STATUSES).describe('Of its last turn'),
});

export const SessionItem = named('SessionItem', ItemFields, { examples: [SESSION_ITEM] });
export type SessionItem = z.infer<typeof SessionItem>;

export const SessionQuery = z
  .object({
    patient_id: PatientId.optional().describe('Sessions about this patient; this or user_id is needed'),
    user_id: id('Sessions of this user; this or patient_id is needed').optional(),
    team: z.string().max(64).optional().describe('Only sessions with this team'),
    cursor: z.string().max(160).optional(),
  })
  .refine(({ patient_id, user_id }) => patient_id !== undefined || user_id !== undefined, {
    path: ['patient_id'],
    message: 'name a patient_id or a user_id: whose sessions to list',
  });

const Page = z.object({ sessions: z.array(SessionItem), next_cursor: z.string().nullable() });

export const SessionPage = named('SessionPage', Page);

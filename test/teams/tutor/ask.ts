/** Asks a rule of the team as the offline model would. */
import type { Rule, RuleAnswer } from '../../../src/engine/models/offline/rule.ts';
import { NOON } from './desk.ts';

export const QUIZ_OPEN = {
  kind: 'quiz',
  id: 'q1',
  topic: null,
  of: 5,
  asked: ['class:Ramipril'],
  right: 0,
  wrong: 0,
  open: {
    item_id: 'class:Ramipril',
    topic: 'cardiovascular',
    question: 'Which class of medicine is ramipril?',
    options: ['beta blocker', 'ACE inhibitor', 'statin'],
    right: 1,
    explanation: 'Ramipril: ACE inhibitor.',
    source: 'table',
    asked_at: NOON.toISOString(),
  },
};

export function ask(
  rule: Rule | undefined,
  text: string,
  exercise: unknown = null,
  responses: readonly { name: string; result: unknown }[] = [],
): RuleAnswer {
  if (!rule) throw new Error('there is no such rule');
  return rule({
    team: 'tutor',
    agent: 'any',
    model: 'offline',
    instruction: '',
    messages: [
      { role: 'user', parts: [{ type: 'text', text }] },
      ...responses.map(({ name, result }) => ({
        role: 'tool' as const,
        parts: [{ type: 'response' as const, id: name, name, result }],
      })),
    ],
    tools: [],
    settings: {},
    context: { now: NOON.toISOString(), timezone: 'UTC', state: { exercise } },
  });
}

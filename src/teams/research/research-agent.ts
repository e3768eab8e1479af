/** A research agent as it is stored: identity, owner, the conversation it reports to, when its evidence is enough, and its budget. */
import { z } from 'zod';
import type { TaskUsage } from '../../engine/task/task.ts';
import { DEFAULT_THRESHOLD, EvidenceThreshold } from './evidence-threshold.ts';
import { Requirements } from './requirements.ts';

/** Steps are model calls. Money counts where the provider's price is known. */
export const Budget = z.object({ steps: z.number(), tokens: z.number(), seconds: z.number(), cost_usd: z.number() });
export type Budget = z.infer<typeof Budget>;

export const AGENT_STATUSES = ['active', 'paused', 'retired'] as const;

export const ResearchAgent = z.object({
  id: z.string(),
  tenant: z.string(),
  user_id: z.string().describe('Whose agent it is'),
  patient_id: z.string().nullable().default(null).describe('The patient it works for; it is erased with them'),
  session_id: z.string().describe('The conversation that it reports to: where it was last spoken to'),
  name: z.string(),
  description: z.string(),
  status: z
    .enum(AGENT_STATUSES)
    .describe('paused: by a person, or because its budget is spent; it waits to be told to go on. retired: for good'),
  evidence_threshold: EvidenceThreshold.default(DEFAULT_THRESHOLD).describe('When it has found enough'),
  requirements: Requirements.default({}).describe('What a source must be to count'),
  budget: Budget,
  spent: Budget,
  created_at: z.string(),
  last_active: z.string(),
});
export type ResearchAgent = z.infer<typeof ResearchAgent>;

/** What a new agent is; how much is enough is the default if it does not say. */
export type AgentWish = Pick<ResearchAgent, 'name' | 'description'> &
  Partial<Pick<ResearchAgent, 'evidence_threshold' | 'requirements'>>;

const amount = z.number().positive().max(1_000_000_000);

export const AgentChange = z
  .strictObject({
    status: z.enum(AGENT_STATUSES).optional().describe('active resumes a paused agent; retired cannot be undone'),
    evidence_threshold: EvidenceThreshold.optional(),
    requirements: Requirements.optional(),
    budget: z
      .strictObject({ steps: amount, tokens: amount, seconds: amount, cost_usd: amount })
      .partial()
      .optional()
      .describe('What it may use in all, with what it has used so far'),
  })
  .refine((change) => Object.keys(change).length > 0, 'must change something');
export type AgentChange = z.infer<typeof AgentChange>;

export const NOTHING_SPENT: Budget = { steps: 0, tokens: 0, seconds: 0, cost_usd: 0 };

/** What an agent may use before it has to ask: enough for weeks of regular searches, or for a day of intensive work. */
export const DEFAULT_BUDGET: Budget = { steps: 500, tokens: 2_000_000, seconds: 4 * 3600, cost_usd: 10 };

export function spend(spent: Budget, usage: TaskUsage, seconds: number): Budget {
  return {
    steps: spent.steps + usage.model_calls + (usage.rule_calls ?? 0),
    tokens: spent.tokens + usage.input_tokens + usage.output_tokens,
    seconds: spent.seconds + seconds,
    cost_usd: spent.cost_usd + (usage.cost_usd ?? 0),
  };
}

/** The first part of the budget that is used up, as text; null if none is. */
export function usedUp({ budget, spent }: Pick<ResearchAgent, 'budget' | 'spent'>): string | null {
  const over = (Object.keys(budget) as (keyof Budget)[]).find((part) => spent[part] >= budget[part]);
  return over ? `${WORDS[over]} (${round(spent[over])} of ${round(budget[over])})` : null;
}

const WORDS: Record<keyof Budget, string> = {
  steps: 'steps',
  tokens: 'tokens',
  seconds: 'working seconds',
  cost_usd: 'dollars',
};

function round(value: number): number {
  return Math.round(value * 100) / 100;
}

/** A research agent as it is stored: its identity, its owner, the conversation it reports to, and its budget. */
import { z } from 'zod';
import type { TaskUsage } from '../../engine/task/task.ts';

/** Steps are model calls. Money counts where the provider's price is known. */
export const Budget = z.object({ steps: z.number(), tokens: z.number(), seconds: z.number(), cost_usd: z.number() });
export type Budget = z.infer<typeof Budget>;

export const ResearchAgent = z.object({
  id: z.string(),
  tenant: z.string(),
  user_id: z.string().describe('Whose agent it is'),
  patient_id: z.string().nullable().default(null).describe('The patient it works for; it is erased with them'),
  session_id: z.string().describe('The conversation that it reports to: where it was last spoken to'),
  name: z.string(),
  description: z.string(),
  status: z.enum(['active', 'paused']).describe('paused: its budget is spent, and it waits to be told to go on'),
  budget: Budget,
  spent: Budget,
  created_at: z.string(),
  last_active: z.string(),
});
export type ResearchAgent = z.infer<typeof ResearchAgent>;

export const NOTHING_SPENT: Budget = { steps: 0, tokens: 0, seconds: 0, cost_usd: 0 };

/** What an agent may use before it has to ask: enough for weeks of regular searches, or for a day of intensive work. */
export const DEFAULT_BUDGET: Budget = { steps: 500, tokens: 2_000_000, seconds: 4 * 3600, cost_usd: 10 };

export function spend(spent: Budget, usage: TaskUsage, seconds: number): Budget {
  return {
    steps: spent.steps + usage.model_calls,
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

/** How much the agents of a user and of a tenant may have at a time; each is a setting. */
import type { Config } from '../../platform/config.ts';
import { AppError } from '../../platform/errors.ts';

export type Limits = Pick<
  Config,
  'AGENTS_PER_USER' | 'AGENT_MAX_RAISES' | 'TRIGGERS_PER_AGENT' | 'TRIGGERS_PER_TENANT'
>;

/**
 * Messages between the InteractionAgent and a research agent that follow one another without a word of the user: a task, its report, and
 * two further questions with their reports.
 */
export const MAX_ROUNDS = 6;

/** Calls of a tool in all tasks that go back to one message of the user, or to one trigger or mail. */
export const PER_MESSAGE = { create_agent: 3, create_trigger: 10, message_agent: 10 } as const;

export function limitReached(what: string, setting: keyof Limits, limits: Limits): AppError {
  return new AppError('limit_reached', `${what}. The limit is ${limits[setting]}, by the setting ${setting}.`);
}

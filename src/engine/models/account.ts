/**
 * Where budgets are kept. A call is reserved before it is made and settled when it is over, however it ended, so that calls that
 * run side by side cannot together exceed what none of them may exceed alone.
 */
import type { TokenCount, Usage } from './model.ts';

export type CallEstimate = TokenCount & {
  team: string;
  agent: string;
  /** As the agent's config names it. */
  model: string;
  cost_usd: number | null;
};

export type Reservation = {
  /** Called once. What a call used that never reached its server is zero. */
  settle(usage: Usage): Promise<void>;
};

export type Account = {
  /** Throws `limit_reached` where the budget does not allow the call; it is not made then. */
  reserve(estimate: CallEstimate): Promise<Reservation>;
};

const NOTHING_TO_SETTLE: Reservation = { settle: async () => undefined };

export const NO_ACCOUNT: Account = { reserve: async () => NOTHING_TO_SETTLE };

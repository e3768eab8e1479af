/**
 * Budgets. A call is reserved before it is made and settled when it is over, however it ended, so that parallel calls
 * cannot exceed the budget together.
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
  /** Called once. A call that never reached its server used nothing. */
  settle(usage: Usage): Promise<void>;
};

export type Account = {
  /** Throws `limit_reached` where the budget does not allow the call; it is not made then. */
  reserve(estimate: CallEstimate): Promise<Reservation>;
};

const NOTHING_TO_SETTLE: Reservation = { settle: async () => undefined };

export const NO_ACCOUNT: Account = { reserve: async () => NOTHING_TO_SETTLE };

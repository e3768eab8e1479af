/** Who may hand over to whom. One function decides, from the config's `transfers` alone; a model's wish is only a wish. */
import { nearest } from '../platform/nearest.ts';
import { agentOf, type Team } from './team.ts';

export type TransferRequest = {
  from: string;
  to: string;
  /** Which hand-over in a row this would be: the first is 1. */
  depth: number;
};

export type TransferVerdict = { allowed: true } | { allowed: false; reason: string };

/** A refusal's reason goes back to the model, so it says what can be done instead. */
export function checkTransfer(team: Team, { from, to, depth }: TransferRequest): TransferVerdict {
  const allowed = agentOf(team, from).transfers;
  if (depth > team.max_transfer_depth) {
    return refuse(
      `This turn has been handed over ${times(depth - 1)} already, and ${team.max_transfer_depth} is the limit: answer the user yourself with what you know.`,
    );
  }
  if (to === from) return refuse(`You are ${from} yourself: ${alternatives(allowed)}`);
  if (allowed.includes(to)) return { allowed: true };
  if (!team.agents.has(to)) {
    const near = nearest(to, allowed);
    const hint = near === undefined ? alternatives(allowed) : `if you mean ${near}, use exactly that name.`;
    return refuse(`There is no agent of that name in this team: ${hint}`);
  }
  return refuse(`${from} may not hand over to ${to}: ${alternatives(allowed)}`);
}

function refuse(reason: string): TransferVerdict {
  return { allowed: false, reason };
}

function alternatives(allowed: readonly string[]): string {
  if (allowed.length === 0) return 'answer the user yourself, you cannot hand over to anyone.';
  return `hand over to ${new Intl.ListFormat('en', { type: 'disjunction' }).format(allowed)}, or answer the user yourself.`;
}

function times(count: number): string {
  return count === 1 ? 'once' : `${count} times`;
}

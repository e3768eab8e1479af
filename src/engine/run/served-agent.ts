/**
 * An agent that other systems call over A2A: a name, and actions with typed parameters and outputs. It runs in the process that serves
 * it. A TeamModule lists its own under `serves`.
 */
import type { z } from 'zod';

/** Who is served: the caller's credentials decide the tenant, and whether it may act for that user. */
export type ServedCall<P> = {
  tenant: string;
  user_id: string;
  /** The people that the caller may act for, if there is such a limit; the user was checked. */
  people?: ReadonlySet<string>;
  parameters: P;
  conversation_id: string;
  /** Sent by the caller, checked in shape only: nothing is authorised by it. */
  context: { user_preferences: Record<string, unknown>; conversation_history: unknown[] };
  /** For actions that write: the same key is the same call. */
  idempotency_key: string;
  now: Date;
  signal: AbortSignal;
};

export type ServedAction<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> = {
  description: string;
  effect: 'read' | 'write';
  parameters: I;
  output: O;
  run(call: ServedCall<z.infer<I>>): Promise<z.infer<O>>;
};

export type ServedAgent = {
  name: string;
  version: string;
  description: string;
  actions: Readonly<Record<string, ServedAction>>;
};

/** Lets an action be written with its own types, and be kept in one table with the others. */
export function defineAction<I extends z.ZodType, O extends z.ZodType>(action: ServedAction<I, O>): ServedAction {
  return action as unknown as ServedAction;
}

/**
 * A tool is one object: what the model reads about it, the schema of what goes in, and what it does. Expected failure is
 * returned as a value, so that the model can act on it; a throw means infrastructure.
 */
import type { z } from 'zod';
import type { ModelGateway } from '../models/model.ts';
import type { OutwardQuery } from '../models/outward-query.ts';
import type { Task } from '../task/task.ts';
import type { Workspace } from '../workspace/workspace.ts';
import type { Documents } from './documents.ts';

export type ToolContext = {
  agent: string;
  /** The task that the call belongs to: its tenant, user and subject are the only ones a tool may act for. */
  task: Task;
  /** The agent's own files, for tools that need `workspace`. */
  workspace(): Workspace;
  model: ModelGateway;
  modelName: string;
  state: { get(key: string): unknown; set(key: string, value: unknown): void };
  /** When the task was made, and where its user is. */
  now: Date;
  timezone: string;
  signal: AbortSignal;
  /** Derived from run and step: the same after every replay. For tools whose effect is `write`. */
  idempotencyKey: string;
  documents: Documents;
  /** Hosts that fetch tools may reach although they are private (FETCH_ALLOW_HOSTS). */
  allowHosts: readonly string[];
  /** Whether this address stands in the user's message or was found by a search of this run. No other is opened. */
  mayOpen(url: string): boolean;
  /** Writes to the audit log what is sent to whom. For every tool that reaches beyond this machine. */
  sent(to: string, query: OutwardQuery | null): void;
};

/** The final reply to the user, or none. */
export type LastWord = { say: string } | 'silence';

export type Tool<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> = {
  name: string;
  description: string;
  input: I;
  output: O;
  effect: 'read' | 'write';
  /** What it gives access to. Only agents whose config lists it under `access` may use the tool. */
  needs?: string;
  /** For a tool whose call ends the run: the final reply to the user, or none. */
  ends?(input: z.infer<I>): LastWord;
  /** For a search: the addresses in its result, which the agent may open afterwards. */
  finds?(output: z.infer<O>): string[];
  run(input: z.infer<I>, context: ToolContext): Promise<z.infer<O>>;
};

/** Lets a tool file be written with its own input and output types, and be kept in one list with the others. */
export function defineTool<I extends z.ZodType, O extends z.ZodType>(tool: Tool<I, O>): Tool {
  return tool as unknown as Tool;
}

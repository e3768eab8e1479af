/**
 * A tool is one object: what the model reads about it, the schema of what goes in, and what it does. Expected failure is
 * returned as a value, so that the model can act on it; a throw means infrastructure.
 */
import type { z } from 'zod';
import type { PatientRecord } from '../../record/record.ts';
import type { SearchEverywhere } from '../../teams/research/search/search-everywhere.ts';
import type { ModelGateway } from '../models/model.ts';
import type { Workspace } from '../workspace/workspace.ts';

export type ToolContext = {
  agent: string;
  turnId: string;
  patientId: string;
  /** The record's key for this turn's patient: the only one a tool ever sees. */
  patient: string;
  /** The record, for agents whose config says `record: read`; throws `record_forbidden` for all others. */
  record(): PatientRecord;
  /** The agent's own files, for agents whose config says `workspace: own`; throws `workspace_forbidden` for all others. */
  workspace(): Workspace;
  /** Literature, trials and the library, as far as they are configured. */
  search: SearchEverywhere;
  model: ModelGateway;
  modelName: string;
  state: { get(key: string): unknown; set(key: string, value: unknown): void };
  now: Date;
  signal: AbortSignal;
  /** Made of run and step: the same after every replay. For tools whose effect is `write`. */
  idempotencyKey: string;
  /** Hosts that fetch tools may reach although they are private (FETCH_ALLOW_HOSTS). */
  allowHosts: readonly string[];
};

/** Said to the user; or nothing is. */
export type LastWord = { say: string } | 'silence';

export type Tool<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> = {
  name: string;
  description: string;
  input: I;
  output: O;
  effect: 'read' | 'write';
  /** True for tools that read the patient's record: an agent needs `record: read` to list them. */
  needsRecord?: boolean;
  /** True for tools over the agent's own files: an agent needs `workspace: own` to list them. */
  needsWorkspace?: boolean;
  /** For a tool whose call is the agent's last word: what is said to the user then, or nothing at all. */
  ends?(input: z.infer<I>): LastWord;
  run(input: z.infer<I>, context: ToolContext): Promise<z.infer<O>>;
};

/** Lets a tool file be written with its own input and output types, and be kept in one list with the others. */
export function defineTool<I extends z.ZodType, O extends z.ZodType>(tool: Tool<I, O>): Tool {
  return tool as unknown as Tool;
}

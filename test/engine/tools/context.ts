/** A tool context for tests: a real record if one is given, no model unless one is given, and a clock that stands still. */
import type { ModelGateway } from '../../../src/engine/models/model.ts';
import { TOOLS } from '../../../src/engine/tools/registry.ts';
import type { Tool, ToolContext } from '../../../src/engine/tools/tool.ts';
import { AppError } from '../../../src/platform/errors.ts';
import type { PatientRecord } from '../../../src/record/record.ts';

/** For tools that have no business asking a model. */
const unasked: ModelGateway = {
  stream() {
    throw new Error('this tool must not ask a model');
  },
};

export function toolContext(given: Partial<ToolContext> & { openRecord?: PatientRecord } = {}): ToolContext {
  const { openRecord, ...more } = given;
  const state = new Map<string, unknown>();
  return {
    agent: 'HealthConsultantAgent',
    turnId: 'turn-1',
    patientId: 'P-1',
    patient: 'nobody',
    record() {
      if (!openRecord) throw new AppError('record_forbidden', 'This agent may not read the record');
      return openRecord;
    },
    workspace() {
      throw new AppError('workspace_forbidden', 'This agent has no workspace');
    },
    search: async () => ({ results: [], searched: [], failed: [] }),
    model: unasked,
    modelName: 'gemini-2.5-flash',
    state: { get: (key) => state.get(key), set: (key, value) => state.set(key, value) },
    now: new Date('2025-03-10T23:30:00.000Z'),
    signal: new AbortController().signal,
    idempotencyKey: 'run-1:1',
    allowHosts: [],
    ...more,
  };
}

/** Runs a tool as the run does: input and output both pass through their schemas. */
export async function useTool(name: string, input: unknown, context: ToolContext): Promise<Record<string, unknown>> {
  const tool: Tool | undefined = TOOLS.get(name);
  if (!tool) throw new Error(`no tool ${name}`);
  return tool.output.parse(await tool.run(tool.input.parse(input), context)) as Record<string, unknown>;
}

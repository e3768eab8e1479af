/** A tool context for tests: no model unless one is given, and a fixed time. */
import type { ModelGateway } from '../../../src/engine/models/model.ts';
import { equip } from '../../../src/engine/run/equipment.ts';
import type { Documents } from '../../../src/engine/tools/documents.ts';
import type { Tool, ToolContext } from '../../../src/engine/tools/tool.ts';
import { AppError } from '../../../src/platform/errors.ts';
import type { PatientRecord } from '../../../src/record/record.ts';
import { healthTools } from '../../../src/teams/health/tools/tools.ts';
import { taskRequest } from '../../support/task-request.ts';

/** For tools that must not call a model. */
const unasked: ModelGateway = {
  offers: () => false,
  serves: () => ({ by: 'a script', usesTokens: false }),
  stream() {
    throw new Error('this tool must not ask a model');
  },
};

export function toolContext(given: Partial<ToolContext> = {}): ToolContext {
  const state = new Map<string, unknown>();
  return {
    agent: 'HealthConsultantAgent',
    task: { ...taskRequest({ id: 'turn-1', subject: { kind: 'patient', id: 'P-1' } }), text: '' },
    workspace() {
      throw new AppError('access_forbidden', 'This agent has no workspace');
    },
    model: unasked,
    modelName: 'gemini-2.5-flash',
    state: { get: (key) => state.get(key), set: (key, value) => state.set(key, value) },
    now: new Date('2025-03-10T23:30:00.000Z'),
    timezone: 'UTC',
    signal: new AbortController().signal,
    idempotencyKey: 'run-1:1',
    documents: {} as Documents,
    allowHosts: [],
    mayOpen: () => true,
    sent: () => undefined,
    ...given,
  };
}

/** Runs a tool as the run does: input and output both pass through their schemas. */
export async function useTool(
  name: string,
  input: unknown,
  context: ToolContext,
  record = {} as PatientRecord,
): Promise<Record<string, unknown>> {
  const { tools } = equip([{ name: 'test', subject: null, tools: healthTools(record) }])('test');
  const tool: Tool | undefined = tools.get(name);
  if (!tool) throw new Error(`no tool ${name}`);
  return tool.output.parse(await tool.run(tool.input.parse(input), context)) as Record<string, unknown>;
}

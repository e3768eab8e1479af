/**
 * A question in plain words to one record, answered at once: the CypherAgent writes the query, the tool runs it, and a refusal goes
 * back to the agent to be mended. It only reads, so it needs no job and no journal; it has a deadline because someone is waiting.
 */
import { z } from 'zod';
import { renderInstruction } from '../../engine/agents/instruction.ts';
import type { Agent } from '../../engine/agents/team.ts';
import type { Message, ModelGateway, ModelRequest, ToolCall, ToolDeclaration } from '../../engine/models/model.ts';
import { askModel, withDeadline } from '../../engine/run/ask-model.ts';
import type { Tool, ToolContext } from '../../engine/tools/tool.ts';
import { AppError } from '../../platform/errors.ts';
import type { GuardedQuery, QueryRows } from '../cypher/ast.ts';
import type { PatientRecord } from '../record.ts';

const DEADLINE_SECONDS = 20;

export type RecordDesk = {
  agent: Agent;
  model: ModelGateway;
  tools: ReadonlyMap<string, Tool>;
  record: PatientRecord;
  /** The record's key for the patient, and what the caller calls them. */
  patient: string;
  patientId: string;
  now: Date;
  timezone: string;
  signal: AbortSignal;
};

/** `query` and `rows` are those of the last query that ran; null if none did. */
export type RecordAnswer = { answer: string; ran: { query: GuardedQuery; rows: QueryRows } | null };

export async function askRecord(question: string, desk: RecordDesk): Promise<RecordAnswer> {
  const { agent, model } = desk;
  const deadline = withDeadline(desk.signal, agent.name, Math.min(agent.limits.seconds, DEADLINE_SECONDS));
  const watched = watch(desk.record);
  const tools = toolsOf(agent, desk.tools);
  const context = toolContext({ ...desk, record: watched.record, signal: deadline.signal });
  const messages: Message[] = [{ role: 'user', parts: [{ type: 'text', text: question }] }];
  let tokens = 0;
  try {
    for (let turn = 0; turn < agent.limits.model_turns; turn += 1) {
      const answer = await askModel(model, requestFor(desk, messages, tools), deadline.signal, () => undefined);
      tokens += answer.usage.input_tokens + answer.usage.output_tokens;
      if (tokens > agent.limits.tokens)
        throw new AppError('limit_reached', `${agent.name} used more than its ${agent.limits.tokens} tokens.`);
      if (answer.calls.length === 0) return { answer: answer.text.trim(), ran: watched.last() };
      messages.push(
        { role: 'model', parts: answer.calls.map((call) => ({ type: 'call', call })) },
        { role: 'tool', parts: await Promise.all(answer.calls.map((call) => respond(call, tools, context))) },
      );
    }
  } catch (thrown) {
    throw deadline.signal.aborted ? deadline.signal.reason : thrown;
  } finally {
    deadline.done();
  }
  throw new AppError('limit_reached', `${agent.name} did not finish within ${agent.limits.model_turns} model turns.`);
}

/** The record, with an eye on what is read from it. */
function watch(record: PatientRecord): { record: PatientRecord; last(): RecordAnswer['ran'] } {
  let ran: RecordAnswer['ran'] = null;
  return {
    record: {
      ...record,
      async read(patient, query, parameters) {
        const rows = await record.read(patient, query, parameters);
        ran = { query, rows };
        return rows;
      },
    },
    last: () => ran,
  };
}

/** Its plain tools; another agent cannot be reached from here. */
function toolsOf(agent: Agent, known: ReadonlyMap<string, Tool>): ReadonlyMap<string, Tool> {
  const own = agent.tools.flatMap((entry) => (typeof entry === 'string' ? (known.get(entry) ?? []) : []));
  return new Map(own.map((tool) => [tool.name, tool]));
}

async function respond(call: ToolCall, tools: ReadonlyMap<string, Tool>, context: ToolContext) {
  const result = await resultOf(call, tools, context);
  return { type: 'response' as const, id: call.id, name: call.name, result };
}

async function resultOf(call: ToolCall, tools: ReadonlyMap<string, Tool>, context: ToolContext): Promise<unknown> {
  const tool = tools.get(call.name);
  if (!tool) return { error: `You have no tool of that name. Your tools: ${[...tools.keys()].join(', ')}.` };
  const input = tool.input.safeParse(call.args);
  if (!input.success) {
    const problems = input.error.issues.map((issue) => `${issue.path.join('.') || '(root)'}: ${issue.message}`);
    return { error: `The arguments of ${tool.name} do not fit: ${problems.join('; ')}` };
  }
  return tool.run(input.data, context);
}

function toolContext({ agent, model, record, patient, patientId, now, signal }: RecordDesk): ToolContext {
  return {
    agent: agent.name,
    turnId: '',
    patientId,
    patient,
    record() {
      if (agent.record === 'read') return record;
      throw new AppError('record_forbidden', `${agent.name} may not reach the record.`);
    },
    workspace() {
      throw new AppError('workspace_forbidden', `${agent.name} has no workspace here.`);
    },
    search() {
      throw new AppError('config', `${agent.name} searches nothing but the record.`);
    },
    model,
    modelName: agent.model ?? '',
    state: { get: () => undefined, set: () => undefined },
    now,
    signal,
    idempotencyKey: '',
    allowHosts: [],
  };
}

function requestFor(desk: RecordDesk, messages: Message[], tools: ReadonlyMap<string, Tool>): ModelRequest {
  const { agent, now, timezone } = desk;
  const known: Readonly<Record<string, string>> = { current_time: now.toISOString(), timezone };
  return {
    team: agent.team,
    agent: agent.name,
    model: agent.model ?? '',
    instruction: renderInstruction(agent.instruction ?? '', (key) => known[key]),
    messages: [...messages],
    tools: [...tools.values()].map(declarationOf),
    settings: agent.generate_config,
    context: { now: now.toISOString(), timezone, state: {} },
  };
}

function declarationOf({ name, description, input }: Tool): ToolDeclaration {
  return { name, description, parameters: z.toJSONSchema(input, { io: 'input' }) as Record<string, unknown> };
}

/**
 * Another agent as a tool: it runs nested in the caller's job and cannot fail its caller. Its status, result and error are kept in the
 * state; its own state changes come back, but for `temp:`. A tool that the entry names under `first` may answer in its place.
 */

import { type AppError, toAppError } from '../../platform/errors.ts';
import type { ToolEntry } from '../agents/schema.ts';
import { type Agent, agentOf } from '../agents/team.ts';
import type { Citation } from '../models/citation.ts';
import { sideBySide } from '../models/cited-text.ts';
import type { ModelGateway, ToolCall, ToolDeclaration } from '../models/model.ts';
import { createState, type State, withoutTemp } from '../task/state.ts';
import { Parked, type RunContext } from './context.ts';
import { remoteParameters, requestedBy } from './remote-request.ts';
import { failedRun, failureOf, type RunResult } from './run-result.ts';
import { toolContext } from './tool-context.ts';

export type AgentToolEntry = Extract<ToolEntry, { agent: string }>;

/** These are not the nested agent's failures but the whole job's: it must stop, wait or move. */
const NOT_OURS: ReadonlySet<string> = new Set([
  'cancelled',
  'lock_lost',
  'shutting_down',
  'model_rate_limited',
  'redis_unavailable',
]);

/** An agent here is asked in words. */
const WORDS = {
  type: 'object',
  properties: {
    request: { type: 'string', description: 'What to do, with everything that the agent needs to know' },
  },
  required: ['request'],
};

export function agentToolDeclaration(entry: AgentToolEntry, agent: Agent): ToolDeclaration {
  return {
    name: entry.name,
    description: entry.description ?? agent.description,
    parameters: agent.remote ? remoteParameters(agent) : WORDS,
  };
}
export async function useAgentTool(
  entry: AgentToolEntry,
  caller: Agent,
  context: RunContext,
  call: ToolCall,
  id: string,
  model: ModelGateway,
  /** The sources that the caller knows so far. */
  known: readonly Citation[],
): Promise<{ result: unknown; nested?: RunResult; citations?: Citation[] }> {
  const agent = agentOf(context.team, entry.agent);
  const asked = agent.remote && requestedBy(call.args, agent, context);
  if (asked && 'error' in asked) return { result: asked };
  const request =
    typeof call.args.request === 'string' && call.args.request.trim() ? call.args.request : context.task.text;
  const keep = statusKeeper(entry, context);
  context.log.debug({ agent: agent.name, tool: entry.name }, 'agent_tool.called');
  keep('running', '', '');
  // The wrapped agent can always see what the user really wrote, whatever the caller made of it.
  context.state.set('last_user_message', context.task.text);

  if (entry.first) {
    const answer = await askFirst(entry.first, request, caller, context, id, model);
    if (answer !== null) {
      keep('success', answer, '');
      return { result: answer };
    }
  }

  const runId = `${id}.${agent.name}`;
  const state = createState(context.state.all());
  const journal = context.journal.nested(runId);
  try {
    const nested = await context.services.run(agent, {
      ...context,
      runId,
      state,
      input: request,
      request: asked,
      history: agent.remote?.send_history ? context.history : [],
      speaks: false,
      nested: true,
      journal,
    });
    for (const [key, value] of Object.entries(withoutTemp(state.delta()))) context.state.set(key, value);
    const failure = failureOf(nested);
    if (failure) {
      keep('error', entry.fallback, failure.error?.code ?? 'internal');
      return { result: entry.fallback, nested };
    }
    const text = nested.output === undefined ? nested.text.trim() : JSON.stringify(nested.output);
    // An agent that could not do it is told to say so in these words; it may add why.
    if (entry.fallback.trim() !== '' && text.startsWith(entry.fallback.trim())) {
      context.log.warn({ agent: agent.name, tool: entry.name }, 'agent_tool.gave_up');
      keep('error', text, 'not_done');
      const error = { code: 'not_done', detail: `${agent.name} could not do what it was asked.` };
      return { result: text, nested: { ...nested, status: 'error', error } };
    }
    if (nested.status === 'empty') {
      const empty = entry.empty ?? entry.fallback;
      keep('empty', empty, '');
      return { result: empty, nested };
    }
    if (agent.remote) {
      keep('success', text, '');
      return { result: remoteAnswer(nested), nested };
    }
    // In the numbering of the caller, which may have asked others before.
    const { texts, citations } = sideBySide([{ text, citations: nested.citations ?? [] }], known);
    const [result = text] = texts;
    keep('success', result, '');
    return { result, nested, ...(nested.citations && { citations }) };
  } catch (thrown) {
    const error = failureForCaller(thrown, context);
    context.log.warn({ err: error, agent: agent.name }, 'agent_tool.failed');
    keep('error', entry.fallback, error.code);
    const cost = { ms: journal.spentMs(), attempts: context.tries, usage: journal.used() };
    return { result: entry.fallback, nested: failedRun(agent.name, { code: error.code, detail: error.message }, cost) };
  }
}

/** A remote agent answers with data. Where it is not its own answer, or an old one, the caller is told. */
function remoteAnswer({ output, text, warning }: RunResult): Record<string, unknown> {
  const data = typeof output === 'object' && output !== null ? output : { text };
  return { ...data, ...(warning && { warning: warning.detail }) };
}

/** What does not reach the caller. Whatever stops, parks or pauses the whole job is thrown on. */
export function failureForCaller(thrown: unknown, context: RunContext): AppError {
  if (thrown instanceof Parked || context.signal.aborted) throw thrown;
  const error = toAppError(thrown);
  if (NOT_OURS.has(error.code)) throw thrown;
  return error;
}

function statusKeeper(entry: AgentToolEntry, context: RunContext) {
  return (status: 'running' | 'empty' | 'success' | 'error', result: string, error: string) => {
    // Levels as in the machinamed document: results at debug, changes of status and empty results at info.
    context.log.info({ agent: entry.agent, tool: entry.name, status }, 'agent_tool.status');
    context.log.debug({ agent: entry.agent, tool: entry.name, chars: result.length }, 'agent_tool.result');
    if (entry.status_key) context.state.set(entry.status_key, status);
    if (entry.result_key) context.state.set(entry.result_key, result);
    if (entry.error_key) context.state.set(entry.error_key, error);
  };
}

/** The text that the tool has for the request; null if it has none, or fails. */
async function askFirst(
  name: string,
  request: string,
  caller: Agent,
  context: RunContext,
  id: string,
  model: ModelGateway,
): Promise<string | null> {
  const tool = context.equipment.tools.get(name);
  if (!tool) throw new Error(`${caller.name} names the tool ${name}, which does not exist`);
  try {
    const answer = await tool.run({ request }, toolContext(caller, context, tool, id, model));
    const text = (answer as { text?: unknown } | null)?.text;
    return typeof text === 'string' && text.trim() ? text : null;
  } catch (thrown) {
    context.log.warn({ err: failureForCaller(thrown, context), agent: caller.name, tool: name }, 'first_tool.failed');
    return null;
  }
}

/** Before a run has used them, its agent tools are pending: a new turn does not see what the last one left. */
export function markPending(agent: Agent, state: State): void {
  for (const entry of agent.tools) {
    if (typeof entry === 'object' && 'agent' in entry && entry.status_key) state.set(entry.status_key, 'pending');
  }
}

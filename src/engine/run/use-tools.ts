/**
 * Does the tool calls of one model answer, each as a journaled step. What a model gets wrong (a tool that it does not have, bad
 * arguments) comes back to it as a value that says how to fix it; only infrastructure throws.
 */

import { type Agent, agentOf, type Team } from '../agents/team.ts';
import type { Citation } from '../models/citation.ts';
import type { Message, ModelGateway, ToolCall } from '../models/model.ts';
import { createState, type StateDelta } from '../task/state.ts';
import { NO_USAGE, type TaskUsage } from '../task/task.ts';
import type { LastWord } from '../tools/tool.ts';
import { useAgentTool } from './agent-tool.ts';
import { EXIT_LOOP_TOOL, type Toolbox } from './agent-toolbox.ts';
import { runCallbacks } from './callbacks.ts';
import type { RunContext } from './context.ts';
import { useFunctionTool } from './function-tool.ts';
import { meterOf } from './meter.ts';
import { ACTED } from './model-words.ts';
import { mayRunBeside } from './remote-request.ts';
import { addUsage, flatten, type RunResult } from './run-result.ts';
import { toolContext } from './tool-context.ts';
import { eventWrite } from './writes.ts';

/** Enough for a page or a record; more would only fill the context. */
const MAX_RESULT_CHARS = 32_000;

/**
 * `found`: addresses that a search has found. They are part of the step, so that a replay knows them too. `citations`: all sources that
 * the run knows after the call, where the call has added some.
 */
type Step = {
  result: unknown;
  delta: StateDelta;
  /** Of the tool itself; `called` is that of a function, which its own run has entered in the journal's account. */
  usage: TaskUsage;
  called?: TaskUsage;
  nested?: RunResult;
  found?: string[];
  citations?: Citation[];
};

export async function useTools(
  agent: Agent,
  context: RunContext,
  tools: Toolbox,
  calls: ToolCall[],
  turn: number,
  into: RunResult,
): Promise<{ message: Message; lastWord: LastWord | null; found: string[] }> {
  const reading = calls.every((call) => onlyReads(call, tools, context.team));
  const steps: Step[] = [];
  const known = () => steps.findLast(({ citations }) => citations)?.citations ?? into.citations ?? [];
  const one = (call: ToolCall, index: number) =>
    context.journal.step(
      `tool-${turn}.${index}`,
      () => doCall(agent, context, tools, call, `${context.runId}.${turn}.${index}`, known()),
      { kind: 'tool', name: knownName(call, tools), outcome: ({ result }) => ({ failed: isError(result) }) },
    );
  /** What is done in order sees what those before it have changed. */
  const take = (step: Step, call: ToolCall) => {
    steps.push(step);
    // Noted with the step: one after it may fail.
    if (acts(call, tools, context.team) && !isError(step.result)) context.journal.act();
    for (const [key, value] of Object.entries(step.delta)) context.state.set(key, value);
  };
  const read = reading ? await Promise.all(calls.map(one)) : [];
  for (const [index, call] of calls.entries()) take(read[index] ?? (await one(call, index)), call);

  if (context.journal.hasActed()) context.state.set(ACTED, true);
  for (const step of steps) {
    if (step.nested) into.children.push(step.nested);
    if (step.citations) into.citations = step.citations;
    into.usage = addUsage(addUsage(into.usage, step.usage), step.called ?? NO_USAGE);
    context.journal.spend(step.usage);
  }
  if (calls.some((call) => endsLoop(call, tools))) into.escalate = true;
  const message: Message = {
    role: 'tool',
    parts: calls.map((call, index) => ({
      type: 'response',
      id: call.id,
      name: call.name,
      result: steps[index]?.result,
    })),
  };
  return { message, lastWord: lastWord(calls, steps, tools), found: steps.flatMap(foundBy) };
}

/** What an agent does is noted in its own run; what one on another machine does is not known. */
function acts({ name }: ToolCall, tools: Toolbox, team: Team): boolean {
  const wrapped = tools.agents.get(name);
  if (wrapped) return agentOf(team, wrapped.agent).remote !== undefined;
  return tools.plain.get(name)?.effect === 'write';
}

function onlyReads(call: ToolCall, tools: Toolbox, team: Team): boolean {
  const wrapped = tools.agents.get(call.name);
  if (wrapped) return !wrapped.first && mayRunBeside(call.args, agentOf(team, wrapped.agent));
  return tools.plain.get(call.name)?.effect === 'read';
}

/** A name that a model has made up could be anything. */
function knownName({ name }: ToolCall, tools: Toolbox): string {
  return tools.declarations.some((one) => one.name === name) ? name : 'unknown';
}

async function doCall(
  agent: Agent,
  outer: RunContext,
  tools: Toolbox,
  call: ToolCall,
  id: string,
  known: readonly Citation[],
): Promise<Step> {
  const context: RunContext = { ...outer, state: createState(outer.state.all()) };
  const { callbacks } = context.equipment;
  const tell = (status: string) =>
    context.journal.outbox.put(eventWrite({ kind: 'tool', data: { agent: agent.name, name: call.name, status } }));
  const meter = meterOf(context.services.model);
  tell('running');
  const told = context.journal.outbox.flush();
  // A tool that only reads need not wait for that; one that acts must not act for a task that has ended.
  if (tools.plain.get(call.name)?.effect === 'read') told.catch(() => undefined);
  else await told;
  const early = await runCallbacks('before_tool', callbacks, agent, context, call);
  let nested: RunResult | undefined;
  let called: TaskUsage | undefined;
  let citations: Citation[] | undefined;
  let result = early;
  if (result === undefined && tools.functions.has(call.name)) {
    ({ result, usage: called, citations } = await useFunctionTool(context, call, id, known));
  } else if (result === undefined) {
    const wrapped = tools.agents.get(call.name);
    if (wrapped)
      ({ result, nested, citations } = await useAgentTool(wrapped, agent, context, call, id, meter.model, known));
    else result = await callTool(agent, context, tools, call, id, meter.model);
  }
  const replaced = await runCallbacks('after_tool', callbacks, agent, context, call, result);
  if (replaced !== undefined) result = replaced;
  tell(isError(result) ? 'error' : 'success');
  const found = isError(result) ? [] : (tools.plain.get(call.name)?.finds?.(result) ?? []);
  return {
    result: capped(result),
    delta: context.state.delta(),
    usage: meter.used(),
    ...(nested && { nested }),
    ...(called && { called }),
    ...(found.length > 0 && { found }),
    ...(citations && { citations }),
  };
}

/** By a tool, or by an agent that was asked to search. */
function foundBy({ found = [], nested }: Step): string[] {
  const cited = nested
    ? flatten(nested).flatMap(({ citations = [] }) => citations.flatMap(({ url }) => url ?? []))
    : [];
  return [...found, ...cited];
}

async function callTool(
  agent: Agent,
  context: RunContext,
  tools: Toolbox,
  call: ToolCall,
  id: string,
  model: ModelGateway,
): Promise<unknown> {
  if (endsLoop(call, tools)) return { status: 'the loop ends here' };
  const tool = tools.plain.get(call.name);
  if (!tool) {
    const names = tools.declarations.map((declaration) => declaration.name).join(', ') || 'none';
    return { error: `You have no tool "${call.name}". Your tools: ${names}.` };
  }
  const input = tool.input.safeParse(call.args);
  if (!input.success) {
    const problems = input.error.issues.map((issue) => `${issue.path.join('.') || '(root)'}: ${issue.message}`);
    return { error: `The arguments of ${tool.name} do not fit: ${problems.join('; ')}` };
  }
  return tool.run(input.data, toolContext(agent, context, tool, id, model));
}

/** What a tool that ends the run leaves to be said; null where none was called. Of several, the first counts. */
function lastWord(calls: ToolCall[], steps: Step[], tools: Toolbox): LastWord | null {
  for (const [index, call] of calls.entries()) {
    const tool = tools.plain.get(call.name);
    if (!tool?.ends || isError(steps[index]?.result)) continue;
    const input = tool.input.safeParse(call.args);
    if (input.success) return tool.ends(input.data);
  }
  return null;
}

/** Only for those who stand in a loop: a model may call for anything. */
function endsLoop(call: ToolCall, tools: Toolbox): boolean {
  return call.name === EXIT_LOOP_TOOL && tools.declarations.some(({ name }) => name === EXIT_LOOP_TOOL);
}

function isError(result: unknown): boolean {
  return typeof result === 'object' && result !== null && 'error' in result;
}

function capped(result: unknown): unknown {
  const json = JSON.stringify(result) ?? 'null';
  if (json.length <= MAX_RESULT_CHARS) return result;
  return { truncated: true, text: json.slice(0, MAX_RESULT_CHARS) };
}

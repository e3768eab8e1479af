/**
 * The loop of an LlmAgent: ask the model, do what it calls for, ask again, until it has answered. Every model call and every
 * tool call is a journaled step, so the loop can be cut off anywhere and go on elsewhere.
 */

import { AppError } from '../../platform/errors.ts';
import { renderInstruction } from '../agents/instruction.ts';
import type { Agent } from '../agents/team.ts';
import type { Message, ModelAnswer, ModelRequest, ToolCall } from '../models/model.ts';
import { createState, type StateDelta } from '../task/state.ts';
import { toolbox } from './agent-toolbox.ts';
import { askModel, withDeadline } from './ask-model.ts';
import { runCallbacks } from './callbacks.ts';
import { momentOf, type RunContext } from './context.ts';
import { handOver } from './hand-over.ts';
import { addUsage, NO_USAGE, type RunResult } from './run-result.ts';
import { markPending } from './safe-agent-tool.ts';
import { createSpeaker, type Speaker } from './speaker.ts';
import { MAX_REPAIRS, outputJsonSchema, parseOutput } from './structured-output.ts';
import { TRANSFER_TOOL } from './transfer.ts';
import { useTools } from './use-tools.ts';

export async function runAgent(agent: Agent, outer: RunContext): Promise<RunResult> {
  const deadline = withDeadline(outer.signal, agent.name, agent.limits.seconds);
  const context: RunContext = { ...outer, signal: deadline.signal };
  const speaker = createSpeaker(context.journal.outbox, context.turn, agent.name, context.speaks && !agent.output);
  const result: RunResult = {
    agent: agent.name,
    status: 'empty',
    text: '',
    answered_by: agent.name,
    usage: NO_USAGE,
    ms: 0,
    attempts: context.tries,
    children: [],
  };
  markPending(agent, context.state);
  try {
    const early = await runCallbacks('before_agent', agent, context);
    if (early !== undefined) result.text = early;
    else {
      await converse(agent, context, speaker, result);
      const replaced = await runCallbacks('after_agent', agent, context, result.text);
      if (replaced !== undefined) result.text = replaced;
    }
  } catch (thrown) {
    // What was done and said is kept for the next attempt. That it cannot be changes nothing about why this one failed.
    speaker.pause();
    await context.journal.outbox.flush().catch(() => undefined);
    throw deadline.signal.aborted ? deadline.signal.reason : thrown;
  } finally {
    deadline.done();
  }
  if (result.text.trim() !== '' || result.output !== undefined)
    result.status = isEmpty(result.output) ? 'empty' : 'success';
  if (agent.output_key) context.state.set(agent.output_key, result.output ?? result.text);
  result.ms = context.journal.spentMs();
  return result;
}

async function converse(agent: Agent, context: RunContext, speaker: Speaker, result: RunResult): Promise<void> {
  const messages = openingMessages(agent, context);
  const tools = toolbox(agent, context);
  let repairs = 0;
  let tokens = 0;
  for (let turn = 1; turn <= agent.limits.model_turns; turn += 1) {
    const answer = await modelStep(
      agent,
      context,
      speaker,
      requestFor(agent, context, messages, tools.declarations),
      turn,
    );
    const usage = { model_calls: 1, ...answer.usage };
    result.usage = addUsage(result.usage, usage);
    context.journal.spend(usage);
    tokens += usage.input_tokens + usage.output_tokens;
    if (tokens > agent.limits.tokens) {
      throw new AppError('limit_reached', `${agent.name} used more than its ${agent.limits.tokens} tokens.`);
    }
    messages.push(toMessage(answer));

    const transfer = answer.calls.find((call) => call.name === TRANSFER_TOOL);
    if (transfer) {
      const outcome = await handOver(agent, context, transfer, turn);
      if (outcome.answered) {
        adopt(result, outcome.result);
        return;
      }
      result.usage = addUsage(result.usage, outcome.usage);
      messages.push(afterHandOver(answer, transfer, outcome.response));
      continue;
    }
    if (answer.calls.length > 0) {
      const { message, lastWord } = await useTools(agent, context, tools, answer.calls, turn, result);
      messages.push(message);
      if (lastWord === 'silence') result.silent = true;
      else if (lastWord) result.text = lastWord.say;
      // Whoever ends a loop has nothing to add.
      else if (result.escalate) result.text = answer.text;
      else continue;
      return;
    }
    if (!agent.output) {
      result.text = answer.text;
      return;
    }
    const parsed = parseOutput(agent.output, answer.text);
    if (parsed.ok) {
      result.output = parsed.value;
      return;
    }
    if (repairs === MAX_REPAIRS)
      throw new AppError(
        'bad_output',
        `${agent.name} did not give a valid ${agent.output} in ${MAX_REPAIRS + 1} tries.`,
      );
    repairs += 1;
    messages.push({ role: 'user', parts: [{ type: 'text', text: parsed.feedback }] });
  }
  throw new AppError('limit_reached', `${agent.name} did not finish within ${agent.limits.model_turns} model turns.`);
}

/** One journaled model call. What callbacks change in the state is part of the step. */
async function modelStep(
  agent: Agent,
  context: RunContext,
  speaker: Speaker,
  request: ModelRequest,
  turn: number,
): Promise<ModelAnswer> {
  const step = await context.journal.step(
    `model-${turn}`,
    async (): Promise<{ answer: ModelAnswer; delta: StateDelta }> => {
      if (context.attempt > 1) speaker.restart();
      const forked = { ...context, state: createState(context.state.all()) };
      const early = await runCallbacks('before_model', agent, forked, request);
      const given = early ?? (await ask(context, speaker, request));
      const replaced = await runCallbacks('after_model', agent, forked, given);
      const answer = replaced ?? given;
      // Words before a call were thinking aloud, and replaced words were not the answer.
      const said = early ? '' : given.text;
      const final = answer.calls.length > 0 ? '' : answer.text;
      if (said !== '' && said !== final) speaker.reset(replaced ? 'replaced' : 'tool_call');
      if (said !== final) speaker.say(final);
      speaker.pause();
      return { answer, delta: forked.state.delta() };
    },
  );
  for (const [key, value] of Object.entries(step.delta)) context.state.set(key, value);
  return step.answer;
}

async function ask(context: RunContext, speaker: Speaker, request: ModelRequest): Promise<ModelAnswer> {
  let usage = { input_tokens: 0, output_tokens: 0 };
  const hear = (text: string) => speaker.say(text);
  try {
    const answer = await askModel(context.services.model, request, context.signal, hear, (used) => {
      usage = used;
    });
    speaker.pause();
    return answer;
  } catch (thrown) {
    if (usage.input_tokens + usage.output_tokens > 0) context.journal.spend({ model_calls: 1, ...usage });
    if (!(thrown instanceof AppError) || context.signal.aborted) throw thrown;
    if ((thrown.retryAfterMs ?? 0) > context.services.maxPauseMs) {
      throw new AppError('model_quota', 'The model provider asks for a longer pause than a person should wait.', {
        cause: thrown,
      });
    }
    if (thrown.policy.retry !== 'never') speaker.reset(thrown.code, thrown.retryAfterMs);
    throw thrown;
  }
}

function requestFor(
  agent: Agent,
  context: RunContext,
  messages: Message[],
  tools: ModelRequest['tools'],
): ModelRequest {
  const { now, timezone } = momentOf(context.turn);
  const builtin = agent.tools.find((entry) => typeof entry === 'object' && 'builtin' in entry);
  return {
    team: agent.team,
    agent: agent.name,
    model: agent.model ?? '',
    instruction: renderInstruction(
      agent.instruction ?? '',
      (key) => context.state.get(key) ?? context.state.get(`temp:${key}`),
    ),
    messages: [...messages],
    tools,
    ...(builtin && typeof builtin === 'object' && 'builtin' in builtin && { builtin: builtin.builtin }),
    ...(agent.output && { output: outputJsonSchema(agent.output) }),
    settings: agent.generate_config,
    context: { now: now.toISOString(), timezone, state: context.state.all() },
  };
}

function openingMessages(agent: Agent, context: RunContext): Message[] {
  const message: Message = { role: 'user', parts: [{ type: 'text', text: context.input }] };
  if (agent.include_contents === 'none') return [message];
  const seen =
    agent.include_contents === 'user' ? context.history.filter((past) => past.role === 'user') : context.history;
  return [...seen, message];
}

function toMessage(answer: ModelAnswer): Message {
  const text = answer.text === '' ? [] : [{ type: 'text' as const, text: answer.text }];
  return { role: 'model', parts: [...text, ...answer.calls.map((call) => ({ type: 'call' as const, call }))] };
}

/** Providers want an answer to every call; those beside a hand-over were not done. */
function afterHandOver(answer: ModelAnswer, transfer: ToolCall, outcome: unknown): Message {
  const skipped = { error: 'Not done: a hand-over stands alone. Call this again if you still need it.' };
  return {
    role: 'tool',
    parts: answer.calls.map((call) => ({
      type: 'response',
      id: call.id,
      name: call.name,
      result: call === transfer ? outcome : skipped,
    })),
  };
}

/** The one who took over has answered: that is our answer. */
function adopt(result: RunResult, from: RunResult): void {
  result.text = from.text;
  result.output = from.output;
  result.answered_by = from.answered_by;
  result.children.push(from);
}

/** An extraction that found nothing did its work, and came back with nothing. */
function isEmpty(output: unknown): boolean {
  const facts = (output as { facts?: unknown } | undefined)?.facts;
  return Array.isArray(facts) && facts.length === 0;
}

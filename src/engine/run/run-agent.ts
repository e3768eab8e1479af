/**
 * The loop of an LlmAgent: ask the model, do what it calls for, ask again, until it has answered. Every model call and every
 * tool call is a journaled step, so the loop can be cut off anywhere and go on elsewhere.
 */

import { AppError } from '../../platform/errors.ts';
import { instructionOf, renderInstruction } from '../agents/instruction.ts';
import type { Agent } from '../agents/team.ts';
import { marked } from '../models/cited-text.ts';
import { type Message, type ModelAnswer, type ModelRequest, type Usage, writtenByUser } from '../models/model.ts';
import { createState, type StateDelta } from '../task/state.ts';
import { momentOf, NO_USAGE } from '../task/task.ts';
import { markPending } from './agent-tool.ts';
import { toolbox } from './agent-toolbox.ts';
import { askModel, withDeadline } from './ask-model.ts';
import { runCallbacks } from './callbacks.ts';
import type { RunContext } from './context.ts';
import { afterRefusal, handOver } from './hand-over.ts';
import { allowedAnswer, isHeld, notDone } from './model-words.ts';
import { noteSent } from './note-sent.ts';
import { prefaceInstruction } from './preface.ts';
import { NOT_SEARCHED, providerSearch } from './provider-search.ts';
import { routeOf } from './route.ts';
import { addUsage, adopt, answerUsage, citing, type RunResult } from './run-result.ts';
import { createSpeaker, type Speaker } from './speaker.ts';
import { beginningOf, createReader, cutWarning, outputJsonSchema } from './structured-output.ts';
import type { Output } from './team-module.ts';
import { TRANSFER_TOOL } from './transfer.ts';
import { useTools } from './use-tools.ts';
import { eventWrite } from './writes.ts';

export async function runAgent(agent: Agent, outer: RunContext): Promise<RunResult> {
  const deadline = withDeadline(outer, agent.name, agent.limits.seconds);
  const context: RunContext = { ...outer, signal: deadline.signal, pause: deadline.pause, found: new Set(outer.found) };
  const speaker = createSpeaker(context, agent.name, context.speaks && !agent.output);
  const { callbacks } = context.equipment;
  let result: RunResult = {
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
    const early = await runCallbacks('before_agent', callbacks, agent, context);
    if (early !== undefined) result.text = early;
    else {
      result = await converse(agent, context, speaker, result);
      const replaced = result.transfer
        ? undefined
        : await runCallbacks('after_agent', callbacks, agent, context, result.text);
      if (replaced !== undefined) result.text = replaced;
      if (agent.cites === 'marked' && result.citations) result.citations = marked(result.text, result.citations);
    }
  } catch (thrown) {
    // What was done and said is kept for the next attempt. That it cannot be changes nothing about why this one failed.
    speaker.pause();
    await context.journal.outbox.flush().catch(() => undefined);
    throw deadline.signal.aborted ? deadline.signal.reason : thrown;
  } finally {
    deadline.done();
  }
  const isEmpty = agent.output && result.output !== undefined && outputOf(agent, context).isEmpty?.(result.output);
  if (result.transfer || result.text.trim() !== '' || result.output !== undefined)
    result.status = isEmpty ? 'empty' : 'success';
  if (agent.output_key && !result.transfer) context.state.set(agent.output_key, result.output ?? result.text);
  result.ms = context.journal.spentMs();
  return result;
}

/** Until there is an answer, or somebody else is to give it. What was used is added to `result` as it goes. */
async function converse(agent: Agent, context: RunContext, speaker: Speaker, result: RunResult): Promise<RunResult> {
  const messages = openingMessages(agent, context);
  const tools = toolbox(agent, context);
  const limits = limitsOf(agent, context);
  const search = await providerSearch(agent, context);
  if (search === null) return { ...result, text: NOT_SEARCHED };
  const read = createReader(agent);
  let tokens = 0;
  for (let turn = 1; turn <= agent.limits.model_turns; turn += 1) {
    const { answer, claimed } = await modelStep(
      agent,
      context,
      speaker,
      { ...requestFor(agent, context, messages, tools.declarations, search), tokensLeft: limits.tokens - tokens },
      turn,
    );
    if (claimed) result.warning = notDone(agent);
    const usage = answerUsage(answer.usage);
    result.usage = addUsage(result.usage, usage);
    context.journal.spend(usage);
    tokens += usage.input_tokens + usage.output_tokens;
    if (tokens > limits.tokens)
      throw new AppError('limit_reached', `${agent.name} used more than its ${limits.tokens} tokens.`);
    if ((result.usage.cost_usd ?? 0) > limits.cost_usd)
      throw new AppError('limit_reached', `${agent.name} used more than the ${limits.cost_usd} dollars of its task.`);
    // Markers that the model has seen stay: what it found itself is numbered after them.
    if (answer.citations.length > 0)
      Object.assign(result, citing({ text: answer.text, citations: result.citations ?? [] }, [answer]));
    messages.push(toMessage(answer));

    const transfer = answer.calls.find((call) => call.name === TRANSFER_TOOL);
    if (transfer) {
      const outcome = await handOver(agent, context, transfer, turn);
      if ('refused' in outcome) {
        messages.push(afterRefusal(answer, transfer, outcome.refused));
        continue;
      }
      const handedOver = { ...result, transfer: outcome.transfer };
      return outcome.result ? adopt(handedOver, outcome.result) : handedOver;
    }
    if (answer.calls.length > 0) {
      const { message, lastWord, found } = await useTools(agent, context, tools, answer.calls, turn, result);
      messages.push(message);
      context.found = new Set([...context.found, ...found]);
      if (lastWord === 'silence') result.silent = true;
      else if (lastWord) result.text = lastWord.say;
      // Whoever ends a loop has nothing to add.
      else if (result.escalate) result.text = answer.text;
      else continue;
      return result;
    }
    if (!agent.output) {
      result.text = answer.text;
      if (answer.cut) result.warning = cutWarning(agent);
      return result;
    }
    const parsed = read(outputOf(agent, context), answer);
    if (parsed.ok) {
      result.output = parsed.value;
      return result;
    }
    messages.push({ role: 'user', parts: [{ type: 'text', text: parsed.feedback }] });
  }
  throw new AppError('limit_reached', `${agent.name} did not finish within ${agent.limits.model_turns} model turns.`);
}

/** `claimed`: of something that was not done, which was left out. */
type Said = { answer: ModelAnswer; delta: StateDelta; claimed?: boolean };

/** One journaled model call. What callbacks change in the state is part of the step. */
async function modelStep(
  agent: Agent,
  context: RunContext,
  speaker: Speaker,
  request: ModelRequest,
  turn: number,
): Promise<Said> {
  const step = await context.journal.step(
    `model-${turn}`,
    async (): Promise<Said> => {
      if (context.attempt > 1) speaker.restart();
      const { callbacks, module } = context.equipment;
      const forked = { ...context, state: createState(context.state.all()) };
      const early = await runCallbacks('before_model', callbacks, agent, forked, request);
      const held = isHeld(agent, context);
      // Words that are looked at before they are said.
      const hearer = held ? { ...speaker, say: () => undefined } : speaker;
      const given = early ?? (await ask(context, hearer, request));
      const replaced = await runCallbacks('after_model', callbacks, agent, forked, given);
      const { answer, claimed } = allowedAnswer(agent, context, replaced ?? given, request.messages);
      const route = routeOf(module.routes, agent.name, answer);
      if (route) context.journal.outbox.put(eventWrite({ kind: 'routed', data: route }));
      // Words before a call were thinking aloud, and replaced words were not the answer.
      const said = early || held ? '' : given.text;
      const final = answer.calls.length > 0 ? '' : answer.text;
      if (said !== '' && said !== final) speaker.reset(replaced ? 'replaced' : 'tool_call');
      if (said !== final) speaker.say(final);
      speaker.pause();
      return { answer, delta: forked.state.delta(), ...(claimed && { claimed }) };
    },
    {
      kind: 'model',
      name: request.model,
      outcome: ({ answer: { usage } }) => ({ name: usage.model, usage }),
    },
  );
  for (const [key, value] of Object.entries(step.delta)) context.state.set(key, value);
  return step;
}

async function ask(context: RunContext, speaker: Speaker, request: ModelRequest): Promise<ModelAnswer> {
  let usage: Usage | undefined;
  const hear = (text: string) => speaker.say(text);
  const note = (used: Usage) => {
    usage = used;
  };
  // What a failed try has used is in no answer.
  const spend = () => {
    if (usage && usage.input_tokens + usage.output_tokens > 0) context.journal.spend(answerUsage(usage));
    usage = undefined;
  };
  const restart = (reason: string, retryInMs: number) => {
    spend();
    speaker.reset(reason, retryInMs);
  };
  if (request.search) noteSent(context.log, request.search.tool, request.search.query);
  try {
    const answer = await askModel(context.services.model, request, context.signal, hear, note, restart);
    speaker.pause();
    return answer;
  } catch (thrown) {
    spend();
    if (!(thrown instanceof AppError) || context.signal.aborted) throw thrown;
    if ((thrown.retryAfterMs ?? 0) > context.services.maxPauseMs) {
      throw new AppError('model_quota', 'The model provider asks for a longer pause than a person should wait.', {
        cause: thrown,
      });
    }
    if (thrown.policy.retry !== 'never' || thrown.code === 'model_unavailable')
      speaker.reset(thrown.code, thrown.retryAfterMs);
    throw thrown;
  }
}

function requestFor(
  agent: Agent,
  context: RunContext,
  messages: Message[],
  tools: ModelRequest['tools'],
  search: ModelRequest['search'],
): ModelRequest {
  const { now, timezone } = momentOf(context.task);
  return {
    team: context.team.name,
    agent: agent.name,
    model: agent.model ?? '',
    instruction: instructionFor(agent, context, search),
    messages: [...messages],
    tools,
    ...(search && { search }),
    ...(agent.output && { output: outputJsonSchema(outputOf(agent, context)) }),
    settings: agent.generate_config,
    urgent: context.speaks,
    ...(context.pause && { pause: context.pause }),
    retrySeconds: agent.limits.retry_seconds,
    context: {
      now: now.toISOString(),
      timezone,
      state: context.state.all(),
      said: context.speaks ? (context.preface?.text ?? '') : '',
      earlier: writtenByUser(context.history),
    },
  };
}

/** A model that searches the web is shown nothing of the state, nor of what was found in the message: it may become a query. */
function instructionFor(agent: Agent, context: RunContext, search: ModelRequest['search']): string {
  const lookUp = (key: string) => (search ? undefined : (context.state.get(key) ?? context.state.get(`temp:${key}`)));
  const contextWindow = agent.instruction_short ? context.services.model.serves(agent.model ?? '').contextWindow : null;
  const instruction = renderInstruction(instructionOf(agent, contextWindow ?? null), lookUp);
  return search || !context.speaks ? instruction : instruction + prefaceInstruction(context);
}

function openingMessages(agent: Agent, context: RunContext): Message[] {
  const message: Message = { role: 'user', parts: [{ type: 'text', text: context.input }] };
  if (agent.include_contents === 'none') return [message];
  const seen =
    agent.include_contents === 'user' ? context.history.filter((past) => past.role === 'user') : context.history;
  return [...seen, message];
}

function toMessage(answer: ModelAnswer): Message {
  const said = beginningOf(answer);
  const text = said === '' ? [] : [{ type: 'text' as const, text: said }];
  return { role: 'model', parts: [...text, ...answer.calls.map((call) => ({ type: 'call' as const, call }))] };
}

/** The agent's own limit, and the task's budget for each run. */
function limitsOf(agent: Agent, { task }: RunContext): { tokens: number; cost_usd: number } {
  const { tokens = Number.POSITIVE_INFINITY, cost_usd = Number.POSITIVE_INFINITY } = task.budget ?? {};
  return { tokens: Math.min(agent.limits.tokens, tokens), cost_usd };
}

function outputOf(agent: Agent, { equipment }: RunContext): Output {
  const output = equipment.outputs[agent.output ?? ''];
  if (!output) throw new Error(`${agent.name} names the output schema ${agent.output}, which does not exist`);
  return output;
}

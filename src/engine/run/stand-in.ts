/**
 * An agent whose model does not answer, or says what cannot be used: the offline rule of its team does the work instead, where there is one.
 * The result says so and the task is degraded. What an extractor reads is tried again after the end (queues/try-again.ts); what was said to
 * a user is not said twice.
 */
import { type AppError, type ErrorCode, toAppError } from '../../platform/errors.ts';
import type { Agent } from '../agents/team.ts';
import type { RunContext } from './context.ts';
import { endedEarly } from './end-run.ts';
import type { Equipment } from './equipment.ts';
import { runAgent } from './run-agent.ts';
import type { RunResult } from './run-result.ts';
import { eventWrite } from './writes.ts';

/**
 * The model is away, cannot take the request, or what it says cannot be used. A rule needs no model, and it costs nothing: it stands in
 * also where the task's budget is the limit. Any other failure would be the rule's as well.
 */
const MODEL_FAILURES: ReadonlySet<string> = new Set<ErrorCode>([
  'model_unavailable',
  'model_quota',
  'model_refused',
  'model_loading',
  'model_missing',
  'tools_unsupported',
  'model_blocked',
  'bad_output',
  'timeout',
  'limit_reached',
  'context_exceeded',
]);

/** The same message meets them again. */
const LASTING: ReadonlySet<string> = new Set<ErrorCode>(['limit_reached', 'context_exceeded']);

export function isModelFailure({ code }: AppError): boolean {
  return MODEL_FAILURES.has(code);
}

/** Whether work that ended with this code is tried again after the end. */
export function isTriedAgain(code = ''): boolean {
  return MODEL_FAILURES.has(code) && !LASTING.has(code);
}

export async function runOrStandIn(agent: Agent, context: RunContext): Promise<RunResult> {
  try {
    return await runAgent(agent, context);
  } catch (thrown) {
    const error = toAppError(thrown);
    if (endedEarly(thrown, context) || !mayStandIn(agent, context, error)) throw thrown;
    return standIn(agent, context, error);
  }
}

export function hasRule(agent: Agent, { module }: Pick<Equipment, 'module'>): boolean {
  return module.offline?.[agent.name] !== undefined && agent.fallback !== 'none';
}

/** What a tool has done already, a rule would do again. */
function mayStandIn(agent: Agent, { equipment, journal, services, signal }: RunContext, error: AppError): boolean {
  const isByModel = services.model !== services.rules && isModelFailure(error);
  return isByModel && hasRule(agent, equipment) && !journal.hasActed() && !signal.aborted;
}

async function standIn(agent: Agent, context: RunContext, error: AppError): Promise<RunResult> {
  const { journal, services, log, speaks } = context;
  if (speaks && !agent.output)
    journal.outbox.put(eventWrite({ kind: 'reset', data: { agent: agent.name, reason: 'stood_in' } }));
  const result = await runAgent(agent, {
    ...context,
    services: { ...services, model: services.rules },
    // Steps of its own: those that the model has taken are not the rule's.
    journal: journal.nested(`${context.runId}.rules`),
  });
  log.warn({ agent: agent.name, code: error.code }, 'agent.stood_in');
  return {
    ...result,
    // What the model has used before it failed, and the rule's own steps.
    usage: journal.used(),
    stood_in: error.code,
    warning: {
      code: 'stood_in',
      detail: `Rules stood in for ${agent.name}, whose model did not give an answer that can be used (${error.code}).`,
    },
  };
}

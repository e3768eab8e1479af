/**
 * An agent whose model does not answer: where its config says `fallback: offline`, the offline rule of its team does the work instead.
 * The result says so, the task is degraded, and the work is tried again after the end (queues/try-again.ts).
 */
import type { AppError, ErrorCode } from '../../platform/errors.ts';
import type { Agent } from '../agents/team.ts';
import type { RunContext } from './context.ts';
import type { RunResult } from './run-result.ts';

/** The model is away, or what it says cannot be used. A rule needs no model; any other failure would be the rule's as well. */
const MODEL_FAILURES: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'model_unavailable',
  'model_quota',
  'model_refused',
  'model_blocked',
  'bad_output',
  'timeout',
]);

export function isModelFailure({ code }: AppError): boolean {
  return MODEL_FAILURES.has(code);
}

/** Null where nobody stands in. `error` has ended the agent's own run for good. */
export async function standIn(agent: Agent, context: RunContext, error: AppError): Promise<RunResult | null> {
  if (agent.fallback !== 'offline' || !isModelFailure(error) || context.signal.aborted) return null;
  const { journal, services, log } = context;
  const result = await services.run(agent, {
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
      detail: `Rules stood in for ${agent.name}, whose model did not answer; it is tried again.`,
    },
  };
}

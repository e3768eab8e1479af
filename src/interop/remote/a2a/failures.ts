/** What the SDK's client throws, as the failure that it is. What an agent says in its errors is not passed on. */
import { A2AError } from '@a2a-js/sdk/errors';
import { type Reason, RemoteFailure } from '../failure.ts';

/** By the protocol's own reason; an error without one is a fault of the agent. */
const REASONS: ReadonlyMap<string, Reason> = new Map([
  ['TASK_NOT_FOUND', 'TASK_UNKNOWN'],
  ['TASK_NOT_CANCELABLE', 'INVALID_REQUEST'],
  ['PUSH_NOTIFICATION_NOT_SUPPORTED', 'INVALID_REQUEST'],
  ['UNSUPPORTED_OPERATION', 'INVALID_REQUEST'],
  ['CONTENT_TYPE_NOT_SUPPORTED', 'INVALID_REQUEST'],
  ['INVALID_PARAMS', 'INVALID_REQUEST'],
  ['INVALID_AGENT_RESPONSE', 'BAD_ANSWER'],
  ['EXTENSION_SUPPORT_REQUIRED', 'CARD_INVALID'],
  ['VERSION_NOT_SUPPORTED', 'CARD_INVALID'],
]);

/** The agent's errors and answers that the SDK cannot read. Anything else, such as the end of the call, is as it was. */
export function failureOf(thrown: unknown, signal: AbortSignal): unknown {
  if (signal.aborted) return signal.reason;
  if (thrown instanceof RemoteFailure || !(thrown instanceof Error)) return thrown;
  // Errors of the agent name the transport that they came by; the SDK's own about an answer do not.
  if (thrown instanceof A2AError && 'transport' in thrown)
    return new RemoteFailure(REASONS.get(thrown.reason) ?? 'INTERNAL', { cause: thrown });
  return new RemoteFailure('BAD_ANSWER', { cause: thrown });
}

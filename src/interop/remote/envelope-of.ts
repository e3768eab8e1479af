/** A call as the envelope has it. No more of the person and the conversation is sent than the agent needs. */
import type { RemoteConfig } from '../../engine/agents/remote.ts';
import type { Message } from '../../engine/models/model.ts';
import type { RunContext } from '../../engine/run/context.ts';
import type { EnvelopeRequestInput } from '../envelope/envelope.ts';
import type { CheckedRequest } from './checked-request.ts';

/** Where a user's preferences stand in the state. */
const PREFERENCES = 'user:preferences';

const MAX_MESSAGES = 10;
const MAX_MESSAGE_CHARS = 2_000;

type Given = Pick<RunContext, 'task' | 'state' | 'history'>;

export function envelopeOf(
  agent: string,
  { action, parameters, remote }: CheckedRequest,
  given: Given,
): EnvelopeRequestInput {
  const { task, state } = given;
  const preferences = state.get(PREFERENCES);
  const history = historyOf(remote, given.history);
  return {
    agent_name: agent,
    // A task without a session is a conversation of its own.
    conversation_id: task.session_id ?? task.id,
    input: { action: action.name, user_id: task.user_id, parameters },
    context: {
      ...(isObject(preferences) && { user_preferences: preferences }),
      ...(history.length > 0 && { conversation_history: history }),
    },
  };
}

function historyOf({ send_history }: RemoteConfig, history: readonly Message[]) {
  if (!send_history) return [];
  return history.slice(-MAX_MESSAGES).flatMap(({ role, parts }) => {
    const text = parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n');
    return text === '' ? [] : [{ role, text: text.slice(0, MAX_MESSAGE_CHARS) }];
  });
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

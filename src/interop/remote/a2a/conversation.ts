/** Where the conversation with an agent of A2A 1.0 goes on. The ids are the agent's own; the state of the session keeps them. */
import { z } from 'zod';
import type { Agent } from '../../../engine/agents/team.ts';
import type { RunContext } from '../../../engine/run/context.ts';
import { conversationKey, type RemoteConversation } from '../../../engine/run/remote.ts';

/** Ids are the other side's choice; a longer one is not sent back. */
const Id = z.string().min(1).max(256);
const Conversation = z.object({ context_id: Id, task_id: Id.optional() });

export function conversationIn({ name, remote }: Agent, { state }: Pick<RunContext, 'state'>) {
  if (remote?.protocol !== 'a2a') return undefined;
  return Conversation.safeParse(state.get(conversationKey(name))).data;
}

export function isId(text: string): boolean {
  return Id.safeParse(text).success;
}

/** Undefined: the agent gave no context that could be gone on with. `asking`: the task that waits for an answer. */
export function conversationOf(contextId: string, asking?: string): RemoteConversation | undefined {
  return Conversation.safeParse({ context_id: contextId, ...(asking && { task_id: asking }) }).data;
}

/** What is asked of a remote agent and what comes back. `RemoteAgents` in context.ts is the port that `src/interop` implements. */
export type RemoteRequest = {
  action: string;
  parameters: Record<string, unknown>;
};

/** Where a conversation with an agent of another system goes on: its context there, and the task that waits for an answer. */
export type RemoteConversation = { context_id: string; task_id?: string | undefined };

/** Where it stands in the state of the session. */
export function conversationKey(agent: string): string {
  return `remote:${agent}`;
}

export type RemoteOutcome = {
  /** What the agent answered: data in a shape of its own. */
  output: Record<string, unknown>;
  /** How the answer was got: from the agent, from the cache, or from a cached answer because the agent is not available. */
  from: 'remote' | 'cache' | 'stale';
  /** The remote's own figure, where it gives one. */
  execution_time_ms?: number | undefined;
  /** Of a stale answer: how old it is, and why there is no new one. */
  stale?: { age_seconds: number; detail: string };
  /** Of an agent that keeps the conversation on its side. */
  conversation?: RemoteConversation;
};

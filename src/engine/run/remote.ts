/** What is asked of a remote agent and what comes back. `RemoteAgents` in context.ts is the port that `src/interop` implements. */
export type RemoteRequest = {
  action: string;
  parameters: Record<string, unknown>;
};

export type RemoteOutcome = {
  /** What the agent answered: data in a shape of its own. */
  output: Record<string, unknown>;
  /** How the answer was got: from the agent, from the cache, or from a cached answer because the agent is not available. */
  from: 'remote' | 'cache' | 'stale';
  /** The remote's own figure, where it gives one. */
  execution_time_ms?: number | undefined;
  /** Of a stale answer: how old it is, and why there is no new one. */
  stale?: { age_seconds: number; detail: string };
};

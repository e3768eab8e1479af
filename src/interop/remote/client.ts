/** What the two protocols have in common: a call in, an answer out. Retries, circuits, kept answers and figures are around them. */
import type { Agent } from '../../engine/agents/team.ts';
import type { RunContext } from '../../engine/run/context.ts';
import type { RemoteOutcome } from '../../engine/run/remote.ts';
import type { Send } from './attempts.ts';
import type { CheckedRequest } from './checked-request.ts';
import type { Instance } from './instance.ts';
import type { RemoteSettings } from './settings.ts';
import type { Target } from './target.ts';

export type Call = { agent: Agent; checked: CheckedRequest; settings: RemoteSettings; context: RunContext };

/** Sends with the retries of the call; with `at` to that instance alone, as what may be asked twice. */
export type Attempt = <T>(send: Send<T>, at?: Instance) => Promise<T>;

export type CallLimits = {
  target: Target;
  attempt: Attempt;
  /** The end of the run, and of the call's time. */
  signal: AbortSignal;
};

export type RemoteAnswer = Pick<RemoteOutcome, 'output' | 'execution_time_ms' | 'conversation'>;

export type RemoteClient = {
  ask(call: Call, limits: CallLimits): Promise<RemoteAnswer>;
  /** Waits for what is still under way without a caller. */
  close(): Promise<void>;
};

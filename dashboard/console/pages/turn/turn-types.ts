/** A turn and its trace, as far as the pages about turns read them. */
import type { Fact } from '../../parts/fact/fact.ts';

export type Usage = {
  model_calls: number;
  rule_calls?: number;
  input_tokens: number;
  output_tokens: number;
  cost_usd: number | null;
};

export type Turn = {
  turn_id: string;
  session_id: string;
  patient_id?: string;
  user_id: string;
  team: string;
  /** What the user wrote. */
  text?: string;
  status: string;
  reply: string | null;
  route: string | null;
  agent: string | null;
  facts: Fact[];
  usage: Usage;
  created_at: string;
  timings: {
    queued_ms: number | null;
    first_delta_ms: number | null;
    reply_ms: number | null;
    total_ms: number | null;
  };
  error: { code: string; detail: string; agent?: string } | null;
};

export type SpanKind = 'turn' | 'run' | 'model' | 'tool' | 'remote' | 'step';

/** `start_ms` counts from the turn's creation; `wait_ms` is the wait in the queue before it. */
export type Span = {
  id: string;
  parent: string | null;
  kind: SpanKind;
  name: string;
  agent?: string;
  queue?: string;
  job_id?: string;
  attempts?: number;
  status: string;
  start_ms: number;
  wait_ms?: number;
  ms: number;
  usage?: { input_tokens: number; output_tokens: number; cost_usd: number | null; model: string };
  error?: { code: string; detail: string };
  input?: unknown;
  output?: unknown;
};

export type Trace = {
  turn_id: string;
  status: string;
  created_at: string;
  /** Until now, while the turn runs. */
  total_ms: number;
  /** Inputs and outputs were left out, because this user may not see them. */
  redacted: boolean;
  spans: Span[];
};

const ENDED = new Set(['completed', 'degraded', 'failed', 'cancelled']);

export function hasEnded(status: string): boolean {
  return ENDED.has(status);
}

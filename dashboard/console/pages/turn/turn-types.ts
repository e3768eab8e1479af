/** A turn and its trace, as far as the pages about turns read them. */
import type { Usage as ApiUsage, TurnTrace } from '../../../../src/client/client.ts';
import type { Fact } from '../../parts/fact/fact.ts';

export type Usage = ApiUsage;

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

export type Trace = TurnTrace;
/** `start_ms` counts from the turn's creation; `wait_ms` is the wait in the queue before it. */
export type Span = Trace['spans'][number];
export type SpanKind = Span['kind'];

const ENDED = new Set(['completed', 'degraded', 'failed', 'cancelled']);

export function hasEnded(status: string): boolean {
  return ENDED.has(status);
}

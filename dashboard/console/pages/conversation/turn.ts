/** One message of the thread and all that came of it: as the API shows it, and what the events have told since. No DOM here. */
import type * as api from '../../../../src/client/client.ts';
import type { ProblemFields } from '../../api.ts';
import type { Fact } from '../../parts/fact/fact.ts';
import { hasEnded } from '../../parts/has-ended.ts';

type Changed = { before?: Fact; after?: Fact; candidates?: Fact[] };
export type Correction = Pick<api.Turn['corrections'][number], 'id' | 'outcome'> & Changed;

/** A tool or a hand-over, as the events tell of it. `at`: the time of its first event. */
export type Step = {
  kind: 'tool' | 'transfer';
  agent: string;
  name: string;
  state: string;
  at: number;
  ms?: number;
  why?: string;
};

export type Turn = Omit<api.Turn, 'corrections'> & {
  corrections: readonly Correction[];
  /** Stays the same from before the API has given the turn an id. */
  key: string;
  sending?: true;
  problem?: ProblemFields;
  why: string | null;
  draft: string;
  steps: Step[];
  /** How many messages were before it when it was sent. */
  position: number;
  /** What it waits for, if that is not its turn in the queue. */
  waitsFor: { reason: string; roles: string[] } | null;
  restarting: boolean;
  isConnected: boolean;
};

const NEW: Omit<Turn, 'key' | 'text' | 'team' | 'session_id' | 'created_at'> = {
  turn_id: '',
  user_id: '',
  status: 'queued',
  reply: null,
  route: null,
  agent: null,
  facts: [],
  corrections: [],
  alarm: null,
  red_flags: [],
  medicine_warnings: [],
  citations: [],
  source_agents: [],
  usage: { model_calls: 0, input_tokens: 0, output_tokens: 0, cost_usd: 0 },
  agents: {},
  error: null,
  warnings: [],
  timings: { queued_ms: null, first_delta_ms: null, reply_ms: null, total_ms: null },
  why: null,
  draft: '',
  steps: [],
  position: 0,
  waitsFor: null,
  restarting: false,
  isConnected: true,
};

/** A message that the API has not taken yet. */
export function unsentTurn(key: string, text: string, team: string, session: string): Turn {
  return { ...NEW, key, text, team, session_id: session, created_at: new Date().toISOString(), sending: true };
}

export function turnOf(view: api.Turn): Turn {
  return withView({ ...NEW, ...view, corrections: [], key: view.turn_id }, view);
}

/** While it runs, empty fields of the view mean "not yet", and the events may know more. */
export function withView(turn: Turn, view: api.Turn): Turn {
  const ended = hasEnded(view);
  const corrections = view.corrections as Correction[];
  return {
    ...turn,
    ...view,
    text: view.text || turn.text,
    reply: view.reply ?? turn.reply,
    route: view.route ?? turn.route,
    agent: view.agent ?? turn.agent,
    red_flags: view.red_flags.length > 0 ? view.red_flags : turn.red_flags,
    facts: ended || view.facts.length > 0 ? view.facts : turn.facts,
    corrections: ended || corrections.length > 0 ? corrections : turn.corrections,
    agents: Object.keys(view.agents).length > 0 ? view.agents : turn.agents,
    status: hasEnded(turn) && !ended ? turn.status : view.status,
    ...(ended && { restarting: false, waitsFor: null, isConnected: true }),
  };
}

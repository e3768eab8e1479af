/** One message of the thread and all that came of it: as the API shows it, and what the events have told since. No DOM here. */
import type { ProblemFields } from '../../api.ts';
import type { Fact } from '../../parts/fact/fact.ts';

export type Correction = { id: string; outcome: string; before?: Fact; after?: Fact; candidates?: Fact[] };
export type RedFlag = { family: string; advice: string };
export type AgentState = { status: string; ms?: number; attempts?: number };
export type Citation = {
  id: string;
  marker: string;
  source: string;
  title?: string;
  author?: string;
  journal?: string;
  publisher?: string;
  year?: number;
  url?: string;
  doi?: string;
  pmid?: string;
};

/** As `GET /v1/turns/{id}` gives it; `text` is empty for a message that no user has sent. */
export type TurnView = {
  turn_id: string;
  session_id: string;
  patient_id?: string;
  team: string;
  status: string;
  text: string;
  reply: string | null;
  route: string | null;
  agent: string | null;
  facts: Fact[];
  corrections: Correction[];
  red_flags: RedFlag[];
  medicine_warnings: { medicine: string; against: string; text: string }[];
  citations: Citation[];
  agents: Record<string, AgentState>;
  error: { code: string; detail: string } | null;
  created_at: string;
  timings: { total_ms: number | null; reply_ms: number | null };
};

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

export type Turn = TurnView & {
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

const ENDED = new Set(['completed', 'degraded', 'failed', 'cancelled']);

export function hasEnded({ status }: Pick<TurnView, 'status'>): boolean {
  return ENDED.has(status);
}

const NEW: Omit<Turn, 'key' | 'text' | 'team' | 'session_id' | 'created_at'> = {
  turn_id: '',
  status: 'queued',
  reply: null,
  route: null,
  agent: null,
  facts: [],
  corrections: [],
  red_flags: [],
  medicine_warnings: [],
  citations: [],
  agents: {},
  error: null,
  timings: { total_ms: null, reply_ms: null },
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

export function turnOf(view: TurnView): Turn {
  return withView({ ...NEW, ...view, key: view.turn_id }, view);
}

/** While it runs, empty fields of the view mean "not yet", and the events may know more. */
export function withView(turn: Turn, view: TurnView): Turn {
  const ended = hasEnded(view);
  return {
    ...turn,
    ...view,
    text: view.text || turn.text,
    reply: view.reply ?? turn.reply,
    route: view.route ?? turn.route,
    agent: view.agent ?? turn.agent,
    red_flags: view.red_flags.length > 0 ? view.red_flags : turn.red_flags,
    facts: ended || view.facts.length > 0 ? view.facts : turn.facts,
    corrections: ended || view.corrections.length > 0 ? view.corrections : turn.corrections,
    agents: Object.keys(view.agents).length > 0 ? view.agents : turn.agents,
    status: hasEnded(turn) && !ended ? turn.status : view.status,
    ...(ended && { restarting: false, waitsFor: null, isConnected: true }),
  };
}

/** The reply so far. What the banners above it say already is not said again. */
export function replyText({ reply, draft, red_flags, medicine_warnings }: Turn): string {
  let text = reply ?? draft;
  const said = [...red_flags.map(({ advice }) => advice), ...medicine_warnings.map((warning) => warning.text)];
  for (const one of new Set(said)) {
    // The beginning of it, as far as it has arrived.
    if (one.startsWith(text)) return '';
    if (text.startsWith(one)) text = text.slice(one.length).trimStart();
  }
  return text;
}

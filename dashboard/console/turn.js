/** The page's model of a turn: the message, the state from the events so far, then the finished turn. No DOM here. */

const ENDED = new Set(['completed', 'degraded', 'failed', 'cancelled']);

export function newTurn({ turn_id, status, text, created_at }) {
  return {
    turn_id,
    text,
    status,
    created_at: created_at ?? new Date().toISOString(),
    route: null,
    why: null,
    agent: null,
    reply: null,
    drafts: new Map(),
    red_flags: [],
    facts: [],
    agents: {},
    usage: null,
    timings: null,
    error: null,
    activity: '',
  };
}

export function hasEnded(turn) {
  return ENDED.has(turn.status);
}

/** The reply to show: the final text, or the text of the replying agent so far. */
export function replyText(turn) {
  return turn.reply ?? turn.drafts.get(turn.agent) ?? '';
}

export function applyEvent(turn, { event, data }) {
  EVENTS[event]?.(turn, data);
  if (data.red_flags) turn.red_flags = data.red_flags;
  if (data.agents) Object.assign(turn.agents, data.agents);
}

/** The turn as `GET /v1/turns/:id` gives it. While it runs, empty fields there mean "not yet". */
export function applyView(turn, view) {
  turn.status = view.status;
  turn.created_at = view.created_at ?? turn.created_at;
  for (const field of ['route', 'agent', 'reply', 'error', 'usage', 'timings', 'text'])
    turn[field] = view[field] ?? turn[field];
  if (view.red_flags?.length > 0) turn.red_flags = view.red_flags;
  if (Object.keys(view.agents ?? {}).length > 0) turn.agents = view.agents;
  if (view.facts && (hasEnded(turn) || view.facts.length > 0)) turn.facts = view.facts;
  if (hasEnded(turn)) turn.activity = '';
}

const EVENTS = {
  queued(turn) {
    turn.status = 'queued';
  },
  routed(turn, { route, agent, why }) {
    turn.status = 'running';
    turn.route = route ?? turn.route;
    turn.why = why ?? null;
    turn.agent = agent ?? turn.agent;
    if (agent) note(turn, agent, 'running');
  },
  tool(turn, { agent, name, status }) {
    note(turn, agent, 'running');
    turn.activity = status === 'running' || status === 'started' ? `${agent} uses ${name} …` : '';
  },
  delta(turn, { agent, text }) {
    turn.status = 'running';
    turn.agent = agent;
    turn.drafts.set(agent, (turn.drafts.get(agent) ?? '') + text);
    note(turn, agent, 'running');
    turn.activity = '';
  },
  /** A retried run sends its text again from the beginning. */
  reset(turn, { agent }) {
    turn.drafts.delete(agent);
    turn.activity = `${agent} starts again …`;
  },
  reply(turn, { agent, text }) {
    turn.agent = agent ?? turn.agent;
    turn.reply = text;
    turn.activity = '';
    if (agent) note(turn, agent, 'success');
  },
  facts(turn, { facts }) {
    const known = new Map(turn.facts.map((fact) => [fact.id, fact]));
    for (const fact of facts) known.set(fact.id, fact);
    turn.facts = [...known.values()];
  },
  approval(turn) {
    turn.status = 'waiting_approval';
  },
  error(turn, { code, detail }) {
    turn.error = { code, detail };
  },
  done(turn, { status }) {
    turn.status = status;
    turn.activity = '';
  },
};

function note(turn, agent, status) {
  turn.agents[agent] = { ...turn.agents[agent], status };
}

/** What each event of a turn changes in it. */
import type { ServerEvent } from '../../api.ts';
import { hasEnded } from '../../parts/has-ended.ts';
import type { Correction, Step, Turn } from './turn.ts';

type Data = Record<string, unknown>;
type Apply = (turn: Turn, data: Data, at: number) => Partial<Turn>;

export function withEvent(turn: Turn, { id, event, data }: ServerEvent): Turn {
  return { ...turn, ...EVENTS[event]?.(turn, data, timeOf(id)) };
}

/** The events do not tell how long an agent has worked. */
const BEGUN = { status: 'running', ms: 0, attempts: 1 } as const;

const EVENTS: Record<string, Apply> = {
  queued: (_, { position }) => ({ position: Number(position ?? 0) }),
  // Without a reason: nothing is in the way any more.
  waiting: (_, { reason, roles }) => ({
    waitsFor: reason === null ? null : { reason: text(reason), roles: Array.isArray(roles) ? roles.map(text) : [] },
  }),
  alarm: (_, { text: alarm, red_flags, medicine_warnings }) => ({
    alarm: text(alarm),
    red_flags: (red_flags ?? []) as Turn['red_flags'],
    medicine_warnings: (medicine_warnings ?? []) as Turn['medicine_warnings'],
  }),
  routed: (turn, { route, agent, why }) => ({
    ...begun(turn, text(agent)),
    route: text(route) || turn.route,
    agent: text(agent) || turn.agent,
    why: text(why) || null,
  }),
  transfer: (turn, { from, to, status, reason }, at) => ({
    ...begun(turn, text(status) === 'allowed' ? text(to) : text(from)),
    steps: [
      ...turn.steps,
      { kind: 'transfer', agent: text(from), name: text(to), state: text(status), at, ms: 0, why: text(reason) },
    ],
  }),
  tool: (turn, { agent, name, status }, at) => ({
    ...begun(turn, text(agent)),
    steps: withTool(turn.steps, text(agent), text(name), text(status), at),
  }),
  delta: (turn, data) => {
    const agent = text(data.agent);
    // Another agent's words take the place of the first one's.
    const before = turn.agent === agent || turn.draft === '' ? turn.draft : '';
    return { ...begun(turn, agent), agent, draft: before + text(data.text), restarting: false };
  },
  reset: () => ({ draft: '', restarting: true }),
  reply: (turn, data) => ({
    agent: text(data.agent) || turn.agent,
    reply: text(data.text),
    restarting: false,
    agents: text(data.agent)
      ? { ...turn.agents, [text(data.agent)]: { ...BEGUN, ...turn.agents[text(data.agent)], status: 'success' } }
      : turn.agents,
  }),
  facts: (_, { facts, corrections }) => ({
    facts: (facts ?? []) as Turn['facts'],
    corrections: (corrections ?? []) as Correction[],
  }),
  approval: () => ({ status: 'waiting_approval' }),
  error: (_, { code, detail }) => ({ error: { code: text(code), detail: text(detail) } }),
  done: (_, { status }) => ({ status: text(status) as Turn['status'], waitsFor: null, restarting: false }),
};

/** Something works on it, so it is no longer queued. */
function begun(turn: Turn, agent: string): Partial<Turn> {
  const isKnown = agent === '' || turn.agents[agent] !== undefined;
  return {
    ...(!hasEnded(turn) && { status: 'running' }),
    ...(!isKnown && { agents: { ...turn.agents, [agent]: BEGUN } }),
  };
}

function withTool(steps: readonly Step[], agent: string, name: string, state: string, at: number): Step[] {
  const open = steps.findLastIndex((step) => step.agent === agent && step.name === name && step.state === 'running');
  if (state === 'running' || open < 0) return [...steps, { kind: 'tool', agent, name, state, at }];
  return steps.map((step, index) => (index === open ? { ...step, state, ms: Math.max(at - step.at, 0) } : step));
}

/** Event ids begin with the server's time in milliseconds. */
function timeOf(id: string): number {
  return Number.parseInt(id, 10) || Date.now();
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

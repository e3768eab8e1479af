/** Who works on a message: the routing with its reason, the agents, their tools and hand-overs, each with its state and time. */

import { agentWords } from '../../parts/agent-name.tsx';
import { durationText } from '../../parts/amounts.ts';
import { words } from '../../parts/badge.tsx';
import type { Turn } from './turn.ts';
import { routeWords } from './words.ts';

/** So that a state is not shown by colour alone. */
const SIGNS: Record<string, string> = {
  pending: '○',
  running: '◐',
  empty: '–',
  success: '✓',
  allowed: '✓',
  error: '✕',
  refused: '✕',
};
const STATES: Record<string, string> = {
  empty: 'found nothing',
  success: 'done',
  allowed: 'done',
  error: 'failed',
  pending: 'waiting',
};

export function WorkStrip({ turn }: { turn: Turn }) {
  const { route, why, agents, steps, warnings, disagreements = [] } = turn;
  return (
    <ul class="work" data-testid="work" aria-label="Who works on it">
      {route && (
        <li class="work-item route" data-route={route} data-testid="route">
          <span class="sign" aria-hidden="true">
            ➝
          </span>
          <span>
            {routeWords(route)}
            {why && <span class="quiet"> · {why}</span>}
          </span>
        </li>
      )}
      {Object.entries(agents).map(([name, { status, ms, attempts = 1 }]) => (
        <Item
          key={name}
          name={agentWords(name)}
          state={status}
          ms={status === 'running' ? undefined : ms || undefined}
          agent={name}
        >
          {attempts > 1 && <span class="quiet"> {attempts} tries</span>}
          {warnings
            .filter(({ agent }) => agent === name)
            .map(({ code, detail }) => (
              <span key={code} class="quiet" title={detail}>
                {` · ${code === 'stood_in' ? 'by rules: its model gave no answer' : detail}`}
              </span>
            ))}
          {disagreements
            .filter(({ agent }) => agent === name)
            .map(({ read, kept }) => (
              <span key={read} class="quiet">{` · its model read ${read}; kept is ${kept}`}</span>
            ))}
        </Item>
      ))}
      {steps
        .filter((step) => !isRouting(step, why))
        .map((step, index) => (
          <Item
            key={`${index} ${step.name}`}
            state={step.state}
            ms={step.kind === 'tool' ? step.ms : undefined}
            name={stepName(step)}
          >
            {step.why && <span class="quiet"> · {step.why}</span>}
          </Item>
        ))}
    </ul>
  );
}

type ItemProps = {
  name: string;
  state: string;
  ms?: number | undefined;
  agent?: string;
  children?: preact.ComponentChildren;
};

function Item({ name, state, ms, agent, children }: ItemProps) {
  return (
    <li class="work-item" data-state={state} data-agent={agent}>
      <span class="sign" aria-hidden="true">
        {SIGNS[state] ?? '·'}
      </span>
      <span>
        {name}
        <span class="visually-hidden">, {STATES[state] ?? words(state)}</span>
        {children}
      </span>
      {ms !== undefined && <span class="ms">{durationText(ms)}</span>}
    </li>
  );
}

/** The hand-over that the route has told of already. */
function isRouting({ kind, why }: Turn['steps'][number], routed: string | null): boolean {
  return kind === 'transfer' && routed !== null && why === routed;
}

function stepName({ kind, agent, name }: Turn['steps'][number]): string {
  return kind === 'tool' ? words(name) : `${agentWords(agent)} → ${agentWords(name)}`;
}

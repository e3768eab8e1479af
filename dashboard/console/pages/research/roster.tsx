/** The research agents of a user, and what each is about. */

import { useState } from 'preact/hooks';
import type { ResearchAgentList, TriggerList } from '../../../../src/client/client.ts';
import { get } from '../../api.ts';
import { useMe } from '../../me.ts';
import { Badge } from '../../parts/badge.tsx';
import { Icon } from '../../parts/icon.tsx';
import { ProblemBox } from '../../parts/problem-box.tsx';
import { TryDemo } from '../../parts/try-demo.tsx';
import { When } from '../../parts/when.tsx';
import { go, to } from '../../router.ts';
import { useLoaded } from '../../use-loaded.ts';
import { BudgetBar } from './budget-bar.tsx';
import { NewAgent } from './new-agent.tsx';
import type { Agent, Trigger } from './research-types.ts';

const EVERY_MS = 10_000;

export function Roster({ owner }: { owner: string }) {
  const { may } = useMe();
  const [isCreating, setIsCreating] = useState(false);
  const query = { user_id: owner };
  const { data, problem, reload } = useLoaded(
    owner,
    async (signal) => {
      const [{ agents }, { triggers }] = await Promise.all([
        get<ResearchAgentList>('/v1/agents', { query, signal }),
        get<TriggerList>('/v1/triggers', { query, signal }),
      ]);
      return { agents, next: nextTimes(triggers) };
    },
    { everyMs: EVERY_MS },
  );
  return (
    <>
      <div class="section-head">
        <p class="quiet">Each follows a topic for as long as you like, and reports to its conversation.</p>
        {may('research:write') && (
          <button type="button" class="primary" data-testid="new-agent" onClick={() => setIsCreating(true)}>
            <Icon name="plus" size={16} /> New agent
          </button>
        )}
      </div>
      {problem && <ProblemBox problem={problem} onRetry={reload} />}
      {!data && !problem && <div class="skeleton" />}
      {data?.agents.length === 0 && (
        <div class="card empty">
          <h2>No research agent yet</h2>
          <p>
            Create one here, or ask for it in a conversation with the research team: “Keep an eye on new trials of SGLT2
            inhibitors and tell me every Monday.”
          </p>
          <TryDemo />
        </div>
      )}
      <ul class="roster" data-testid="roster">
        {data?.agents.map((agent) => (
          <li key={agent.id}>
            <AgentCard agent={agent} next={data.next.get(agent.id)} />
          </li>
        ))}
      </ul>
      {isCreating && (
        <NewAgent
          owner={owner}
          onClose={() => setIsCreating(false)}
          onCreated={(id) => go(to('research', 'agents', id))}
        />
      )}
    </>
  );
}

function AgentCard({ agent, next }: { agent: Agent; next: string | undefined }) {
  return (
    <article class="card agent-card" data-testid="agent-card">
      <div class="section-head">
        <h2>
          <a href={to('research', 'agents', agent.id)}>{agent.name}</a>
        </h2>
        <Badge state={agent.status} />
      </div>
      <p>{agent.description}</p>
      <dl class="facts-line">
        <div>
          <dt>Last at work</dt>
          <dd>
            <When time={agent.last_active} precise />
          </dd>
        </div>
        <div>
          <dt>Works again</dt>
          <dd>{next ? <When time={next} precise /> : 'when asked'}</dd>
        </div>
        <div class="grow">
          <dt>Budget</dt>
          <dd>
            <BudgetBar agent={agent} />
          </dd>
        </div>
      </dl>
    </article>
  );
}

/** The earliest time of each agent. */
function nextTimes(triggers: readonly Trigger[]): Map<string, string> {
  const next = new Map<string, string>();
  for (const { agent_id, fire_at, paused } of triggers) {
    const known = next.get(agent_id);
    if (fire_at && !paused && (!known || fire_at < known)) next.set(agent_id, fire_at);
  }
  return next;
}

/** One research agent: what it follows, what it has used, its files, its reports, its plans, and each time it was at work. */
import { useState } from 'preact/hooks';
import { get, path } from '../../api.ts';
import { useMe } from '../../me.ts';
import { Badge } from '../../parts/badge.tsx';
import { ProblemBox } from '../../parts/problem-box.tsx';
import { When } from '../../parts/when.tsx';
import { to } from '../../router.ts';
import { useLoaded } from '../../use-loaded.ts';
import { Activations } from './activations.tsx';
import { AgentActions } from './agent-actions.tsx';
import { AgentFiles } from './agent-files.tsx';
import { BudgetBar } from './budget-bar.tsx';
import { EditTrigger } from './edit-trigger.tsx';
import { Inbox } from './inbox.tsx';
import { MessageAgent } from './message-agent.tsx';
import type { Agent, Threshold } from './research-types.ts';
import { Triggers } from './triggers.tsx';

const EVERY_MS = 5_000;

export function AgentPage({ id }: { id: string }) {
  const { may } = useMe();
  const [isPlanning, setIsPlanning] = useState(false);
  const [planned, setPlanned] = useState(0);
  const {
    data: agent,
    problem,
    reload,
  } = useLoaded(id, (signal) => get<Agent>(path`/v1/agents/${id}`, { signal }), { everyMs: EVERY_MS });
  if (!agent)
    return (
      <main id="main" class="page research-page">
        <p>
          <a href={to('research')}>All agents</a>
        </p>
        {problem ? <ProblemBox problem={problem} onRetry={reload} /> : <div class="skeleton" />}
      </main>
    );
  return (
    <main id="main" class="page research-page" data-testid="agent-page">
      <p class="row small">
        <a href={to('research')}>All agents</a>
        <a href={to('sessions', agent.session_id)}>Its conversation</a>
      </p>
      <div class="section-head">
        <h1>{agent.name}</h1>
        <AgentActions agent={agent} onChanged={reload} />
      </div>
      {agent.description !== agent.name && <p>{agent.description}</p>}
      <dl class="facts-line">
        <div>
          <dt>Status</dt>
          <dd>
            <Badge state={agent.status} />
          </dd>
        </div>
        <div>
          <dt>Last at work</dt>
          <dd>
            <When time={agent.last_active} precise />
          </dd>
        </div>
        <div>
          <dt>Enough evidence is</dt>
          <dd>{thresholdText(agent.evidence_threshold)}</dd>
        </div>
        <div class="grow">
          <dt>Budget</dt>
          <dd>
            <BudgetBar agent={agent} />
          </dd>
        </div>
      </dl>
      {agent.status !== 'retired' && may('research:write') && <MessageAgent agent={agent} onSent={reload} />}
      <section aria-labelledby="files-title">
        <h2 id="files-title">Files</h2>
        <AgentFiles id={agent.id} version={agent.last_active} />
      </section>
      <section aria-labelledby="reports-title">
        <h2 id="reports-title">Reports</h2>
        <Inbox owner={agent.user_id} agent={agent.id} />
      </section>
      <section aria-labelledby="triggers-title">
        <div class="section-head">
          <h2 id="triggers-title">Triggers</h2>
          {agent.status !== 'retired' && may('research:write') && (
            <button type="button" data-testid="new-trigger" onClick={() => setIsPlanning(true)}>
              New trigger
            </button>
          )}
        </div>
        <Triggers key={planned} owner={agent.user_id} agent={agent} />
      </section>
      <section aria-labelledby="work-title">
        <h2 id="work-title">At work</h2>
        <Activations id={agent.id} version={agent.last_active} />
      </section>
      {isPlanning && (
        <EditTrigger
          agent={agent.id}
          onClose={() => setIsPlanning(false)}
          onChanged={() => setPlanned((count) => count + 1)}
        />
      )}
    </main>
  );
}

function thresholdText({ levels, sources, max_age_months }: Threshold): string {
  const age = max_age_months === null ? '' : `, at most ${max_age_months} months old`;
  return `${sources} ${sources === 1 ? 'source' : 'sources'}: ${levels.join(', ')}${age}`;
}

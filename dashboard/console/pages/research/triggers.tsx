/** Planned work: when each fires next, how often it has, and changes to it. */

import { useState } from 'preact/hooks';
import type { ResearchAgentList, TriggerList } from '../../../../src/client/client.ts';
import { get, path, send } from '../../api.ts';
import { useMe } from '../../me.ts';
import { Badge } from '../../parts/badge.tsx';
import { ProblemBox } from '../../parts/problem-box.tsx';
import { When } from '../../parts/when.tsx';
import { to } from '../../router.ts';
import { useLoaded } from '../../use-loaded.ts';
import { EditTrigger } from './edit-trigger.tsx';
import type { Agent, Trigger } from './research-types.ts';
import { useAction } from './use-action.ts';

const EVERY_MS = 10_000;

/** `agent`: only its triggers. */
export function Triggers({ owner, agent }: { owner: string; agent?: Agent }) {
  const query = { user_id: owner, ...(agent && { agent_id: agent.id }) };
  const { data, problem, reload } = useLoaded(
    `${owner} ${agent?.id ?? ''}`,
    async (signal) => {
      const [{ triggers }, { agents }] = await Promise.all([
        get<TriggerList>('/v1/triggers', { query, signal }),
        agent ? { agents: [agent] } : get<ResearchAgentList>('/v1/agents', { query: { user_id: owner }, signal }),
      ]);
      return { triggers, names: new Map(agents.map(({ id, name }) => [id, name])) };
    },
    { everyMs: EVERY_MS },
  );
  return (
    <>
      {problem && <ProblemBox problem={problem} onRetry={reload} />}
      {!data && !problem && <div class="skeleton" />}
      {data?.triggers.length === 0 && <p class="quiet">Nothing is planned: this works when it is asked to.</p>}
      <ul class="triggers" data-testid="triggers">
        {data?.triggers.map((trigger) => (
          <li key={trigger.id} class="card">
            <TriggerRow
              trigger={trigger}
              name={agent ? undefined : data.names.get(trigger.agent_id)}
              onChanged={reload}
            />
          </li>
        ))}
      </ul>
    </>
  );
}

type RowProps = { trigger: Trigger; name: string | undefined; onChanged: () => void };

function TriggerRow({ trigger, name, onChanged }: RowProps) {
  const { may } = useMe();
  const [isEditing, setIsEditing] = useState(false);
  const { run, isBusy, problem } = useAction(onChanged);
  const address = path`/v1/triggers/${trigger.id}`;
  const isPending = trigger.status === 'pending';
  return (
    <article data-testid="trigger" data-status={trigger.paused ? 'paused' : trigger.status}>
      <div class="section-head">
        <h3>{trigger.schedule}</h3>
        <Badge state={trigger.paused && isPending ? 'paused' : trigger.status} />
      </div>
      <p>{trigger.instruction}</p>
      <p class="row small quiet">
        {name && <a href={to('research', 'agents', trigger.agent_id)}>{name}</a>}
        {trigger.held && <span>Its time came while the agent was paused; it starts when the agent is resumed.</span>}
        {isPending && !trigger.paused && trigger.fire_at && (
          <span>
            Next <When time={trigger.fire_at} precise />
          </span>
        )}
        <span>
          {trigger.fired === 0 ? 'Not fired yet' : `Fired ${trigger.fired} ${trigger.fired === 1 ? 'time' : 'times'}`}
          {trigger.last_fired_at && (
            <>
              , last <When time={trigger.last_fired_at} precise />
            </>
          )}
        </span>
      </p>
      {isPending && may('research:write') && (
        <div class="row">
          <button
            type="button"
            data-testid="pause-trigger"
            disabled={isBusy}
            onClick={() => run(() => send('PATCH', address, { body: { paused: !trigger.paused } }))}
          >
            {trigger.paused ? 'Resume' : 'Pause'}
          </button>
          <button type="button" data-testid="edit-trigger" onClick={() => setIsEditing(true)}>
            Change
          </button>
          <button type="button" class="danger" disabled={isBusy} onClick={() => run(() => send('DELETE', address))}>
            Cancel it
          </button>
        </div>
      )}
      {problem && <ProblemBox problem={problem} />}
      {isEditing && <EditTrigger trigger={trigger} onClose={() => setIsEditing(false)} onChanged={onChanged} />}
    </article>
  );
}

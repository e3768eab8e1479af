/** What the agents have reported: told in a conversation, kept back with the reason, or on its way. */

import { useState } from 'preact/hooks';
import type { InboxList } from '../../../../src/client/client.ts';
import { get } from '../../api.ts';
import { Badge } from '../../parts/badge.tsx';
import { Markdown } from '../../parts/markdown.tsx';
import { ProblemBox } from '../../parts/problem-box.tsx';
import { When } from '../../parts/when.tsx';
import { to } from '../../router.ts';
import { useLoaded } from '../../use-loaded.ts';

const EVERY_MS = 10_000;
const STATES = { '': 'All', said: 'Told', kept_back: 'Kept back', arriving: 'On the way' } as const;
const TONES = { said: 'completed', kept_back: 'paused', arriving: 'pending' } as const;

/** `agent`: only its reports. */
export function Inbox({ owner, agent }: { owner: string; agent?: string }) {
  const [state, setState] = useState<keyof typeof STATES>('');
  const { data, problem, reload } = useLoaded(
    owner,
    (signal) => get<InboxList>('/v1/inbox', { query: { user_id: owner }, signal }),
    { everyMs: EVERY_MS },
  );
  const items = (data?.items ?? []).filter(
    (item) => (!agent || item.agent_id === agent) && (state === '' || item.state === state),
  );
  return (
    <>
      <fieldset class="choices">
        <legend class="visually-hidden">Which reports</legend>
        {(Object.keys(STATES) as (keyof typeof STATES)[]).map((name) => (
          <button key={name} type="button" aria-pressed={name === state} onClick={() => setState(name)}>
            {STATES[name]}
          </button>
        ))}
      </fieldset>
      {problem && <ProblemBox problem={problem} onRetry={reload} />}
      {!data && !problem && <div class="skeleton" />}
      {data && items.length === 0 && (
        <p class="quiet">Nothing here yet. Reports appear as soon as an agent has found something.</p>
      )}
      <ul class="reports" data-testid="reports">
        {items.map((item) => (
          <li key={item.report_id} class="card">
            <div class="section-head">
              {agent ? (
                <h3>Report</h3>
              ) : (
                <h2>
                  <a href={to('research', 'agents', item.agent_id)}>{item.agent_name}</a>
                </h2>
              )}
              <span class="row small quiet">
                <Badge state={TONES[item.state]} label={STATES[item.state]} />
                <When time={item.at} precise />
                {item.state === 'said' && <a href={to('sessions', item.session_id)}>Conversation</a>}
              </span>
            </div>
            {item.reason && (
              <p>
                <strong>Kept back:</strong> {item.reason}
              </p>
            )}
            {item.message && <Markdown text={item.message} />}
          </li>
        ))}
      </ul>
    </>
  );
}

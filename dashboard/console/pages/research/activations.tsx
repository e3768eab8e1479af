/** Each time the agent was at work: what it was asked, how it ended, how long it took. */

import type { TurnPage } from '../../../../src/client/client.ts';
import { get } from '../../api.ts';
import { durationText } from '../../parts/amounts.ts';
import { Badge } from '../../parts/badge.tsx';
import { ProblemBox } from '../../parts/problem-box.tsx';
import { When } from '../../parts/when.tsx';
import { to } from '../../router.ts';
import { useLoaded } from '../../use-loaded.ts';

const SHOWN = 20;

export function Activations({ id, version }: { id: string; version: string }) {
  const session = `agent-${id}`;
  const { data, problem, reload } = useLoaded(`${id} ${version}`, (signal) =>
    get<TurnPage>('/v1/turns', { query: { session_id: session }, signal }),
  );
  return (
    <>
      {problem && <ProblemBox problem={problem} onRetry={reload} />}
      {data?.turns.length === 0 && <p class="quiet">It has not worked yet.</p>}
      <ul class="activations" data-testid="activations">
        {data?.turns.slice(0, SHOWN).map((turn) => (
          <li key={turn.turn_id}>
            <a href={to('turns', turn.turn_id)}>{turn.text || turn.reply || 'At work'}</a>
            <span class="row small quiet">
              <Badge state={turn.status} />
              <When time={turn.created_at} precise />
              {turn.timings.total_ms !== null && <span>{durationText(turn.timings.total_ms)}</span>}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}

/** What was asked, how it went, who answered and why. */

import type { Turn } from '../../../../src/client/client.ts';
import { AgentName } from '../../parts/agent-name.tsx';
import { countText, durationText } from '../../parts/amounts.ts';
import { Badge, words } from '../../parts/badge.tsx';
import { hasEnded } from '../../parts/has-ended.ts';
import { Icon } from '../../parts/icon.tsx';
import { When } from '../../parts/when.tsx';
import { choosePatient } from '../../person.ts';
import { to } from '../../router.ts';
import { Replay } from './replay.tsx';
import type { LogEntry } from './use-turn.ts';

type Props = { turn: Turn; entries: readonly LogEntry[]; totalMs: number | null };

export function TurnHeader({ turn, entries, totalMs }: Props) {
  const routed = entries.findLast(({ event }) => event === 'routed')?.data;
  const { patient_id } = turn;
  const follow = () => patient_id && choosePatient(patient_id);
  return (
    <header class="turn-header">
      <nav class="row small" aria-label="Around this turn">
        <a href={to('sessions', turn.session_id)} data-testid="to-conversation" onClick={follow}>
          <Icon name="back" size={16} /> Conversation
        </a>
        <a href={`${to('turns')}?${new URLSearchParams({ session: turn.session_id })}`}>All its turns</a>
        {patient_id && (
          <a href={to('record')} onClick={follow}>
            Record of {patient_id}
          </a>
        )}
      </nav>
      <div class="turn-title">
        <h1 data-testid="turn-text">{turn.text || 'Turn'}</h1>
        <Replay turn={turn} />
      </div>
      <div class="row turn-meta">
        <span aria-live="polite">
          <Badge state={turn.status} />
        </span>
        <Item label="Team" value={turn.team} />
        {turn.agent && (
          <span>
            <span class="quiet">Answered by</span> <AgentName name={turn.agent} />
          </span>
        )}
        <span>
          <span class="quiet">Sent</span> <When time={turn.created_at} precise />
        </span>
        {totalMs !== null && <Item label={hasEnded(turn) ? 'Took' : 'So far'} value={durationText(totalMs)} />}
        {turn.facts.length > 0 && <Item label="Facts" value={countText(turn.facts.length)} />}
      </div>
      {turn.route && (
        <p class="turn-route" data-testid="route">
          <span class="quiet">Routed as</span> <strong>{words(turn.route)}</strong>
          {typeof routed?.why === 'string' && <span class="quiet">: {routed.why}</span>}
        </p>
      )}
    </header>
  );
}

function Item({ label, value }: { label: string; value: string }) {
  return (
    <span>
      <span class="quiet">{label}</span> {value}
    </span>
  );
}

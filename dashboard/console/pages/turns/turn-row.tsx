/** One turn in a list: what was said, and how it was answered. */

import type { Turn } from '../../../../src/client/client.ts';
import { AgentName } from '../../parts/agent-name.tsx';
import { durationText, plural } from '../../parts/amounts.ts';
import { Badge } from '../../parts/badge.tsx';
import { When } from '../../parts/when.tsx';
import { to } from '../../router.ts';

export function TurnRow({ turn }: { turn: Turn }) {
  const { total_ms } = turn.timings;
  return (
    <a class="turn-row" href={to('turns', turn.turn_id)} data-testid="turn-row" data-status={turn.status}>
      <Badge state={turn.status} />
      <span class="turn-row-text">{turn.text || turn.turn_id}</span>
      <span class="turn-row-agent">
        <AgentName name={turn.agent ?? turn.team} />
      </span>
      <span class="turn-row-facts">{turn.facts.length > 0 ? plural(turn.facts.length, 'fact') : ''}</span>
      <span class="turn-row-ms">{total_ms === null ? '' : durationText(total_ms)}</span>
      <span class="turn-row-when">
        <When time={turn.created_at} precise />
      </span>
    </a>
  );
}

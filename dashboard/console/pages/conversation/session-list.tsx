/** The conversations of this person, by day, and the way to a new one. */
import type { SessionItem } from '../../../../src/client/client.ts';
import type { ProblemFields } from '../../api.ts';
import { Badge, words } from '../../parts/badge.tsx';
import { Icon } from '../../parts/icon.tsx';
import { LongList } from '../../parts/long-list.tsx';
import { ProblemBox } from '../../parts/problem-box.tsx';
import { When } from '../../parts/when.tsx';
import { to } from '../../router.ts';
import { groupByDay } from './sessions.ts';

type Props = {
  items: readonly SessionItem[] | null;
  problem: ProblemFields | null;
  current: string | undefined;
  onMore: (() => void) | undefined;
  onRetry: () => void;
};

/** The address of a new conversation; the bare page shows the last one. */
export const NEW_CONVERSATION = `${to()}?new=1`;

export function SessionList({ items, problem, current, onMore, onRetry }: Props) {
  const groups = groupByDay(items ?? []);
  return (
    <div class="sessions" data-testid="sessions">
      <a class="new-session" href={NEW_CONVERSATION} data-testid="new-session">
        <Icon name="plus" size={18} /> New conversation
      </a>
      {problem && <ProblemBox problem={problem} onRetry={onRetry} />}
      {items && items.length > 0 && (
        <a class="all-turns small" href={to('turns')} data-testid="all-turns">
          All messages, and how each was answered
        </a>
      )}
      {items?.length === 0 && <p class="quiet small">Your conversations will be listed here.</p>}
      {groups.map(({ label, items: some }, index) => (
        <section key={label}>
          <h2>{label}</h2>
          <LongList
            items={some}
            keyOf={({ session_id }) => session_id}
            label={label}
            onEnd={index === groups.length - 1 ? onMore : undefined}
          >
            {(item) => <SessionLink item={item} isCurrent={item.session_id === current} />}
          </LongList>
        </section>
      ))}
    </div>
  );
}

function SessionLink({ item, isCurrent }: { item: SessionItem; isCurrent: boolean }) {
  const { session_id, title, team, status, updated_at, turns } = item;
  return (
    <a
      class="session"
      href={to('sessions', session_id)}
      aria-current={isCurrent ? 'page' : undefined}
      data-session={session_id}
    >
      <span class="session-title">{title || 'Without words'}</span>
      <span class="session-meta">
        {team !== 'health' && <span>{words(team)}</span>}
        <When time={updated_at} />
        <span>{turns === 1 ? '1 message' : `${turns} messages`}</span>
        {status !== 'completed' && <Badge state={status} />}
      </span>
    </a>
  );
}

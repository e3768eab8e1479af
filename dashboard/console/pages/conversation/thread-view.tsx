/** The thread, oldest on top. It stays at its end while answers grow, unless one has scrolled up; there, older turns are drawn and loaded. */
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { hasEnded } from '../../parts/has-ended.ts';
import { ProblemBox } from '../../parts/problem-box.tsx';
import { Shield } from '../../parts/shield.tsx';
import type { ThreadState } from './thread.ts';
import type { Turn } from './turn.ts';
import { type TurnActions, TurnItem } from './turn-item.tsx';
import { useThreadWindow } from './use-thread-window.ts';

/** Nearer to the end than this is at the end. */
const NEAR_PX = 60;

type Props = { state: ThreadState; actions: TurnActions; onOlder: () => void; onReload: () => void };

export function ThreadView({ state: { turns, older, problem, isLoaded }, actions, onOlder, onReload }: Props) {
  const box = useRef<HTMLElement>(null);
  const list = useRef<HTMLOListElement>(null);
  const sticks = useRef(true);
  const [isAtEnd, setAtEnd] = useState(true);
  const drawn = useThreadWindow({ count: turns.length, hasOlder: older !== null, onOlder, box });
  const last = turns.at(-1);

  const toEnd = () => {
    sticks.current = true;
    drawn.reset();
    box.current?.scrollTo({ top: box.current.scrollHeight });
  };
  // A message of one's own is always seen; a report does not take away what one reads.
  useLayoutEffect(() => {
    if (sticks.current || last?.sending) toEnd();
  }, [last?.key]);
  useEffect(() => {
    if (!list.current) return;
    const stay = () => sticks.current && box.current?.scrollTo({ top: box.current.scrollHeight });
    const watcher = new ResizeObserver(stay);
    watcher.observe(list.current);
    return () => watcher.disconnect();
  }, []);
  const onScroll = () => {
    // The last scroll of a thread may be told after it has been left.
    if (!box.current) return;
    const { scrollHeight, scrollTop, clientHeight } = box.current;
    sticks.current = !drawn.hasBelow && scrollHeight - scrollTop - clientHeight < NEAR_PX;
    setAtEnd(sticks.current);
  };
  const open = turns.filter((turn) => !hasEnded(turn));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard
    <section class="thread" ref={box} tabIndex={0} aria-label="Messages" data-testid="thread" onScroll={onScroll}>
      {problem && <ProblemBox problem={problem} onRetry={onReload} />}
      <ol ref={list} class="turns" aria-busy={!isLoaded}>
        {drawn.hasAbove && (
          <li ref={drawn.upper} class="older">
            Loading earlier messages …
          </li>
        )}
        {turns.slice(drawn.start, drawn.stop).map((turn) => (
          <Row key={turn.key} turn={turn} ahead={Math.max(open.indexOf(turn), 0)} actions={actions} />
        ))}
        {drawn.hasBelow && <li ref={drawn.lower} class="older" aria-hidden="true" />}
      </ol>
      {!isAtEnd && (
        <button type="button" class="to-end" onClick={toEnd}>
          ↓ Latest
        </button>
      )}
    </section>
  );
}

/** Drawn again only when its turn has changed. */
function Row({ turn, ahead, actions }: { turn: Turn; ahead: number; actions: TurnActions }) {
  return useMemo(
    () => (
      <li class="turn" data-testid="turn" data-turn={turn.turn_id} data-status={turn.status} data-key={turn.key}>
        <Shield>
          <TurnItem turn={turn} ahead={ahead} {...actions} />
        </Shield>
      </li>
    ),
    [turn, ahead, actions],
  );
}

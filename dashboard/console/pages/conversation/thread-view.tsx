/** The thread, oldest on top. It stays at its end while answers grow, unless one has scrolled up; there, older turns are drawn and loaded. */
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { ProblemBox } from '../../parts/problem-box.tsx';
import type { ThreadState } from './thread.ts';
import { hasEnded, type Turn } from './turn.ts';
import { type TurnActions, TurnItem } from './turn-item.tsx';

/** Turns that are drawn at first, and how many more at a time. */
const STEP = 40;
/** Nearer to the end than this is at the end. */
const NEAR_PX = 60;

type Props = { state: ThreadState; actions: TurnActions; onOlder: () => void; onReload: () => void };

export function ThreadView({ state: { turns, older, problem, isLoaded }, actions, onOlder, onReload }: Props) {
  const box = useRef<HTMLElement>(null);
  const list = useRef<HTMLOListElement>(null);
  const mark = useRef<HTMLLIElement>(null);
  const sticks = useRef(true);
  const [isAtEnd, setAtEnd] = useState(true);
  const [drawn, setDrawn] = useState(STEP);
  const shown = turns.slice(-drawn);
  const last = turns.at(-1);
  const hasMore = turns.length > drawn || older !== null;

  const toEnd = () => {
    sticks.current = true;
    box.current?.scrollTo({ top: box.current.scrollHeight });
  };
  // A message of one's own is always seen; a report does not take away what one reads.
  useLayoutEffect(() => {
    if (sticks.current || last?.sending) toEnd();
  }, [last?.key]);
  useEffect(() => {
    if (!list.current) return;
    const watcher = new ResizeObserver(() => sticks.current && toEnd());
    watcher.observe(list.current);
    return () => watcher.disconnect();
  }, []);
  useKeptPlace(list, box, shown[0]?.key, sticks);
  useEffect(() => {
    if (!mark.current) return;
    const watcher = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return;
        if (turns.length > drawn) setDrawn(drawn + STEP);
        else onOlder();
      },
      { root: box.current, rootMargin: '600px' },
    );
    watcher.observe(mark.current);
    return () => watcher.disconnect();
  }, [drawn, turns.length, older]);

  const onScroll = () => {
    const { scrollHeight, scrollTop, clientHeight } = box.current as HTMLElement;
    sticks.current = scrollHeight - scrollTop - clientHeight < NEAR_PX;
    setAtEnd(sticks.current);
    // Back at the end, what was drawn for looking back is let go.
    if (sticks.current && drawn > 2 * STEP) setDrawn(STEP);
  };
  const open = turns.filter((turn) => !hasEnded(turn));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard
    <section class="thread" ref={box} tabIndex={0} aria-label="Messages" data-testid="thread" onScroll={onScroll}>
      {problem && <ProblemBox problem={problem} onRetry={onReload} />}
      <ol ref={list} class="turns" aria-busy={!isLoaded}>
        {hasMore && (
          <li ref={mark} class="older" data-testid="older">
            Loading earlier messages …
          </li>
        )}
        {shown.map((turn) => (
          <Row key={turn.key} turn={turn} ahead={Math.max(open.indexOf(turn), 0)} actions={actions} />
        ))}
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
        <TurnItem turn={turn} ahead={ahead} {...actions} />
      </li>
    ),
    [turn, ahead, actions],
  );
}

/** When turns are drawn above, what one was reading stays where it is. */
function useKeptPlace(
  list: { current: HTMLElement | null },
  box: { current: HTMLElement | null },
  first: string | undefined,
  sticks: { current: boolean },
): void {
  const before = useRef<{ key: string; top: number } | null>(null);
  useLayoutEffect(() => {
    const rowOf = (key: string) => list.current?.querySelector<HTMLElement>(`[data-key="${CSS.escape(key)}"]`);
    const known = before.current && rowOf(before.current.key);
    if (known && before.current && box.current && !sticks.current)
      box.current.scrollTop += known.offsetTop - before.current.top;
    const row = first === undefined ? null : rowOf(first);
    before.current = row && first !== undefined ? { key: first, top: row.offsetTop } : null;
  }, [first]);
}

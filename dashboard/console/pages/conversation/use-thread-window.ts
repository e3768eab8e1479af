/**
 * Which turns are drawn: a window of a bounded number that moves as one scrolls, so that thousands cost no more than those near the
 * screen. It is counted from the end, where turns that load above do not move it.
 */
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';

type Ref<T> = { current: T | null };

/** Turns that are drawn at first, how many more at a time, and at most. */
const STEP = 40;
const MOST = 2 * STEP;
/** How far outside of the screen is drawn. */
const MARGIN = '600px';

type Options = {
  count: number;
  hasOlder: boolean;
  onOlder: () => void;
  /** What scrolls. */
  box: Ref<HTMLElement>;
};

export function useThreadWindow({ count, hasOlder, onOlder, box }: Options) {
  const [{ below, size }, setWindow] = useState({ below: 0, size: STEP });
  const upper = useRef<HTMLLIElement>(null);
  const lower = useRef<HTMLLIElement>(null);
  const anchor = useRef<{ key: string; top: number } | null>(null);
  const stop = Math.max(count - below, 0);
  const start = Math.max(stop - size, 0);

  /** What one was reading stays where it is. */
  const move = (next: { below: number; size: number }) => {
    const rows = [...(box.current?.querySelectorAll<HTMLElement>('[data-key]') ?? [])];
    const read = rows.find((row) => row.getBoundingClientRect().bottom > 0) ?? rows[0];
    anchor.current = read ? { key: read.dataset.key ?? '', top: read.getBoundingClientRect().top } : null;
    setWindow(next);
  };
  useLayoutEffect(() => {
    const { key, top } = anchor.current ?? {};
    anchor.current = null;
    if (key === undefined || top === undefined || !box.current) return;
    const row = box.current.querySelector(`[data-key="${CSS.escape(key)}"]`);
    if (row) box.current.scrollTop += row.getBoundingClientRect().top - top;
  }, [below, size]);

  useEffect(() => {
    const up = () => {
      const grown = Math.min(size + STEP, MOST);
      if (start > 0) move({ size: grown, below: below + size + STEP - grown });
      else onOlder();
    };
    const down = () => move({ size, below: Math.max(below - STEP, 0) });
    const watcher = new IntersectionObserver(
      (entries) => {
        const seen = entries.find(({ isIntersecting }) => isIntersecting)?.target;
        if (seen) (seen === upper.current ? up : down)();
      },
      { root: box.current, rootMargin: MARGIN },
    );
    for (const mark of [upper.current, lower.current]) if (mark) watcher.observe(mark);
    return () => watcher.disconnect();
  }, [below, size, start, stop, hasOlder]);

  return {
    start,
    stop,
    hasAbove: start > 0 || hasOlder,
    hasBelow: below > 0,
    upper,
    lower,
    reset: () => setWindow({ below: 0, size: STEP }),
  };
}

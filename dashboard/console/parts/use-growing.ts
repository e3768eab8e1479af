/** How far a long list is drawn: as far as it has been scrolled to, so that thousands of items cost no more than the visible ones. */
import type { RefObject } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';

const STEP = 60;
/** How far ahead of the visible part the next items are drawn. */
const AHEAD = '600px';

type Growing<E> = { shown: number; hasMore: boolean; end: RefObject<E | null> };

/** `end` goes to an element after the last item. A change of `start` begins again at the top. */
export function useGrowing<E extends Element>(total: number, start = '', onEnd?: () => void): Growing<E> {
  const [grown, setGrown] = useState({ start, shown: STEP });
  const shown = grown.start === start ? grown.shown : STEP;
  const end = useRef<E>(null);
  const hasMore = shown < total;
  // Watched anew after each step: the mark may still be in view, and an observer reports changes only.
  useEffect(() => {
    const mark = end.current;
    if (!mark) return;
    const watcher = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return;
        if (hasMore) setGrown({ start, shown: shown + STEP });
        else onEnd?.();
      },
      { rootMargin: AHEAD },
    );
    watcher.observe(mark);
    return () => watcher.disconnect();
  }, [hasMore, shown, start, onEnd]);
  return { shown, hasMore, end };
}

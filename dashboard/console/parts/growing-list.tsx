/** A long list that is drawn as far as it has been scrolled to, so that thousands of items cost no more than the visible ones. */
import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';

const STEP = 60;

type Props<T> = {
  items: readonly T[];
  keyOf: (item: T) => string;
  children: (item: T) => ComponentChildren;
  class?: string;
  /** Called when the end is reached, to load more. */
  onEnd?: (() => void) | undefined;
  label?: string;
};

export function GrowingList<T>({ items, keyOf, children, class: name, onEnd, label }: Props<T>) {
  const [shown, setShown] = useState(STEP);
  const end = useRef<HTMLLIElement>(null);
  const hasMore = shown < items.length;
  useEffect(() => {
    const mark = end.current;
    if (!mark) return;
    const watcher = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return;
        if (hasMore) setShown((count) => count + STEP);
        else onEnd?.();
      },
      { rootMargin: '600px' },
    );
    watcher.observe(mark);
    return () => watcher.disconnect();
  }, [hasMore, onEnd]);
  return (
    <ul class={name} aria-label={label}>
      {items.slice(0, shown).map((item) => (
        <li key={keyOf(item)}>{children(item)}</li>
      ))}
      {(hasMore || onEnd) && <li ref={end} class="end-mark" aria-hidden="true" />}
    </ul>
  );
}

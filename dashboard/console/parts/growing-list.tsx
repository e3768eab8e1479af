/** A long list that is drawn as far as it has been scrolled to. */
import type { ComponentChildren } from 'preact';
import { useGrowing } from './use-growing.ts';

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
  const { shown, hasMore, end } = useGrowing<HTMLLIElement>(items.length, '', onEnd);
  return (
    <ul class={name} aria-label={label}>
      {items.slice(0, shown).map((item) => (
        <li key={keyOf(item)}>{children(item)}</li>
      ))}
      {(hasMore || onEnd) && <li ref={end} class="end-mark" aria-hidden="true" />}
    </ul>
  );
}

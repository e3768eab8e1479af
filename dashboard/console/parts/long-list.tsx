/** A list of any length. Rows that are not near the screen are not drawn; a screen reader is told how many there are. */
import type { ComponentChildren } from 'preact';
import { useWindow } from './use-window.ts';

type Props<T> = {
  items: readonly T[];
  keyOf: (item: T) => string;
  children: (item: T) => ComponentChildren;
  class?: string;
  /** Called when the end is near, to load more. */
  onEnd?: (() => void) | undefined;
  label?: string;
};

export function LongList<T>({ items, keyOf, children, class: name, onEnd, label }: Props<T>) {
  const { list, from, to, above, below } = useWindow<HTMLUListElement>(items.length, { onEnd });
  return (
    <ul ref={list} class={name} aria-label={label}>
      {from > 0 && <li key="above" class="space" style={{ height: `${above}px` }} aria-hidden="true" />}
      {items.slice(from, to).map((item, index) => (
        // -1: the number is not known yet.
        <li key={keyOf(item)} aria-posinset={from + index + 1} aria-setsize={onEnd ? -1 : items.length}>
          {children(item)}
        </li>
      ))}
      {to < items.length && <li key="below" class="space" style={{ height: `${below}px` }} aria-hidden="true" />}
    </ul>
  );
}

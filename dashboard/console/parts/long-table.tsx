/** A table of any length. Rows that are not near the screen are not drawn; a screen reader is told how many there are. */
import type { ComponentChildren } from 'preact';
import { useWindow } from './use-window.ts';

type Props<T> = {
  caption: string;
  class: string;
  /** The cells of the head, one for each column. */
  head: readonly ComponentChildren[];
  items: readonly T[];
  /** A `tr` with a key and this `aria-rowindex`. */
  row: (item: T, index: number) => ComponentChildren;
  /** A change of it begins again at the top: other rows, or another order. */
  start?: string;
  testId?: string;
};

/** The head is row 1. */
const FIRST_ROW = 2;

export function LongTable<T>({ caption, class: name, head, items, row, start, testId }: Props<T>) {
  const { list, from, to, above, below } = useWindow<HTMLTableSectionElement>(items.length, { start });
  return (
    <table class={name} aria-rowcount={items.length + 1} data-testid={testId}>
      <caption class="visually-hidden">{caption}</caption>
      <thead>
        <tr aria-rowindex={1}>{head}</tr>
      </thead>
      <tbody ref={list}>
        {from > 0 && <Space key="above" height={above} columns={head.length} />}
        {items.slice(from, to).map((item, index) => row(item, from + index + FIRST_ROW))}
        {to < items.length && <Space key="below" height={below} columns={head.length} />}
      </tbody>
    </table>
  );
}

/** Plain cells of a head. */
export function headOf(...labels: string[]): ComponentChildren[] {
  return labels.map((label) => (
    <th key={label} scope="col">
      {label}
    </th>
  ));
}

function Space({ height, columns }: { height: number; columns: number }) {
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a row of a table cannot be focused
    <tr class="space" style={{ height: `${height}px` }} aria-hidden="true">
      <td colSpan={columns} />
    </tr>
  );
}

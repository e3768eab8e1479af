/** The entries of a section as a table that can be sorted; cards on a phone. */
import { useMemo, useState } from 'preact/hooks';
import type { Entry } from '../../parts/fact/fact.ts';
import { LongTable } from '../../parts/long-table.tsx';
import { openEntry } from './place.ts';
import { type Column, NAME } from './sections.tsx';

type Order = { column: Column; descending: boolean };
const COLLATOR = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });

type Props = { entries: readonly Entry[]; columns: readonly Column[]; caption: string; start: string };

export function EntryTable({ entries, columns, caption, start }: Props) {
  // Without an order, as the API sorts them: newest first.
  const [order, setOrder] = useState<Order | null>(null);
  const sorted = useMemo(() => (order ? inOrder(entries, order) : entries), [entries, order]);
  const sortBy = (column: Column) =>
    setOrder((before) =>
      before?.column === column ? { column, descending: !before.descending } : { column, descending: false },
    );
  return (
    <LongTable
      class="entries cards steady"
      caption={caption}
      start={`${start} ${order?.column.label} ${order?.descending}`}
      items={sorted}
      head={[NAME, ...columns].map((column) => (
        <th key={column.label} scope="col" aria-sort={sortOf(column, order)}>
          <button type="button" onClick={() => sortBy(column)}>
            {column.label}
            <span aria-hidden="true">{order?.column === column ? (order.descending ? ' ↓' : ' ↑') : ''}</span>
          </button>
        </th>
      ))}
      row={(entry, index) => <Row key={entry.id} entry={entry} columns={columns} index={index} />}
    />
  );
}

/** Drawn again only when its entry has changed. */
function Row({ entry, columns, index }: { entry: Entry; columns: readonly Column[]; index: number }) {
  return useMemo(
    () => (
      <tr aria-rowindex={index} data-testid="entry">
        <th scope="row">
          <button type="button" class="open" onClick={() => openEntry(entry.id)}>
            {entry.name}
          </button>
        </th>
        {columns.map((column) => (
          <td key={column.label} data-label={column.label}>
            {column.cell ? column.cell(entry) : column.text(entry)}
          </td>
        ))}
      </tr>
    ),
    [entry, columns, index],
  );
}

function inOrder(entries: readonly Entry[], { column, descending }: Order): Entry[] {
  // Each text is made once, not once a comparison.
  const keyed = entries.map((entry) => ({ entry, text: column.text(entry) }));
  keyed.sort((a, b) => COLLATOR.compare(a.text, b.text) * (descending ? -1 : 1));
  return keyed.map(({ entry }) => entry);
}

function sortOf(column: Column, order: Order | null): 'ascending' | 'descending' | undefined {
  if (order?.column !== column) return undefined;
  return order.descending ? 'descending' : 'ascending';
}

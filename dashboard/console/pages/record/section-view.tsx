/** One section of the record: all its entries, searched and filtered in memory. */

import { useMemo, useState } from 'preact/hooks';
import { plural } from '../../parts/amounts.ts';
import type { Entry } from '../../parts/fact/fact.ts';
import { EmptySection } from './empty-section.tsx';
import { EntryTable } from './entry-table.tsx';
import { Filters } from './filters.tsx';
import type { RecordView } from './record-data.ts';
import { countOf, entriesOf, NAME, type Section } from './sections.tsx';

const ALL = 'all';

export function SectionView({ section, record }: { section: Section; record: RecordView }) {
  const [search, setSearch] = useState('');
  const [choice, setChoice] = useState(ALL);
  const entries = useMemo(() => entriesOf(record, section), [record, section]);
  const searchable = useMemo(
    () => entries.map((entry) => ({ entry, text: searchText(entry, section) })),
    [entries, section],
  );
  const choices = useMemo(() => statusesOf(entries), [entries]);
  const wanted = search.trim().toLowerCase();
  const found = useMemo(
    () =>
      searchable
        .filter(({ entry, text }) => text.includes(wanted) && (choice === ALL || statusOf(entry) === choice))
        .map(({ entry }) => entry),
    [searchable, wanted, choice],
  );
  if (entries.length === 0) return <EmptySection section={section} />;
  const [one, many] = section.noun;
  const total = countOf(section, record) ?? entries.length;
  const left =
    found.length === entries.length ? plural(total, one, many) : `${found.length} of ${plural(total, one, many)}`;
  return (
    <>
      <Filters
        search={search}
        onSearch={setSearch}
        choices={choices}
        choice={choice}
        onChoice={setChoice}
        label={`Search in ${section.title.toLowerCase()}`}
        left={left}
      />
      {entries.length < total && (
        <p class="quiet small">The newest {entries.length} are shown here. An export has all of them.</p>
      )}
      {found.length > 0 ? (
        <EntryTable entries={found} columns={section.columns} caption={section.title} start={`${wanted} ${choice}`} />
      ) : (
        <p class="quiet">Nothing fits. Change the search or the filter.</p>
      )}
    </>
  );
}

function searchText(entry: Entry, { columns }: Section): string {
  return [NAME, ...columns]
    .map(({ text }) => text(entry))
    .concat(entry.code?.code ?? '')
    .join(' ')
    .toLowerCase();
}

function statusOf({ status }: Entry): string {
  return status ?? 'no status';
}

function statusesOf(entries: readonly Entry[]): { value: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const entry of entries) counts.set(statusOf(entry), (counts.get(statusOf(entry)) ?? 0) + 1);
  const each = [...counts].map(([value, count]) => ({ value, count })).sort((a, b) => b.count - a.count);
  return [{ value: ALL, count: entries.length }, ...each];
}

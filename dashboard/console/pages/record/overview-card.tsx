/** The newest few entries of a section, each with a word beside it, and a link to all. */
import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import type { Entry } from '../../parts/fact/fact.ts';
import { openEntry, recordAddress } from './place.ts';

type Props = {
  title: string;
  section: string;
  items: readonly Entry[];
  most: number;
  children: (entry: Entry) => ComponentChildren;
};

export function OverviewCard({ title, section, items, most, children }: Props) {
  const heading = useId();
  return (
    <section class="card" aria-labelledby={heading} data-testid={`overview-${section}`}>
      <h2 id={heading}>
        <a href={recordAddress(section)}>{title}</a> {items.length > 0 && <span class="count">{items.length}</span>}
      </h2>
      {items.length === 0 && <p class="quiet">None on file.</p>}
      <ul class="lines">
        {items.slice(0, most).map((entry) => (
          <li key={entry.id}>
            <button type="button" class="as-text" onClick={() => openEntry(entry.id)}>
              {entry.name}
            </button>
            <span class="quiet">{children(entry)}</span>
          </li>
        ))}
      </ul>
      {items.length > most && (
        <a class="small" href={recordAddress(section)}>
          All {items.length}
        </a>
      )}
    </section>
  );
}

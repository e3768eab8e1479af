/** The sections with how much is in each: a column, or a strip above the content on a narrow screen. */
import { useEffect, useRef } from 'preact/hooks';
import { recordAddress } from './place.ts';
import type { Measurement, RecordView } from './record-data.ts';
import { countOf, SECTIONS } from './sections.tsx';

type Props = { current: string; record: RecordView | undefined; measurements: Measurement[] | undefined };

export function SectionNav({ current, record, measurements }: Props) {
  const nav = useRef<HTMLElement>(null);
  // The strip is scrolled to the current section; the page stays where it is.
  useEffect(() => {
    const here = nav.current?.querySelector<HTMLElement>(`[data-section="${CSS.escape(current)}"]`);
    if (nav.current && here) nav.current.scrollLeft = here.offsetLeft - nav.current.clientWidth / 3;
  }, [current]);
  const links = [
    { id: 'overview', title: 'Overview', count: undefined },
    ...SECTIONS.map((section) => ({
      id: section.id,
      title: section.title,
      count: record && countOf(section, record, measurements),
    })),
    { id: 'share', title: 'Share and import', count: undefined },
  ];
  return (
    <nav class="section-nav" aria-label="Sections of the record" ref={nav}>
      {links.map(({ id, title, count }) => (
        <a key={id} href={recordAddress(id)} data-section={id} aria-current={id === current ? 'page' : undefined}>
          {title} {count !== undefined && <span class="count">{count}</span>}
        </a>
      ))}
    </nav>
  );
}

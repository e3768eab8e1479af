/** What would be in a section, and how it gets there. */
import { to } from '../../router.ts';
import { recordAddress } from './place.ts';
import type { Section } from './sections.tsx';

export function EmptySection({ section }: { section: Section }) {
  return (
    <div class="empty" data-testid="empty">
      <p>
        <strong>No {section.noun[1]} on file.</strong>
      </p>
      <p class="quiet">
        What is told in the <a href={to()}>conversation</a> is filed here, for example “{section.example}” A record from
        elsewhere can be <a href={recordAddress('share')}>imported</a>.
      </p>
    </div>
  );
}

/** What was on file before a fact was corrected or removed, newest first. */

import type { FactHistory } from '../../../../src/client/client.ts';
import type { Entry } from '../../parts/fact/fact.ts';
import { dayOf } from '../../parts/fact/local-day.ts';
import { When } from '../../parts/when.tsx';
import { told } from './words.ts';

export function EntryHistory({ earlier }: { earlier: FactHistory['earlier'] }) {
  return (
    <section aria-label="History">
      <h3>History</h3>
      <ol class="history" data-testid="history">
        {earlier.toReversed().map(({ id, was, withdrawn_at, withdrawn_by, reason, replaced_by }) => (
          <li key={`${id} ${withdrawn_at}`}>
            <p>
              <s>{summary(was)}</s> {replaced_by ? 'was corrected' : 'was removed'} <When time={withdrawn_at} precise />{' '}
              <span class="quiet">by {withdrawn_by}</span>
            </p>
            {reason && <p class="quiet">Reason: {reason}</p>}
          </li>
        ))}
      </ol>
    </section>
  );
}

function summary({ name, value, unit, status, effective_time, age_at_onset }: Entry): string {
  return [name, told(value ?? age_at_onset, unit), status, effective_time && dayOf(effective_time)]
    .filter(Boolean)
    .join(', ');
}

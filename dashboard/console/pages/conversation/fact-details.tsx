/** One fact that was read in a message: what it is, and what has become of it since. */

import type { FactHistory } from '../../../../src/client/client.ts';
import { words } from '../../parts/badge.tsx';
import type { Fact } from '../../parts/fact/fact.ts';
import { amountOf, codeOf, convertedOf, dateOf, detailsOf, factLine, stateOf } from '../../parts/fact/fact-words.ts';

type Actions = { onCorrect: (fact: Fact) => void; onRemove: (fact: Fact) => void };
type Props = { fact: Fact; history: FactHistory | null; isGone: boolean; actions: Actions | null };

export function FactDetails({ fact, history, isGone, actions }: Props) {
  const removed = isGone || (history !== null && history.fact === null);
  const now = history?.fact ?? null;
  const wasChanged = now !== null && factLine(now) !== factLine(fact) && (history?.earlier.length ?? 0) > 0;
  const rows: [string, string | undefined][] = [
    ['Value', [amountOf(fact), convertedOf(fact) && `(${convertedOf(fact)})`].filter(Boolean).join(' ')],
    ['Details', detailsOf(fact)],
    ['Status', fact.status],
    ['Date', dateOf(fact)],
    ['Code', codeOf(fact)],
  ];
  return (
    <section class="fact-details">
      <h3>
        <span class="kind" data-kind={fact.kind}>
          {words(fact.kind)}
        </span>{' '}
        {fact.name}
      </h3>
      <dl>
        {rows.map(([label, value]) =>
          value ? (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ) : null,
        )}
      </dl>
      {removed && <p class="since">Removed from the record.</p>}
      {!removed && wasChanged && now && <p class="since">On file now: {stateOf(now)}</p>}
      {actions && !removed && (
        <div class="row">
          <button type="button" data-testid="correct" onClick={() => actions.onCorrect(now ?? fact)}>
            Correct
          </button>
          <button type="button" data-testid="remove" onClick={() => actions.onRemove(now ?? fact)}>
            Remove
          </button>
        </div>
      )}
    </section>
  );
}

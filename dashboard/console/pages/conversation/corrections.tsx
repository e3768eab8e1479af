/** What a message, or the user on this page, has changed in the record: before and after. */
import { differenceOf, factLine } from '../../parts/fact/fact-words.ts';
import type { Correction } from './turn.ts';

export function Corrections({ corrections }: { corrections: readonly Correction[] }) {
  if (corrections.length === 0) return null;
  return (
    <ul class="corrections" data-testid="corrections" aria-label="Changed in the record">
      {corrections.map((correction) => (
        <li key={correction.id} data-outcome={correction.outcome}>
          <Outcome {...correction} />
        </li>
      ))}
    </ul>
  );
}

function Outcome({ outcome, before, after, candidates = [] }: Correction) {
  if (outcome === 'changed' && before && after) {
    const changed = differenceOf(before, after);
    return (
      <>
        Corrected: {after.name}, <del>{changed.before}</del> <span aria-hidden="true">→</span>{' '}
        <ins>{changed.after}</ins>
      </>
    );
  }
  if (outcome === 'withdrawn' && before)
    return (
      <>
        Removed: <del>{factLine(before)}</del>
      </>
    );
  if (outcome === 'unchanged') return <>Nothing to correct: the record says so already.</>;
  if (outcome === 'ambiguous')
    return <>Not corrected, because it is not clear which one is meant: {candidates.map(factLine).join('; ')}</>;
  if (outcome === 'refused') return <>Not corrected: such a value cannot be right.</>;
  return <>Not corrected: the record has no such entry.</>;
}

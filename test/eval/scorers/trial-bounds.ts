/**
 * Bounds in the criteria of clinical trials ("creatinine < 1.5 mg/dL", "aged 18 to 65", "within 30 days"): whether a number that was marked
 * as an upper or a lower bound is read as one. The numbers themselves are masked in the set, so others stand in for them here. Nothing is
 * promised: it is a check on the words of comparison.
 */
import { findQuantities, type Quantity } from '../../../src/clinical/quantities/find-quantities.ts';
import type { Confusion, Scorer } from '../scorer.ts';

type Row = { text: string; entities: { type: string; start: number; end: number; text: string }[] };

const SET = 'extraction/clinical_trial_parser';
const MASK = /@NUMBER/g;

export const trialBoundsScorer: Scorer = {
  name: 'trialBounds',
  sets: [SET],
  targets: {},
  async run(data) {
    const tally = { upper: { gold: 0, right: 0 }, lower: { gold: 0, right: 0 } };
    const confusions: Confusion[] = [];
    await data.judge<Row, void>(SET, (row) => {
      const found = findQuantities(unmasked(row.text));
      for (const bound of row.entities.filter(({ type }) => type.endsWith('_bound'))) {
        const side = bound.type === 'upper_bound' ? 'upper' : 'lower';
        tally[side].gold += 1;
        const find = found.find(({ start, end }) => start < bound.end && bound.start < end);
        if (find && bounds(find, side)) tally[side].right += 1;
        else
          confusions.push({
            score: `trialBounds.${side}.recall`,
            expected: bound.text,
            got: find ? `${find.comparator ?? 'no comparison'} ${find.text}` : 'nothing',
            text: row.text,
          });
      }
    });
    const scores = (['upper', 'lower'] as const).map((side) => ({
      name: `trialBounds.${side}.recall`,
      value: tally[side].right / Math.max(1, tally[side].gold),
      count: tally[side].gold,
    }));
    return { scores, confusions };
  },
};

/** As long as the mask, and rising, so that a range stays one. */
function unmasked(text: string): string {
  let next = 3;
  return text.replace(MASK, () => {
    next += 7;
    return String(next).padStart('@NUMBER'.length, '0');
  });
}

function bounds({ comparator, low, high }: Quantity, side: 'upper' | 'lower'): boolean {
  if (side === 'upper') return comparator?.startsWith('<') === true || high !== undefined;
  return comparator?.startsWith('>') === true || low !== undefined;
}

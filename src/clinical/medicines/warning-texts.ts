/** How a warning about a medicine is worded, and which comes first. */
import { conditionCautions } from '../answers/topic-facts.ts';
import type { Conflict } from './interactions.ts';

export const PREGNANCY = 'pregnancy';
const KIDNEY_DISEASE = 'Chronic kidney disease';

export type MedicineWarning = { medicine: string; against: string; text: string };
/** `reason`: without what to do. */
export type Ranked = MedicineWarning & { rank: number; reason: string };

/** Somebody may be ill of it now. */
export const SIGN_RANK = -1;
/** What speaks against a medicine by itself comes before what speaks against a pair. */
const RANKS = { allergy: 0, pregnancy: 1, contraindicated: 2, serious: 3, caution: 4 } as const;

export function warningOf(conflict: Conflict): Ranked {
  const {
    kind,
    severity,
    between: [medicine, against],
    why,
    source,
  } = conflict;
  if (kind === 'allergy') {
    const because = source === 'the record' ? '' : ` ${medicine}: ${why} (${source}).`;
    const reason = `Careful: an allergy to ${against} is known.${because}`;
    const text = `${reason} Do not take ${medicine} before a doctor or pharmacist has said that it is safe for you.`;
    return { medicine, against, text, reason, rank: RANKS.allergy };
  }
  if (against === PREGNANCY) {
    const reason = `Careful in pregnancy: ${medicine}: ${why} (${source}).`;
    const ask = 'Ask your midwife, doctor or pharmacist before you take it';
    const text = `${reason} ${ask}${HELD_IN_PREGNANCY.has(medicine) ? '.' : ', and do not stop a prescribed medicine on your own.'}`;
    return { medicine, against, text, reason, rank: RANKS.pregnancy };
  }
  const reason = `Careful: ${medicine} together with ${against}: ${why} (${source}).`;
  return {
    medicine,
    against,
    text: `${reason} Ask a pharmacist or doctor before you take both.`,
    reason,
    rank: RANKS[severity],
  };
}

/** `kidneys`: a low kidney function by its last value, such as "an eGFR of 24". */
export function cautionsFor(medicine: string, conditions: readonly string[], kidneys: string | undefined): Ranked[] {
  const implied = kidneys && !conditions.includes(KIDNEY_DISEASE) ? [KIDNEY_DISEASE] : [];
  return [...conditions, ...implied].flatMap((condition) =>
    conditionCautions([medicine], [condition]).map((line) => {
      const reason = `Careful: ${implied.includes(condition) ? line.replace(condition, kidneys ?? condition) : line}`;
      const text = `${reason} Ask a doctor or pharmacist before you take it.`;
      return { medicine, against: condition, text, reason, rank: RANKS.caution };
    }),
  );
}

const WHEN_TAKEN = {
  allergy: 'take no more of it before a doctor or pharmacist has said that it is safe for you.',
  planned: 'talk to whoever prescribed it before you try for a baby, and do not stop it on your own.',
  pregnancy: 'ring your doctor, midwife or pharmacist about it today, and do not stop it on your own.',
  held: 'take no further dose before you have spoken to your doctor or midwife, and ring them today.',
  condition: 'tell whoever prescribed it, and do not stop it on your own.',
};
/** Their labels say to stop at once in a pregnancy, and a pause of some days does no harm. After a transplant it does, so mycophenolate is not here. */
const HELD_IN_PREGNANCY: ReadonlySet<string> = new Set([
  'Methotrexate',
  'Leflunomide',
  'Teriflunomide',
  'Isotretinoin',
  'Acitretin',
  'Bexarotene',
  'Thalidomide',
  'Lenalidomide',
  'Pomalidomide',
  'Ribavirin',
  'Misoprostol',
  'Finasteride',
  'Dutasteride',
]);

/** The same of a medicine that the record lists as taken. `plans`: the pregnancy is still to come. */
export function whenTaken(warning: Ranked, plans: boolean): Ranked {
  const { medicine, against, reason, rank } = warning;
  const kind = rank === RANKS.allergy ? 'allergy' : against === PREGNANCY ? inPregnancy(medicine, plans) : 'condition';
  const why = kind === 'planned' ? reason.replace('Careful in pregnancy', 'Before a pregnancy') : reason;
  return { ...warning, text: `${why} Your record lists ${medicine} as taken: ${WHEN_TAKEN[kind]}` };
}

function inPregnancy(medicine: string, plans: boolean): keyof typeof WHEN_TAKEN {
  if (plans) return 'planned';
  return HELD_IN_PREGNANCY.has(medicine) ? 'held' : 'pregnancy';
}

/** The most severe first, one for each medicine and reason. */
export function inOrder(warnings: readonly Ranked[]): MedicineWarning[] {
  const sorted = warnings
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ medicine, against, text }) => ({ medicine, against, text }));
  return [...new Map(sorted.map((one) => [`${one.medicine} ${one.against}`, one] as const)).values()];
}

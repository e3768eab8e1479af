/**
 * A dose that was changed, in words that do not name the medicine: "TSH came 6.8 so he made it 75", "increased to 3 ml twice daily". It is
 * the present dose of the medicine told last of which it can be one: in the same unit, or as bare, and not many times more or less.
 */
import type { MentionInput } from '../../record/index.ts';
import { type Dose, dosesIn, type Frequency, frequencyIn, moved, type Placed } from '../medicines/dosage.ts';
import { assertionAt } from '../text/context.ts';
import { matchesOf } from '../text/matches.ts';
import { patternsOf } from '../text/patterns.ts';
import { sentenceAt } from '../text/sentences.ts';
import { holdsAny } from '../text/word-sets.ts';

const { pattern, words } = patternsOf('extract', 'dose-changes');

/**
 * `start`: where the words of the change begin. `isElided`: a bare number, and nobody says what it is of ("cut to 2.5"). `isOthers`: the words
 * are about a relative.
 */
export type DoseChange = {
  start: number;
  dose: Placed<Dose>;
  /** 1: it was raised. -1: it was lowered. 0: not said. */
  direction: -1 | 0 | 1;
  frequency?: Placed<Frequency>;
  isElided: boolean;
  isOthers: boolean;
};

/** Each change contains one of these. */
const PARTS = [...words('PARTS')];
/** Somebody changed "it" or the dose, or it was changed. */
const CHANGED = pattern('CHANGED', 'gi');
/** What may stand before a change that does not say what was changed: nobody but who treats, and small words. */
const NOTHING_ELSE = pattern('NOTHING_ELSE', 'i');
/** Who changes a medicine; "I cut it to 5" may be said of anything. */
const BY_DOCTOR = pattern('BY_DOCTOR', 'i');
/** Verbs that are said of a dose and seldom of anything else. */
const OF_DOSES = /^(?:increased|upped|doubled|halved|lowered|reduced|cut|titrated|tapered)\b/i;
const LOWERED = /\b(?:halved|lowered|reduced|cut|dropped|knocked|tapered|down)\b/i;
const RAISED = /\b(?:bumped|increased|raised|upped|doubled|tripled|hiked|up)\b/i;
const WISHED = pattern('WISHED', 'i');
const OBJECT = /\b(?:it|that|this|them|me|dose|dosage)\b/i;
const DOSE = /\bdos(?:e|age)\b/i;
const BARE =
  /^\d{1,4}(?:\.\d{1,3})?(?=\s*(?:[.,;!?)]|$|(?:at|from|since|in|last|after|and|but|so|now|instead|because)\b))(?!\.\d)/i;
/** Most doses are changed by less. */
const FACTOR = 4;
/** How far before a change its clause is looked at. */
const LEAD = 60;
const OFTEN = 40;

/** In reading order. */
export function doseChangesIn(text: string): DoseChange[] {
  if (!/\d/.test(text) || !holdsAny(text.toLowerCase(), PARTS)) return [];
  return matchesOf(CHANGED, text).flatMap(({ index, 0: said }) => {
    const at = index + said.length;
    const sentence = sentenceAt(text, index);
    const lead = text.slice(Math.max(sentence.start, index - LEAD), index);
    if (!OBJECT.test(said) && !NOTHING_ELSE.test(lead)) return [];
    const rest = text.slice(at, sentence.end);
    const written = dosesIn(rest).find(({ start }) => start === 0);
    const dose = written ?? bareDose(rest);
    if (!dose || isSupposed(text, index, at)) return [];
    const isSaidOfDose = written !== undefined || DOSE.test(said) || BY_DOCTOR.test(lead);
    if (!isSaidOfDose && (OBJECT.test(said) || !OF_DOSES.test(said))) return [];
    const often = frequencyIn(rest.slice(dose.end, dose.end + OFTEN));
    const isNear = often && /^[\s,]*$/.test(rest.slice(dose.end, dose.end + often.start));
    return [
      {
        start: index,
        dose: moved(dose, at),
        direction: LOWERED.test(said) ? -1 : RAISED.test(said) ? 1 : 0,
        isElided: !isSaidOfDose,
        isOthers: assertionAt(text, index, at).experiencer === 'family',
        ...(isNear && { frequency: moved(often, at + dose.end) }),
      },
    ];
  });
}

/** A question, a wish, a plan, a denial: nothing has been changed. `at`: where the dose begins. */
export function isSupposed(text: string, start: number, at: number): boolean {
  const lead = text.slice(Math.max(sentenceAt(text, start).start, start - LEAD), start);
  const { assertion } = assertionAt(text, start, at);
  return assertion === 'hypothetical' || assertion === 'absent' || WISHED.test(lead);
}

function bareDose(rest: string): Placed<Dose> | null {
  const bare = BARE.exec(rest)?.[0];
  return bare === undefined ? null : { value: { value: Number(bare), unit: '' }, start: 0, end: bare.length };
}

/** Whether this can be a dose of the medicine instead of the one that is told of it. */
export function canBecome({ value, unit }: MentionInput, { dose: { value: next }, direction }: DoseChange): boolean {
  if (typeof value !== 'number' || typeof next.value !== 'number' || next.value === value) return false;
  if (direction !== 0 && Math.sign(next.value - value) !== direction) return false;
  if (next.unit !== '' && (unit ?? '') !== '' && next.unit !== unit) return false;
  return next.value <= value * FACTOR && value <= next.value * FACTOR;
}

/** The medicine as it is taken after the change. */
export function changedBy(mention: MentionInput, { dose, frequency }: DoseChange): MentionInput {
  const unit = dose.value.unit || mention.unit;
  return {
    ...mention,
    value: dose.value.value,
    ...(unit && { unit }),
    ...(frequency && { frequency: frequency.value }),
  };
}

/** The medicines of a text, each with the dose to which it was changed later in the text. */
export function withDoseChanges(text: string, mentions: readonly MentionInput[]): MentionInput[] {
  const told = [...mentions];
  for (const change of doseChangesIn(text)) {
    const { start, dose, isElided, isOthers } = change;
    if (mentions.some((one) => isReadIn(one, dose))) continue;
    const at = told.findLastIndex(
      (one) =>
        (one.start ?? 0) + one.quote.length <= start &&
        one.status === 'active' &&
        (!isElided || !/\d/.test(text.slice((one.start ?? 0) + one.quote.length, start))) &&
        (!isOthers || (one.experiencer ?? 'patient') !== 'patient') &&
        canBecome(one, change),
    );
    const meant = told[at];
    if (!meant) continue;
    const quote = text.slice(meant.start, dose.end);
    told[at] = { ...changedBy(meant, change), quote };
  }
  return told;
}

/** Whether a medicine of the text has this very number for its dose. */
function isReadIn({ start = 0, quote, value }: MentionInput, dose: Placed<Dose>): boolean {
  return start <= dose.start && dose.start < start + quote.length && value === dose.value.value;
}

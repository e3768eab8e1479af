/** The dose that is said with a medicine: before or after its name, changed from another, counted in tablets, or a bare number. */
import type { TimeMatch } from '../dates/dates.ts';
import { type Dose, dosesIn, frequencyIn, moved, type Placed } from '../medicines/dosage.ts';
import { numberOf } from '../quantities/numbers.ts';
import { patternsOf } from '../text/patterns.ts';
import type { Stretch } from '../text/places.ts';
import type { TermMatch } from '../vocabulary/find-terms.ts';

const { pattern } = patternsOf('extract', 'medication-doses');

const LEAD_GAP = pattern('LEAD_GAP', 'i');
/** What may be between a medicine and its dose. */
const GAP = pattern('GAP', 'i');
/** "From 20 to 40 mg", "100→150 mg": the new dose counts. */
const CHANGED = pattern('CHANGED', 'i');
const BARE_COUNT = pattern('BARE_COUNT', 'i');
const BARE_STRENGTH = pattern('BARE_STRENGTH', 'i');
/** How many of a strength are taken at once: "500 mg x2", "500 mg, 2 tablets", "2 x 500 mg", "two 500 mg tablets". */
const COUNT_AFTER = pattern('COUNT_AFTER', 'i');
const COUNT_BEFORE = pattern('COUNT_BEFORE', 'i');

const PIECES = /^(?:tablet|capsule|pill|puff|sachet|patch|dose)/;
const LEFT_OVER = /\b(?:left|remaining|in\s+(?:the|my|this)\s+(?:box|pack|packet|bottle)|run(?:ning)?\s+out)\b/i;

/** Whether these words may be between a medicine and how often it is taken. */
export function isGap(words: string): boolean {
  return GAP.test(words);
}

/** `reach`: the words that can speak of this medicine. */
export function doseFor(
  text: string,
  drug: TermMatch,
  reach: Stretch,
  times: readonly TimeMatch[],
): Placed<Dose> | null {
  // "Metformin (Glucophage) 500 mg": behind a name that stands alone in brackets the words go on.
  const isInBrackets = text[drug.start - 1] === '(' && text[drug.end] === ')';
  const dose = strengthFor(text, isInBrackets ? { ...drug, end: drug.end + 1 } : drug, reach, times);
  // "30 tablets left" is what there is, and not what is taken.
  if (dose && PIECES.test(dose.value.unit) && LEFT_OVER.test(text.slice(reach.start, reach.end))) return null;
  return counted(text, dose, reach);
}

function strengthFor(text: string, drug: TermMatch, reach: Stretch, times: readonly TimeMatch[]): Placed<Dose> | null {
  const tail = text.slice(drug.end, reach.end);
  const after = dosesIn(tail).map((dose) => moved(dose, drug.end));
  const change = CHANGED.exec(tail);
  if (change) {
    const to = change.index + change[0].length;
    const now = dosesIn(tail.slice(to)).find(({ start }) => start === 0);
    if (now) return moved(now, drug.end + to);
    const bare = /^\d{1,4}(?:\.\d{1,2})?(?![\d.,%/]|\s{0,3}\p{L}{0,3}\/)/u.exec(tail.slice(to))?.[0];
    const at = drug.end + to;
    if (bare) return { value: { value: Number(bare), unit: '' }, start: at, end: at + bare.length };
  }
  // "Methotrexate in October (15 mg weekly)": a time may be between.
  const when = times.find((time) => time.start >= drug.end && text.slice(drug.end, time.start).trim() === '');
  const from = when?.end ?? drug.end;
  const following = after.find(({ start }) => start >= from && GAP.test(text.slice(from, start)));
  if (following) return changedTo(text, following, reach) ?? following;
  const before = dosesIn(text.slice(reach.start, drug.start))
    .map((dose) => moved(dose, reach.start))
    .at(-1);
  if (before && LEAD_GAP.test(text.slice(before.end, drug.start))) return before;
  return bareDose(text, drug, reach);
}

/** What is taken at once: so many of one strength. A bare "x2" is that only where something else says how often. */
function counted(text: string, dose: Placed<Dose> | null, reach: Stretch): Placed<Dose> | null {
  if (!dose || typeof dose.value.value !== 'number' || !/^(?:mg|mcg|g|IU)$/.test(dose.value.unit)) return dose;
  const rest = text.slice(dose.end, reach.end);
  const after = COUNT_AFTER.exec(rest);
  const before = COUNT_BEFORE.exec(text.slice(reach.start, dose.start));
  const said = after?.[1] ?? before?.[1] ?? after?.[2];
  if (!said || (after?.[2] === said && !frequencyIn(rest.slice(after[0].length)))) return dose;
  const { value, unit } = dose.value;
  return {
    value: { value: value * numberOf(said), unit },
    start: before && !after ? reach.start + before.index : dose.start,
    end: dose.end + (after?.[0].length ?? 0),
  };
}

/** "25 mg twice a day -> 50 mg twice a day" */
function changedTo(text: string, { end }: Placed<Dose>, reach: Stretch): Placed<Dose> | null {
  const arrow = /^[^.;\n]{0,25}?(?:->|→|=>)\s{0,3}/u.exec(text.slice(end, reach.end));
  const at = end + (arrow?.[0].length ?? 0);
  const next = arrow && dosesIn(text.slice(at, reach.end)).find(({ start }) => start === 0);
  return next ? moved(next, at) : null;
}

/** "Two Tylenol", "Zoloft 50": a number that needs no unit to be understood. Which unit it would be is not guessed. */
function bareDose(text: string, drug: TermMatch, reach: Stretch): Placed<Dose> | null {
  const ahead = BARE_COUNT.exec(text.slice(reach.start, drug.start));
  if (ahead?.[1]) {
    const value = numberOf(ahead[1]);
    return {
      value: { value, unit: 'pill' },
      start: reach.start + ahead.index + ahead[0].indexOf(ahead[1]),
      end: drug.start,
    };
  }
  const behind = BARE_STRENGTH.exec(text.slice(drug.end, reach.end));
  if (!behind?.[1]) return null;
  const [written = ''] = behind[1].split(/k/i);
  const value = written.includes('/') ? written : numberOf(written) * (written === behind[1] ? 1 : 1000);
  return { value: { value, unit: '' }, start: drug.end, end: drug.end + behind[0].length };
}

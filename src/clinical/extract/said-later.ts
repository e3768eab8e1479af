/**
 * What is said of a medicine after it was named, as "it" or without a word for it: "bumped it to 1000 mg", "I meant twice", "now I'm on
 * 20 mg", "I stopped it last week". The words reach from the medicine to the next one, and no further than the next sentence.
 */
import { type Dose, dosesIn, type Frequency, frequencyIn, moved, type Placed } from '../medicines/dosage.ts';
import { assertionAt } from '../text/context.ts';
import { matchesOf } from '../text/matches.ts';
import { patternsOf } from '../text/patterns.ts';
import { sentenceAt } from '../text/sentences.ts';
import { holdsAny } from '../text/word-sets.ts';
import { isSupposed } from './dose-changes.ts';

const { pattern } = patternsOf('extract', 'said-later');

/** `alone`: a dose that counts only where none was said with the name. */
export type SaidLater = {
  dose?: Placed<Dose>;
  alone?: Placed<Dose>;
  frequency?: Placed<Frequency>;
  stopped?: { start: number; end: number };
  /** It was only prescribed: never collected, opened, begun. */
  untaken?: boolean;
};

/** Each pattern of the kind contains one of these. */
const CHANGE_PARTS =
  'bump increas raise upped doubl tripl halve change lower reduc cut drop moved brought took titrat put switch went gone go got now'.split(
    ' ',
  );
const CORRECT_PARTS = 'mean sorry correction wait make wrong check look box label packet bottle prescription'.split(
  ' ',
);
const STOP_PARTS = ['stop', 'quit', 'discontinu', 'ditch', 'drop', 'off', 'gave', 'swap', 'replac', 'switch', 'change'];
/** And one of these. */
const IT = [' it', ' that', ' them', ' those'];
const CHANGED = pattern('CHANGED', 'gi');
const CORRECTED = pattern('CORRECTED', 'gi');
const STOPPED = pattern('STOPPED', 'i');
const NOT_TAKEN = pattern('NOT_TAKEN', 'i');
/** "I take lisinopril. 10 mg twice a day.": a sentence that begins with the dose. */
const ALONE = /[.!]\s+(?:(?:it['’]?s|that['’]?s|so|usually)\s+)?(?=\d)/i;
/** "Sertraline 50 mg tabs. Take ONE daily.": what a label tells to do. */
const LABEL = /[.;\n]\s{0,3}(?:take|use|apply|inject|inhale)\s+(?=(?:\d|an?|one|two|three|half)\b)/i;
const LABEL_REACH = 60;
/** A frequency in short, where a correction leaves out the day. */
const BARE_TIMES = /^(once|twice|thrice|(?:two|three|four|[1-6])\s+times)(?=\s*(?:[.,;!?)]|$))/i;
const BARE_DOSE = /^\d{1,4}(?:\.\d{1,3})?(?=\s*(?:[.,;!?)]|$|not\b|instead\b))/i;
const DOSE_UNIT = /^\s*\d+(?:\.\d+)?\s?(?:mg|mcg|g|ml|units?|iu|µg)\b/i;
const REACH = 220;
/** No dose is changed so many times at once. */
const FAR = 10;
/** "I smoke, cut it down to 10 a day": so often no medicine is taken. */
const MOST_A_DAY = 4;

/** `limit`: where the next medicine begins. */
export function saidLater(text: string, end: number, limit: number): SaidLater {
  const until = Math.min(limit, end + REACH, nextSentenceEnd(text, end));
  const words = text.slice(end, until);
  const said: SaidLater = {};
  const next = ALONE.exec(words);
  const at = end + (next ? next.index + next[0].length : 0);
  const alone = next && dosesIn(text.slice(at, until)).find(({ start }) => start === 0);
  if (alone) {
    said.alone = moved(alone, at);
    const frequency = frequencyAt(text.slice(at, until), false);
    if (frequency) said.frequency = moved(frequency, at);
  }
  const label = LABEL.exec(words);
  const told = label && frequencyIn(words.slice(label.index, label.index + LABEL_REACH));
  if (told) said.frequency = moved(told, end + label.index);
  const lowerCase = words.toLowerCase();
  const patterns = /\d|half|one|two|once|twice|every/.test(lowerCase)
    ? [
        ...(holdsAny(lowerCase, CHANGE_PARTS) ? [CHANGED] : []),
        ...(holdsAny(lowerCase, CORRECT_PARTS) ? [CORRECTED] : []),
      ]
    : [];
  for (const pattern of patterns) {
    for (const match of matchesOf(pattern, words)) {
      const at = end + match.index + match[0].length;
      if (pattern === CHANGED && isNoChange(text, end + match.index, at)) continue;
      const rest = text.slice(at, until);
      const dose =
        dosesIn(rest).find(({ start }) => start === 0) ?? (pattern === CORRECTED ? bareDose(words, rest) : null);
      if (dose) said.dose = moved(dose, at);
      const frequency = frequencyAt(text.slice(at, until), pattern === CORRECTED);
      if (frequency && (frequency.value.times_per_day ?? 0) <= MOST_A_DAY) said.frequency = moved(frequency, at);
    }
  }
  const stopped = holdsAny(lowerCase, IT) && holdsAny(lowerCase, STOP_PARTS) ? STOPPED.exec(words) : null;
  if (stopped) said.stopped = { start: end + stopped.index, end: end + stopped.index + stopped[0].length };
  if (NOT_TAKEN.test(words)) said.untaken = true;
  return said;
}

/** "She wants it increased to 20 mg", "my dad takes it too, they dropped it to 5 mg" */
function isNoChange(text: string, start: number, at: number): boolean {
  return isSupposed(text, start, at) || assertionAt(text, start, at).experiencer === 'family';
}

/** What is said later counts, unless it is so far from what was said with the name that it is another medicine's. */
export function presentDose(own: Placed<Dose> | null, { dose, alone }: SaidLater): Placed<Dose> | null {
  return dose && !(own && isFar(own.value, dose.value)) ? dose : (own ?? alone ?? null);
}

function isFar(one: Dose, other: Dose): boolean {
  if (one.unit !== other.unit || typeof one.value !== 'number' || typeof other.value !== 'number') return false;
  return other.value > one.value * FAR || one.value > other.value * FAR;
}

/** "Ramipril 5 … it's 2.5": as bare as the dose that it replaces. */
function bareDose(words: string, rest: string): Placed<Dose> | null {
  const bare = /^\s*\d/.test(words) && !DOSE_UNIT.test(words) ? BARE_DOSE.exec(rest)?.[0] : undefined;
  return bare === undefined ? null : { value: { value: Number(bare), unit: '' }, start: 0, end: bare.length };
}

/** Right there, or right after the new dose. */
function frequencyAt(words: string, correcting: boolean): Placed<Frequency> | null {
  const bare = correcting ? BARE_TIMES.exec(words) : null;
  const found = bare ? frequencyIn(`${bare[0]} a day`) : frequencyIn(words.slice(0, 40));
  if (!found) return null;
  if (bare) return { value: { ...found.value, text: bare[0] }, start: 0, end: bare[0].length };
  return /^[\s\d.,a-z]{0,12}$/i.test(words.slice(0, found.start)) ? found : null;
}

function nextSentenceEnd(text: string, at: number): number {
  const { end } = sentenceAt(text, at);
  return end + 1 < text.length ? sentenceAt(text, end + 1).end : end;
}

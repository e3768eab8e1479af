/**
 * Whether a medicine that a text names is one that somebody takes, took, stopped or will take. In what people write of themselves a
 * name alone says nothing ("What does lisinopril do?"), so a sign of taking is needed. In a report about a patient, which speaks in
 * the third person and in the past, a name is a treatment unless something says otherwise.
 */

import { frequencyIn } from '../medicines/dosage.ts';
import { tellsOfSomebody } from '../tagger/register.ts';
import { matchesOf } from '../text/matches.ts';
import { patternsOf } from '../text/patterns.ts';
import type { Stretch } from '../text/places.ts';
import { singleSpaced } from '../text/single-spaced.ts';
import { MONTH_START } from '../text/time-words.ts';

const { pattern } = patternsOf('extract', 'medication-status');

export type Status = 'active' | 'stopped' | 'planned' | 'past';

export type Named = {
  /** The words before and after the name, within its sentence. */
  before: string;
  after: string;
  dosed: boolean;
  /** "My iron is low" speaks of a test; the name alone is not a medicine there. */
  alsoTest: boolean;
  /** In an instruction to record something, a bare name is meant as a medicine. */
  asked: boolean;
  /** The message is a report about a patient. */
  report: boolean;
  /** Somebody writes of themselves. */
  ofMe: boolean;
  /** Whether it is told in somebody's own story (own-story.ts). */
  told(): boolean;
};

const SIGNALS: readonly (readonly [RegExp, Status])[] = [
  [pattern('SIGNALS.stopped', 'gi'), 'stopped'],
  [pattern('SIGNALS.planned', 'gi'), 'planned'],
  [pattern('SIGNALS.active', 'gi'), 'active'],
  [pattern('SIGNALS.past', 'gi'), 'past'],
];
const BE = '(?:was|were|is|are|has been|have been|had been|being|be)';
const NOT_FAR = '(?:(?!\\b(?:but|because|which|who|while|although)\\b)[^.;?!]){0,70}?';
const STOPPED_AFTER = pattern('STOPPED_AFTER', 'i', { NOT_FAR, BE });
/** "Was on colchicine, allopurinol now" */
const NOW_AFTER = pattern('NOW_AFTER', 'i', { MONTH_START });
const STOPPED_RIGHT_BEFORE =
  /\b(?:stopp\w+|quit|off|finished|without|no|from|not)(?: (?:of|taking|using|the|my|any)){0,3} ?$/i;
/** "Denosumab is due to start on Monday" */
const STARTS_AFTER = pattern('STARTS_AFTER', 'i', { MONTH_START });
const GIVEN_AFTER = pattern('GIVEN_AFTER', 'i', { NOT_FAR, BE });
/** "Levothyroxine went up from 75 to 100" */
const MOVED_AFTER = pattern('MOVED_AFTER', 'i');
const EFFECT_AFTER = pattern('EFFECT_AFTER', 'i');
/** "A year on Abilify", where someone speaks of themselves. */
const ON = /\b(?:i|i['’]m|i['’]ve|my|me)\b.{0,200}\bon (?:(?:the|regular|generic|brand) )?$/is;
const TOPIC_ON =
  /\b(?:information|info|article|research|read|question|questions|study|studies|advice|facts|lecture|details) on (?:\w+ )?$/i;
const MY = pattern('MY', 'i');
const THE = pattern('THE', 'i');
/** Somebody writes of themselves. */
export const OF_ME = /\b(?:i|i['’]?m|i['’]?ve|my|me)\b/i;
const OFFERED = pattern('OFFERED', 'i');
const HOW_TAKEN = pattern('HOW_TAKEN', 'i');
const ITEM_BEGINS = /(?:^|[.,;:(–\n]|\b(?:and|plus)) ?$/i;
const GOES_ON = pattern('GOES_ON', 'i');
const OWN_VERB = pattern('OWN_VERB', 'i');
/** A sentence or an item of a list that is nothing but names. */
const NAME_ALONE = pattern('NAME_ALONE', 'i');
const NAME_ENDS = /^ ?(?:[.,;!]|$|and\b|for now\b|at the moment\b)/i;
/** "She'd put me on it if …" */
const SUPPOSED = pattern('SUPPOSED', 'i');
const ALLERGY = /\b(?:allerg\w*|intoleran\w*|react\w* (?:badly )?to|anaphyla\w*|susceptib\w*|sensitiv\w* to)\b/i;
/** A hormone, a resistance or a level, and no treatment. */
const NO_TREATMENT_AFTER = pattern('NO_TREATMENT_AFTER', 'i');
/** "Growth hormone (GH), 0.5 ng/mL" was measured, not given. */
const MEASURED_AFTER = pattern('MEASURED_AFTER', 'i');
const NO_TREATMENT_BEFORE = /\b(?:endogenous|serum|plasma|urinary|circulating) $/i;

/** "The metformin I stopped in May": what is said of it follows, and is of no other. */
const FRONTED = pattern('FRONTED', 'i');
const FRONTED_BEFORE = pattern('FRONTED_BEFORE', 'giu');
const FRONT = /(?:^|[.,;:(–\n]|\b(?:and|plus|but|the|my)) ?$/i;

/** "I took warfarin for years, switched to apixaban" */
const SWITCHED_AFTER = /^[^.;]{0,40}\b(?:switched|changed|moved) (?:(?:me|over) )?to\b/i;

/** Null where nobody is said to take it. */
export function statusOf(named: Named): Status | null {
  const { dosed, alsoTest, asked, report } = named;
  const [before, after] = [singleSpaced(named.before).replace(FRONTED_BEFORE, ''), singleSpaced(named.after)];
  if (ALLERGY.test(before) || NO_TREATMENT_AFTER.test(after) || NO_TREATMENT_BEFORE.test(before)) return null;
  if (MEASURED_AFTER.test(after) || SUPPOSED.test(before)) return null;
  if (STOPPED_AFTER.test(after) || (FRONT.test(before) && FRONTED.test(after))) return 'stopped';
  if (STARTS_AFTER.test(after)) return 'planned';
  if (GOES_ON.test(after)) return 'active';
  if (NOW_AFTER.test(after) && !STOPPED_RIGHT_BEFORE.test(before)) return 'active';
  const nearest = nearestSignal(before);
  if (nearest === 'past' && SWITCHED_AFTER.test(after)) return 'stopped';
  if (nearest && nearest !== 'past') return nearest;
  const own = MY.test(before);
  if (nearest) return !report && (own || frequencyIn(after)) ? 'active' : 'past';
  if (GIVEN_AFTER.test(after) && !alsoTest) return 'active';
  if (dosed || asked) return 'active';
  if (
    !alsoTest &&
    (own || EFFECT_AFTER.test(after) || MOVED_AFTER.test(after) || (ON.test(before) && !TOPIC_ON.test(before)))
  )
    return 'active';
  // "I carry an EpiPen", "For now just Excedrin": whatever I do with it now, or nothing but the name in a message about me.
  if (!alsoTest && isOwn(before, after, named.ofMe)) return 'active';
  if (alsoTest) return null;
  return report ? 'past' : named.told() ? 'active' : null;
}

function isOwn(before: string, after: string, ofMe: boolean): boolean {
  if (OWN_VERB.test(before) || (ITEM_BEGINS.test(before) && HOW_TAKEN.test(after))) return true;
  if (THE.test(before) && !OFFERED.test(before) && OF_ME.test(after)) return true;
  return ofMe && NAME_ALONE.test(before) && NAME_ENDS.test(after);
}

const GENERAL = pattern('GENERAL', 'i');

/** A sentence of a report that tells of a treatment, not of what a medicine is or can do. */
export function tellsOfTreatment(sentence: string): boolean {
  const words = singleSpaced(sentence);
  return tellsOfSomebody(words) || !GENERAL.test(words);
}

/** The words of a sentence around a name. */
export function wordsAround(
  text: string,
  { start, end }: Stretch,
  sentence: Stretch,
): { before: string; after: string } {
  return { before: text.slice(sentence.start, start), after: text.slice(end, sentence.end) };
}

/** Compared by their ends, so that "used to take" is not outdone by the "take" in it. */
function nearestSignal(before: string): Status | null {
  let [nearest, last]: [Status | null, number] = [null, -1];
  for (const [pattern, status] of SIGNALS) {
    const match = matchesOf(pattern, before).at(-1);
    const end = match ? match.index + match[0].trimEnd().length : -1;
    if (end > last) [nearest, last] = [status, end];
  }
  return nearest;
}

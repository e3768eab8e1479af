/** What was done, is being done or is to be done to the patient: operations, scans, vaccinations, courses of treatment. */
import type { MentionInput } from '../../record/index.ts';
import { patternsOf } from '../text/patterns.ts';
import type { Stretch } from '../text/places.ts';
import { sentenceAt } from '../text/sentences.ts';
import type { TermMatch } from '../vocabulary/find-terms.ts';
import { placed } from './care-people.ts';
import { type Times, type Timing, timingAt } from './care-timing.ts';
import { withOperations } from './operations.ts';

const { pattern } = patternsOf('extract', 'procedures');

const DONE_TO_ME = pattern('DONE_TO_ME', 'i');
/** "CXR: no consolidation": what has a result was done. */
const RESULT_WORDS = pattern('RESULT_WORDS', 'i');
const BESIDE_DAY = /^\s*(?:(?!(?:and|or|for|if|but|until|before|after)\b)[\p{L}/]+\s+){0,2}\(?$/iu;
const RESULT_AFTER =
  /^\s?:(?!\s*(?:scheduled|booked|pending|due|planned|awaited|tomorrow|next|requested))|^\s+(?:shows|showed|confirmed|revealed)\b/i;
/** "Immunizations:" heads a list of them. */
const HEADING = /^(?:immuni[sz]ations|vaccinations|vaccines|operations|surgeries)\s*:/i;
const REPORT = /^\s*(?:report|results?|images?|scan\s+report|pictures?)\b/i;
/** Being done: right before its name. */
const ONGOING = pattern('ONGOING', 'i');
/** Treatments that go on for a while; a scan does not. */
const COURSES = new Set([
  'Dialysis',
  'Chemotherapy',
  'Radiation therapy',
  'Physical therapy',
  'Occupational therapy',
  'Speech therapy',
  'Immunotherapy',
  'Cognitive behavioral therapy',
  'Psychotherapy',
  'Cardiac rehabilitation',
]);
const WANTED = pattern('WANTED', 'i');
/** It stays in the body: who has one, had it put in. */
const KEPT = /^(?:Pacemaker|Coronary stent|Hip replacement|Knee replacement|Heart valve|.*\bimplant)/i;
const HAVE = /\bhave\s+(?:a|an|two|three|\d)\s+(?:\w+\s+)?$/i;
const LISTED = /^\s*(?:(?:,|and|&|,\s*and)\s*(?:(?:a|an|my|the)\s+)?)?$/i;
const LAST_ONE = /\b(?:last|latest|previous|first)\s+$/i;
const LAST_BOUNDARY = /^.*(?:,|\b(?:and|then|but)\b)/is;
const LEAD = 60;

export function procedures(text: string, terms: readonly TermMatch[], times: Times): MentionInput[] {
  // A stay in hospital is a visit.
  const found = withOperations(text, terms, times.past).filter(({ term }) => term.name !== 'Hospitalization');
  return found.flatMap((match, index) => {
    const sentence = sentenceAt(text, match.start);
    if (HEADING.test(text.slice(match.start, match.end + LEAD))) return [];
    if (REPORT.test(text.slice(match.end, match.end + LEAD)) || saysNothingMore(found, index, sentence)) return [];
    const words = text.slice(sentence.start, sentence.end);
    const before = text.slice(Math.max(sentence.start, match.start - LEAD), match.start);
    const when = timingAt(text, match.start, reachOf(text, found, index, sentence), words, times);
    const result = reported(text, match, when);
    const status = statusOf(match.term.name, before, words, when?.status) ?? result;
    if (!status) return [];
    const mention = placed(text, 'procedure', match.term.name, match, 0.85);
    // What a doctor recommends is spoken of; that it is planned is the fact.
    if (status === 'planned' && mention.assertion === 'hypothetical' && !/\?\s*$/.test(words))
      mention.assertion = 'present';
    mention.status = status;
    if (when?.time && status !== 'active') mention.effective_time = when.time.told;
    return [mention];
  });
}

/** With its result, or with the day on which it was or will be: "CXR: clear", "MRI brain 1/2026 stable", "chest X-ray tomorrow". */
function reported(text: string, { end }: TermMatch, when: Timing | null): Timing['status'] | undefined {
  const after = text.slice(end, end + LEAD);
  if (RESULT_AFTER.test(after) || RESULT_WORDS.test(after)) return 'past';
  if (!when?.time || when.time.start < end) return undefined;
  return BESIDE_DAY.test(text.slice(end, when.time.start)) ? when.status : undefined;
}

function statusOf(name: string, before: string, words: string, timed: string | undefined): string | null {
  if (WANTED.test(before) && !/\?\s*$/.test(words)) return timed === 'scheduled' ? 'scheduled' : 'planned';
  if (COURSES.has(name) && ONGOING.test(before)) return 'active';
  if (KEPT.test(name) && HAVE.test(before)) return timed ?? 'past';
  return timed && (DONE_TO_ME.test(words) || LAST_ONE.test(before)) ? timed : null;
}

/** "Surgery" beside the name of the operation says nothing more. */
function saysNothingMore(found: readonly TermMatch[], index: number, sentence: Stretch): boolean {
  if (found[index]?.term.name !== 'Surgery') return false;
  return [found[index - 1], found[index + 1]].some(
    (other) => other !== undefined && other.start >= sentence.start && other.end <= sentence.end,
  );
}

/** Where its time may be: up to the next procedure, unless they are told together. */
function reachOf(text: string, found: readonly TermMatch[], index: number, sentence: Stretch): Stretch {
  const here = found[index] as TermMatch;
  const [previous, next] = [found[index - 1], found[index + 1]];
  const alone = (a: TermMatch | undefined, b: TermMatch | undefined) =>
    a !== undefined &&
    b !== undefined &&
    b.start < sentence.end &&
    a.start >= sentence.start &&
    !LISTED.test(text.slice(a.end, b.start));
  const gap = previous ? text.slice(previous.end, here.start) : '';
  return {
    start: alone(previous, here)
      ? here.start - gap.length + (LAST_BOUNDARY.exec(gap)?.[0].length ?? 0)
      : sentence.start,
    end: alone(here, next) ? Math.min(sentence.end, next?.start ?? sentence.end) : sentence.end,
  };
}

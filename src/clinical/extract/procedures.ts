/** What was done, is being done or is to be done to the patient: operations, scans, vaccinations, courses of treatment. */
import type { MentionInput } from '../../record/index.ts';
import type { TimeMatch } from '../dates/dates.ts';
import { isInPast } from '../message/realities.ts';
import { assertionAt, clauseAt } from '../text/context.ts';
import { patternsOf } from '../text/patterns.ts';
import { CLOSE_PEOPLE } from '../text/persons.ts';
import type { Stretch } from '../text/places.ts';
import { readingOf } from '../text/reading.ts';
import { sentenceAt } from '../text/sentences.ts';
import { hasAny } from '../text/word-sets.ts';
import type { TermMatch } from '../vocabulary/find-terms.ts';
import { placed } from './care-people.ts';
import { comingSoon, isPast, type Times, type Timing, timingAt } from './care-timing.ts';
import { bodySiteOf } from './finding-details.ts';
import { withOperations } from './operations.ts';
import { wasDone } from './own-story.ts';

const { pattern } = patternsOf('extract', 'procedures');

const DONE_TO_ME = pattern('DONE_TO_ME', 'i');
/** "CXR: no consolidation": what has a result was done. */
const RESULT_WORDS = pattern('RESULT_WORDS', 'i');
/** Between its name and its day: where, of what or for what it was, "of the lower back", "for a stone". */
const UNTIL_DAY = pattern('UNTIL_DAY', 'iu');
/** Between a day and its name: "2016: left knee replacement". */
const SINCE_DAY = pattern('SINCE_DAY', 'i');
const RESULT_AFTER = pattern('RESULT_AFTER', 'i');
/** "A labral tear on MRI", "confirmed by biopsy". */
const SEEN_ON = /[\p{L})]\s+(?:on|by|per|via)\s+(?:(?:a|an|the|my|recent|last)\s+){0,2}$/iu;
/** "Six weeks post hysterectomy". */
const POST = /\bpost[-\s]?(?:op(?:eratively)?\s+(?:from\s+)?)?(?:(?:my|a|the|left|right)\s+){0,2}$/i;
/** "Surgery" is where a British doctor works. */
const PRACTICE = pattern('PRACTICE', 'i');
const PEOPLE: ReadonlySet<string> = new Set([...CLOSE_PEOPLE, 'dog', 'cat']);
const CLINICIAN = pattern('CLINICIAN', 'i');
const OF_PERSON = /^\s+(?:for|on|of)\s+(?:my|our|his|her|their)\s+(\p{L}+)/iu;
/** "Immunizations:" heads a list of them. */
const HEADING = /^(?:immuni[sz]ations|vaccinations|vaccines|operations|surgeries)\s*:/i;
/** Something about it, and not the thing itself. */
const REPORT =
  /^\s*(?:report|results?|images?|scan\s+report|pictures?|checks?|clinic|team|nurse|list|referral|letter|form|machine|scanner|room)\b/i;
/** Being done: right before its name. */
const ONGOING = pattern('ONGOING', 'iu');
/** Treatments that go on for a while; a scan does not. */
const COURSE = /therapy|dialysis|infusion|rehabilitation|venesection|in vitro|botox|cpap|acupuncture|stimulation|emdr/i;
/** "Every six weeks", "month 8 of 36": of a course it says that it goes on. */
const OFTEN = pattern('OFTEN', 'i');
const REGULAR = /\b(?:weekly|fortnightly|monthly|daily|nightly|regular)\s+$/i;
const STARTED = /\b(?:started|starting|start|began|begun)\s+(?:(?:my|the|on)\s+)?$/i;
const WANTED = pattern('WANTED', 'i');
/** "My hernia needs to be removed"; what "had to be" was. */
const TO_BE = /\b(?:needs?|has|have|got)\s+to\s+(?:be|come)\b/i;
/** It stays in the body: who has one, had it put in. */
const KEPT = /^(?:Pacemaker|Coronary stent|Hip replacement|Knee replacement|Heart valve|.*\bimplant)/i;
const HAVE = /\bhave\s+(?:a|an|two|three|\d)\s+(?:\w+\s+)?$/i;
const LISTED = pattern('LISTED', 'i');
/** Between two that are told in one breath. */
const TOLD_WITH = pattern('TOLD_WITH', 'i');
const TOLD_ALONE = pattern('TOLD_ALONE', 'i');
/** "Next one due in five years": of another one than the one before. */
const NEXT_ONE = /[,;]\s{0,3}(?:(?:and|the|my|then)\s+){0,2}(?:next|repeat|follow[-\s]?up|another|recheck|rescan)\b/i;
/** "They took an X-ray", where no other word tells that it was. */
const MADE = pattern('MADE', 'iu');
const NOTHING_FOUND = /^[^.;,!?]{0,30}\b(?:negative|neg|nothing|no\s+(?:break|fracture|signs?|evidence))\b/i;
/** How old somebody was: "at 19", "when I was six", "as a child". */
const AT_AGE = pattern('AT_AGE', 'i');
const DEFINITE = pattern('DEFINITE', 'i');
const WAS = pattern('WAS', 'iu');
/** "Told to stop it before the colonoscopy": that is to come. */
const BEFORE_IT = pattern('BEFORE_IT', 'i');
const AND_AGAIN = pattern('AND_AGAIN', 'i');
const LAST_ONE = /\b(?:last|latest|previous|first)\s+$/i;
const LAST_BOUNDARY = /^.*(?:,|\b(?:and|then|but)\b)/is;
const LEAD = 60;

export function procedures(text: string, terms: readonly TermMatch[], times: Times): MentionInput[] {
  // A stay in hospital is a visit.
  const found = withOperations(text, terms, times.past).filter(({ term }) => term.name !== 'Hospitalization');
  let last: { mention: MentionInput; end: number } | undefined;
  return found.flatMap((match, index) => {
    const sentence = sentenceAt(text, match.start);
    const after = text.slice(match.end, match.end + LEAD);
    if (HEADING.test(text.slice(match.start, match.end + LEAD)) || isOfOther(after)) return [];
    if (REPORT.test(after) || saysNothingMore(found, index, sentence)) return [];
    const before = text.slice(Math.max(sentence.start, match.start - LEAD), match.start);
    if (match.term.name === 'Surgery' && PRACTICE.test(before + match.text)) return [];
    const reach = reachOf(text, found, index, sentence);
    const words = text.slice(sentence.start, reach.until);
    const when = soon(text, match, reach, terms, times, timingAt(text, match.start, reach, words, times));
    const status =
      statusOf(match.term.name, TO_BE.test(match.text) ? `${before}needs ` : before, words, when?.status, after) ??
      reported(text, match, before, when, listEnd(text, found, index));
    const beside = status ? undefined : toldWith(text, match, last);
    const isTold = !status && !beside && when?.status !== 'scheduled' && wasDone(text, match, sentence);
    if (!status && !beside && !isTold) return [];
    const mention = placed(text, 'procedure', match.term.name, match, 0.85);
    // "The CT last month was negative" denies what was looked for.
    if (NOTHING_FOUND.test(after)) Object.assign(mention, assertionAt(text, match.start, match.end, match.end));
    // What a doctor recommends is spoken of; that it is planned is the fact.
    if (status === 'planned' && mention.assertion !== 'absent' && !/\?\s*$/.test(words)) mention.assertion = 'present';
    if (mention.experiencer === 'other' && isByClinician(text.slice(sentence.start, match.start)))
      mention.experiencer = 'patient';
    mention.status = status ?? 'past';
    const site = bodySiteOf(text, match, { start: sentence.start, end: reach.end }, terms);
    if (site) mention.body_site = site;
    if (beside?.effective_time) mention.effective_time = beside.effective_time;
    if (when?.time && (isTold || (status && status !== 'active'))) mention.effective_time = when.time.told;
    last = { mention, end: match.end };
    return when?.time && mention.status === 'past'
      ? [mention, ...doneAgain(text, mention, when.time, reach, times)]
      : [mention];
  });
}

/** "Two sections, 2008 and 2012": what was done more than once, at each of its times. */
function doneAgain(
  text: string,
  mention: MentionInput,
  first: TimeMatch,
  reach: Stretch,
  times: Times,
): MentionInput[] {
  const again: MentionInput[] = [];
  let { end } = first;
  for (const time of times.past) {
    if (time.start < end) continue;
    const between = text.slice(end, time.start);
    const isOfIt =
      between.trim() !== '' && AND_AGAIN.test(between) && TOLD_ALONE.test(text.slice(time.end, time.end + LEAD));
    if (time.end > reach.end || time.future || !isOfIt) break;
    again.push({ ...mention, quote: time.text, start: time.start, effective_time: time.told });
    end = time.end;
  }
  return again;
}

/** "The surgeon wants to do my hip": whoever does it is not the one to whom it is done. */
function isByClinician(lead: string): boolean {
  return (
    CLINICIAN.test(lead) && !hasAny(readingOf(lead).words, PEOPLE) && !/\b(?:his|her|their|him|them)\b/i.test(lead)
  );
}

function isOfOther(after: string): boolean {
  const person = OF_PERSON.exec(after)?.[1];
  return person !== undefined && PEOPLE.has(person.toLowerCase());
}

/** "Lumpectomy in 2019 and 20 sessions of radiation": what is told in one breath with something that was done, was done too. */
function toldWith(
  text: string,
  match: TermMatch,
  last: { mention: MentionInput; end: number } | undefined,
): MentionInput | undefined {
  if (last?.mention.status !== 'past' || match.start - last.end > LEAD) return undefined;
  const isBeside = TOLD_WITH.test(text.slice(last.end, match.start));
  return isBeside && TOLD_ALONE.test(text.slice(match.end, match.end + LEAD)) ? last.mention : undefined;
}

/** "DEXA on Tuesday": with nothing that tells of it as past, an open day is the coming one. */
function soon(
  text: string,
  match: TermMatch,
  reach: Stretch,
  terms: readonly TermMatch[],
  times: Times,
  when: Timing | null,
): Timing | null {
  if (when?.status !== 'past' || !when.time || when.time.start < match.end) return when;
  const before = text.slice(reach.start, match.start);
  if ([match.end, when.time.end].some((at) => isResult(text.slice(at, at + LEAD)))) return when;
  if (isPast(before) || isInPast(before) || when.time.start >= clauseAt(text, match.start).end) return when;
  const time = comingSoon(text, { start: match.start, end: when.time.end }, terms, times);
  return time ? { status: 'scheduled', time } : when;
}

/** With its result, or with the day on which it was or will be: "CXR: clear", "MRI brain 1/2026 stable", "chest X-ray tomorrow". */
function reported(
  text: string,
  match: TermMatch,
  before: string,
  when: Timing | null,
  last: number,
): Timing['status'] | undefined {
  const after = text.slice(match.end, match.end + LEAD);
  if (isResult(after) || SEEN_ON.test(before) || POST.test(before)) return 'past';
  if (AT_AGE.test(text.slice(last, last + LEAD))) return 'past';
  if (!when && MADE.test(before)) return 'past';
  if (!when?.time && when?.status !== 'scheduled' && isPresupposed(before, after)) return 'past';
  if (!when?.time) return undefined;
  const { start, end } = when.time;
  const isBeside =
    start >= match.end ? UNTIL_DAY.test(text.slice(last, start)) : SINCE_DAY.test(text.slice(end, match.start));
  return isBeside ? when.status : undefined;
}

function statusOf(
  name: string,
  before: string,
  words: string,
  timed: string | undefined,
  after: string,
): string | null {
  if (BEFORE_IT.test(before) && timed !== 'scheduled') return 'planned';
  if (WANTED.test(before) && !/\?\s*$/.test(words)) return timed === 'scheduled' ? 'scheduled' : 'planned';
  if (COURSE.test(name) && (ONGOING.test(before) || OFTEN.test(after) || REGULAR.test(before))) return 'active';
  if (COURSE.test(name) && STARTED.test(before)) return timed === 'scheduled' ? timed : 'active';
  if (KEPT.test(name) && HAVE.test(before)) return timed ?? 'past';
  return timed && (DONE_TO_ME.test(words) || LAST_ONE.test(before)) ? timed : null;
}

/** "The MRI was grand", "never right since the bypass". */
function isPresupposed(before: string, after: string): boolean {
  const definite = DEFINITE.exec(before);
  return definite !== null && (definite.groups?.of !== undefined || WAS.test(after));
}

function isResult(after: string): boolean {
  return RESULT_AFTER.test(after) || RESULT_WORDS.test(after);
}

/** Where the last of those ends that are told together with this one. */
function listEnd(text: string, found: readonly TermMatch[], index: number): number {
  const { end } = found[index] as TermMatch;
  const next = found[index + 1];
  return next && LISTED.test(text.slice(end, next.start)) ? listEnd(text, found, index + 1) : end;
}

/** "Surgery" beside the name of the operation says nothing more. */
function saysNothingMore(found: readonly TermMatch[], index: number, sentence: Stretch): boolean {
  if (found[index]?.term.name !== 'Surgery') return false;
  return [found[index - 1], found[index + 1]].some(
    (other) => other !== undefined && other.start >= sentence.start && other.end <= sentence.end,
  );
}

/** Where its time may be: up to the next procedure, unless they are told together. Nothing from `until` on is said of it. */
function reachOf(
  text: string,
  found: readonly TermMatch[],
  index: number,
  sentence: Stretch,
): Stretch & { until: number } {
  const here = found[index] as TermMatch;
  const [previous, next] = [found[index - 1], found[index + 1]];
  const alone = (a: TermMatch | undefined, b: TermMatch | undefined) =>
    a !== undefined &&
    b !== undefined &&
    b.start < sentence.end &&
    a.start >= sentence.start &&
    !LISTED.test(text.slice(a.end, b.start));
  const gap = previous ? text.slice(previous.end, here.start) : '';
  const nextOne = NEXT_ONE.exec(text.slice(here.end, sentence.end));
  const until = nextOne ? here.end + nextOne.index : sentence.end;
  return {
    start: alone(previous, here)
      ? here.start - gap.length + (LAST_BOUNDARY.exec(gap)?.[0].length ?? 0)
      : sentence.start,
    end: alone(here, next) ? Math.min(until, next?.start ?? until) : until,
    until,
  };
}

/** Visits: to a doctor, to the emergency room, a stay in hospital; been, to come, missed or called off. */
import type { MentionInput } from '../../record/index.ts';
import { matchesOf } from '../text/matches.ts';
import { patternsOf } from '../text/patterns.ts';
import type { Stretch } from '../text/places.ts';
import { isQuestion } from '../text/questions.ts';
import { sentencesOf } from '../text/sentences.ts';
import type { TermMatch } from '../vocabulary/find-terms.ts';
import { doctorIn, placed } from './care-people.ts';
import { isPast, type Times, timingAt } from './care-timing.ts';

const { pattern } = patternsOf('extract', 'encounters');

/** The more specific words come first: one encounter per sentence. */
const ENCOUNTERS: readonly (readonly [RegExp, string])[] = [
  [pattern('ENCOUNTERS.Emergency_visit', 'gi'), 'Emergency visit'],
  [pattern('ENCOUNTERS.Hospital_stay', 'gi'), 'Hospital stay'],
  [pattern('ENCOUNTERS.Check-up', 'gi'), 'Check-up'],
  [/\bfollow[-\s]?up(?:\s+(?:appointment|appt|visit))?\b/gi, 'Follow-up'],
  [/\b(?:telehealth|video|phone|virtual)\s+(?:visit|appointment|call|consultation)\b/gi, 'Telehealth visit'],
  [/\b(?:appointment|appt|consultation|consult|doctor['’]?s?\s+visit|visit\s+(?:with|to))\b/gi, 'Appointment'],
  [pattern('ENCOUNTERS.Appointment', 'gi'), 'Appointment'],
];
/** Any word of the patterns above: most sentences have none. */
const ANY = pattern('ANY', 'i');
const UNTIL_DAY = pattern('UNTIL_DAY', 'u');
const SINCE_DAY = pattern('SINCE_DAY', 'iu');
/** "I see Dr. Jones every 3 months" is a habit, not a visit. */
const HABIT =
  /\b(?:every|each)\s+(?:\d+\s+|few\s+|other\s+|couple\s+(?:of\s+)?)?(?:days?|weeks?|months?|years?)\b|\bregularly\b/i;
const CALLED_OFF: readonly (readonly [RegExp, string])[] = [
  [/\b(?:cancell?ed|called\s+off)\b/i, 'cancelled'],
  [/\b(?:missed|forgot|didn['’]?t\s+(?:go|make\s+it)\s+to|skipped|no[-\s]?show(?:ed)?)\b/i, 'missed'],
];
/** How far from the words of the visit the doctor's name may be. */
const NEAR = 40;

export function encounters(text: string, terms: readonly TermMatch[], times: Times): MentionInput[] {
  return sentencesOf(text).flatMap((sentence) => {
    const words = text.slice(sentence.start, sentence.end);
    for (const [pattern, kind] of ANY.test(words) ? ENCOUNTERS : []) {
      const match = matchesOf(pattern, words).find(([found]) => found.trim() !== '');
      if (!match) continue;
      const lead = match[0].length - match[0].trimStart().length;
      const from = match.index + lead;
      const found = encounter(text, kind, sentence, { from, to: match.index + match[0].length }, terms, times);
      if (found.length > 0) return found;
    }
    return onItsDay(text, sentence, terms, times);
  });
}

/** "Cardiology on Monday", "next Thursday I have haematology": a speciality beside a day is a visit. */
function onItsDay(text: string, sentence: Stretch, terms: readonly TermMatch[], times: Times): MentionInput[] {
  const specialty = terms.find(
    ({ term, start, end }) =>
      term.kind === 'specialty' &&
      start >= sentence.start &&
      end <= sentence.end &&
      times.past.some(isBeside(text, { start, end })),
  );
  if (!specialty) return [];
  const place = { from: specialty.start - sentence.start, to: specialty.end - sentence.start };
  const [mention] = encounter(text, 'Appointment', sentence, place, terms, times);
  if (!mention) return [];
  // "Cardiology on Monday": without a verb in the past, an open day is the coming one.
  const coming = isPast(text.slice(sentence.start, sentence.end))
    ? undefined
    : times.coming().find(isBeside(text, specialty));
  return [coming?.future ? { ...mention, status: 'scheduled', effective_time: coming.told } : mention];
}

function isBeside(text: string, { start, end }: Stretch): (time: Stretch) => boolean {
  return (time) =>
    time.start >= end
      ? UNTIL_DAY.test(text.slice(end, time.start))
      : time.end <= start && SINCE_DAY.test(text.slice(time.end, start));
}

function encounter(
  text: string,
  kind: string,
  sentence: Stretch,
  { from, to }: { from: number; to: number },
  terms: readonly TermMatch[],
  times: Times,
): MentionInput[] {
  const words = text.slice(sentence.start, sentence.end);
  const when = timingAt(text, sentence.start + from, sentence, words, times);
  const off = CALLED_OFF.find(([pattern]) => pattern.test(words))?.[1];
  if ((!when && !off) || (isQuestion(words) && !when?.time) || (HABIT.test(words) && !when?.time)) return [];
  const specialty = terms.find(
    (one) => one.term.kind === 'specialty' && one.start >= sentence.start && one.end <= sentence.end,
  );
  const doctor = doctorIn(words);
  const place = { start: sentence.start + from, end: sentence.start + to };
  for (const one of [specialty?.end, doctor && sentence.start + doctor.end])
    if (one !== undefined && one > place.end && one - (sentence.start + to) < NEAR) place.end = one;
  const mention = placed(text, 'encounter', titleOf(kind, specialty, doctor?.name), place, when?.time ? 0.9 : 0.7);
  mention.status = off ?? when?.status ?? 'past';
  if (specialty) mention.specialty = specialty.term.name;
  if (when?.time) mention.effective_time = when.time.told;
  return [mention];
}

function titleOf(kind: string, specialty: TermMatch | undefined, doctor: string | undefined): string {
  if (kind !== 'Appointment') return kind;
  if (specialty) return `${specialty.term.name} appointment`;
  return doctor ? `Appointment with ${doctor}` : kind;
}

/** Visits: to a doctor, to the emergency room, a stay in hospital; been, to come, missed or called off. */
import type { MentionInput } from '../../record/index.ts';
import type { TimeMatch } from '../dates/dates.ts';
import { isInPast } from '../message/realities.ts';
import { clauseOf, understand } from '../message/understand.ts';
import type { Subject } from '../message/understanding.ts';
import { clauseAt } from '../text/context.ts';
import { matchesOf } from '../text/matches.ts';
import { patternsOf } from '../text/patterns.ts';
import { overlapping, type Stretch } from '../text/places.ts';
import { isQuestion } from '../text/questions.ts';
import { sentencesOf } from '../text/sentences.ts';
import type { TermMatch } from '../vocabulary/find-terms.ts';
import { capital, doctorIn, placed } from './care-people.ts';
import { comingSoon, isPast, type Times, timingAt } from './care-timing.ts';
import { WRITER, wasMet } from './own-story.ts';
import { visitTime } from './visit-time.ts';

const { pattern } = patternsOf('extract', 'encounters');

/** The more specific words come first: one encounter per sentence. */
const ENCOUNTERS: readonly (readonly [RegExp, string])[] = [
  [pattern('ENCOUNTERS.Emergency_visit', 'gi'), 'Emergency visit'],
  [pattern('ENCOUNTERS.Hospital_stay', 'gi'), 'Hospital stay'],
  [pattern('ENCOUNTERS.Walk-in', 'gi'), 'Walk-in clinic visit'],
  [pattern('ENCOUNTERS.Review', 'gi'), 'Review'],
  [pattern('ENCOUNTERS.Check-up', 'gi'), 'Check-up'],
  [/\bfollow[-\s]?up(?:\s+(?:appointment|appt|visit))?\b/gi, 'Follow-up'],
  [/\b(?:telehealth|video|(?:tele)?phone|virtual)\s+(?:visit|appointment|call|consultation)\b/gi, 'Telehealth visit'],
  [/\b(?:appointment|appt|consultation|consult|doctor['’]?s?\s+visit|visit\s+(?:with|to))\b/gi, 'Appointment'],
  [pattern('ENCOUNTERS.Appointment', 'gi'), 'Appointment'],
];
const PLANNED: ReadonlySet<string> = new Set(['Check-up', 'Review', 'Follow-up', 'Telehealth visit', 'Appointment']);
/** Any word of the patterns above: most sentences have none. */
const ANY = pattern('ANY', 'i');
const UNTIL_DAY = pattern('UNTIL_DAY', 'u');
const SINCE_DAY = pattern('SINCE_DAY', 'i');
/** "I see Dr. Jones every 3 months" is a habit, not a visit. */
const HABIT =
  /\b(?:every|each)\s+(?:\d+\s+|few\s+|other\s+|couple\s+(?:of\s+)?)?(?:days?|weeks?|months?|years?)\b|\bregularly\b/i;
const CALLED_OFF: readonly (readonly [RegExp, string])[] = [
  [/\b(?:cancell?ed|called\s+off)\b/i, 'cancelled'],
  [/\b(?:missed|forgot|didn['’]?t\s+(?:go|make\s+it)\s+to|skipped|no[-\s]?show(?:ed)?)\b/i, 'missed'],
];
/** "The eye clinic": a place of visits that is named after what it looks after; the Mayo Clinic is an organization. */
const CLINIC = /\b(?!(?:the|my|our|this|that|The|My|Our|This|That)\b)[A-Za-z][a-z]{2,}[ -]clinic\b/g;
/** Who is seen and has no speciality: "the consultant", "Dr Lee", "Mr Harrington" of surgeons. */
const SOMEBODY = pattern('SOMEBODY', 'gu');
const BY_CLINICIAN = pattern('BY_CLINICIAN', 'iu');
const OF_CLINICIAN = pattern('OF_CLINICIAN', 'i');
const OTHERS = /\b(?:his|her|their)\s+(?:\w+\s+)?$/i;
const FAMILY: ReadonlySet<Subject> = new Set(['child', 'relative']);
const SHE = /^\W*(?:(?:and|but|so|then)\s+)?(?:he|she|they)\b/i;
const BY_PERSON: ReadonlySet<string> = new Set([
  'Family medicine',
  'Nursing',
  'General surgery',
  'Optometry',
  'Dentistry',
]);
const DAY = 'yyyy-mm-dd'.length;
/** "Pharmacy closed till Monday": nobody is seen there. */
const SHUT =
  /^(?:['’]s| is| was| are| were)?(?: (?:now|already|all|only|not))* (?:clos(?:ed|es|ing)|shut|(?:re)?opens?|opening)\b/i;
/** How far from the words of the visit the doctor's name may be. */
const NEAR = 40;

export function encounters(text: string, terms: readonly TermMatch[], times: Times): MentionInput[] {
  const isNamed = ANY.test(text);
  const isPlaced =
    times.past.length > 0 &&
    (text.includes('clinic') || terms.some(isSpecialty) || matchesOf(SOMEBODY, text).length > 0);
  if (!isNamed && !isPlaced) return [];
  const visits = sentencesOf(text).flatMap((sentence) => {
    const told = isNamed ? byWords(text, sentence, terms, times) : [];
    return isPlaced ? [...told, ...onItsDay(text, sentence, terms, times, told)] : told;
  });
  return visits.map((visit, index) => withSameDoctor(text, visit, visits[index - 1]));
}

/** "Saw the rheumatologist on Monday. Next appointment in May": with the same one. */
function withSameDoctor(text: string, visit: MentionInput, previous: MentionInput | undefined): MentionInput {
  const { name, start = 0 } = visit;
  if (name !== 'Appointment' || !previous || !/\bnext\s+$/i.test(text.slice(Math.max(0, start - 8), start)))
    return visit;
  return { ...visit, name: previous.name, ...(previous.specialty ? { specialty: previous.specialty } : {}) };
}

function byWords(text: string, sentence: Stretch, terms: readonly TermMatch[], times: Times): MentionInput[] {
  const words = text.slice(sentence.start, sentence.end);
  for (const [pattern, kind] of ANY.test(words) ? ENCOUNTERS : []) {
    const match = matchesOf(pattern, words).find(([found]) => found.trim() !== '');
    if (!match) continue;
    const lead = match[0].length - match[0].trimStart().length;
    const from = match.index + lead;
    const found = encounter(text, kind, sentence, { from, to: match.index + match[0].length }, terms, times);
    if (found.length > 0)
      return PLANNED.has(kind) ? found.map((mention) => noted(mention, text, sentence, terms, times)) : found;
  }
  return [];
}

/** "Follow-up with Dr Lee on Friday": without a verb of the past or a finding it is a note of what is to come soon. */
function noted(
  mention: MentionInput,
  text: string,
  { start, end }: Stretch,
  terms: readonly TermMatch[],
  times: Times,
): MentionInput {
  const at = mention.start ?? start;
  if (mention.status !== 'past') return mention;
  // "Diabetic review on Monday": the name of the visit tells nothing of it.
  const told = terms.filter((one) => one.start >= at + mention.quote.length || one.end <= at);
  const time = comingSoon(text, { start, end }, told, times);
  return time ? scheduled(mention, text, time, times) : mention;
}

/**
 * "Cardiology on Monday, eye clinic on the 3rd", "next Thursday I have haematology": a speciality or a clinic beside a day is a visit.
 * Each is read up to the next; `told` are those that the words of the sentence have told.
 */
function onItsDay(
  text: string,
  sentence: Stretch,
  terms: readonly TermMatch[],
  times: Times,
  told: readonly MentionInput[],
): MentionInput[] {
  const spots = spotsIn(text, sentence, terms).filter(
    (spot) =>
      !SHUT.test(text.slice(spot.end, spot.end + NEAR)) &&
      (dayBeside(text, spot, times.past) || isSeenThen(text, sentence, spot, times)),
  );
  return spots.flatMap((spot, index) => {
    const part = { start: index === 0 ? sentence.start : spot.start, end: spots[index + 1]?.start ?? sentence.end };
    const place = { from: spot.start - part.start, to: spot.end - part.start };
    const [mention] = encounter(text, spot.kind, part, place, terms, times);
    if (!mention) return [];
    // "Cardiology on Monday": without a verb in the past, an open day is the coming one.
    const words = text.slice(sentence.start, sentence.end);
    const coming =
      isPast(words.slice(0, part.end - sentence.start)) || isInPast(words)
        ? undefined
        : dayBeside(text, spot, times.coming());
    const visit = coming?.future ? scheduled(mention, text, coming, times) : mention;
    return told.some((one) => isSameVisit(one, visit)) ? [] : [visit];
  });
}

function scheduled(mention: MentionInput, text: string, time: TimeMatch, { at }: Times): MentionInput {
  return { ...mention, status: 'scheduled', effective_time: visitTime(text, time, at) };
}

/** "My GP appointment is on Monday", "I saw Dr Lee at the eye clinic on Monday": one visit, told by its word and by its place. */
function isSameVisit(one: MentionInput, other: MentionInput): boolean {
  const [start, end] = [one.start ?? 0, (one.start ?? 0) + one.quote.length];
  const at = other.start ?? 0;
  if (at >= start && at < end) return true;
  return one.specialty ? one.specialty === other.specialty : one.effective_time === other.effective_time;
}

/** "The nurse weighed me this morning", "diagnosed on Tuesday by the skin doctor": on that day somebody was there. */
function isSeenThen(text: string, sentence: Stretch, { start, end }: Stretch, times: Times): boolean {
  const before = text.slice(sentence.start, start);
  const acts = BY_CLINICIAN.test(text.slice(end, end + NEAR)) || OF_CLINICIAN.test(before);
  if (isOfOthers(before)) return false;
  const clause = clauseAt(text, start);
  const isMet = wasMet(text, { start, end }, sentence);
  return times.past.some((time) => {
    if (time.future || time.start < sentence.start || time.end > sentence.end) return false;
    // Another clause's day may be this one's too; its month or year is that of something else.
    if (time.told.length >= DAY) return acts || isMet;
    return isMet && time.start >= clause.start && time.end <= clause.end;
  });
}

/** "My mum saw her cardiologist": the visit of somebody else. */
function isOfOthers(before: string): boolean {
  return OTHERS.test(before);
}

/** "My husband saw the cardiologist", not "my wife drove me to A&E". */
function isByAnother(text: string, at: number): boolean {
  const clause = clauseOf(understand(text), at);
  const words = text.slice(clause?.start, clause?.end);
  return clause !== undefined && (FAMILY.has(clause.subject) || SHE.test(words)) && !WRITER.test(words);
}

function isSpecialty({ term }: TermMatch): boolean {
  return term.kind === 'specialty';
}

/** Where a speciality or a clinic is named, in order. */
function spotsIn(text: string, { start, end }: Stretch, terms: readonly TermMatch[]): (Stretch & { kind: string })[] {
  const known = terms
    .filter((at) => isSpecialty(at) && at.start >= start && at.end <= end)
    .map((at) => ({ start: at.start, end: at.end, kind: 'Appointment' }));
  const words = text.slice(start, end);
  const found = (pattern: RegExp) =>
    matchesOf(pattern, words)
      .map(({ index, 0: name }) => ({ start: start + index, end: start + index + name.length, name }))
      .filter((spot) => overlapping(known, spot).length === 0);
  const clinics = (words.includes('clinic') ? found(CLINIC) : []).map(({ name, ...at }) => ({
    ...at,
    kind: `${capital(name.toLowerCase())} appointment`,
  }));
  const people = found(SOMEBODY).map(({ name, ...at }) => ({
    ...at,
    kind: name.includes(' ') ? `Appointment with ${name.replace(/^Dr\.?\s+/, 'Dr. ')}` : `${capital(name)} appointment`,
  }));
  return [...known, ...clinics, ...people].sort((one, other) => one.start - other.start);
}

/** The day after it, or the one before it. */
function dayBeside<Time extends Stretch>(
  text: string,
  { start, end }: Stretch,
  times: readonly Time[],
): Time | undefined {
  return (
    times.find((time) => time.start >= end && UNTIL_DAY.test(text.slice(end, time.start))) ??
    times.find((time) => time.end <= start && SINCE_DAY.test(text.slice(time.end, start)))
  );
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
  const place = { start: sentence.start + from, end: sentence.start + to };
  const specialty = specialtyNear(place, sentence, terms);
  if (isOfOthers(text.slice(sentence.start, specialty?.start ?? sentence.start))) return [];
  if ((!when && !off) || (isQuestion(words) && !when?.time) || (HABIT.test(words) && !when?.time)) return [];
  const doctor = doctorIn(words);
  for (const one of [specialty?.end, doctor && sentence.start + doctor.end])
    if (one !== undefined && one > place.end && one - (sentence.start + to) < NEAR) place.end = one;
  const name =
    kind === 'Review' ? capital(words.slice(from, to).toLowerCase()) : titleOf(kind, specialty, doctor?.name);
  const mention = placed(text, 'encounter', name, place, when?.time ? 0.9 : 0.7);
  if (isByAnother(text, place.start)) mention.experiencer = 'other';
  mention.status = off ?? when?.status ?? 'past';
  if (specialty) mention.specialty = specialty.term.name;
  if (when?.time) mention.effective_time = visitTime(text, when.time, times.at);
  return [mention];
}

/** Of several in a sentence the one that the words of the visit name, else the nearest: "she has physio and I saw the GP". */
function specialtyNear(place: Stretch, { start, end }: Stretch, terms: readonly TermMatch[]): TermMatch | undefined {
  const distance = (one: Stretch) => Math.max(0, one.start - place.end, place.start - one.end);
  return terms
    .filter((one) => isSpecialty(one) && one.start >= start && one.end <= end)
    .reduce<TermMatch | undefined>((near, one) => (near && distance(near) <= distance(one) ? near : one), undefined);
}

function titleOf(kind: string, specialty: TermMatch | undefined, doctor: string | undefined): string {
  if (kind !== 'Appointment') return kind;
  if (specialty) return `${spokenName(specialty)} appointment`;
  return doctor ? `Appointment with ${doctor}` : kind;
}

/** "GP appointment": nobody says that they were at family medicine. */
function spokenName({ term, text }: TermMatch): string {
  return BY_PERSON.has(term.name) ? capital(text.replace(/^my\s+/i, '')) : term.name;
}

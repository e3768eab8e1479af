/** How a finding stands: a condition is active, resolved or of the patient's history; a symptom has a course, or is over. */
import { DAY_MS } from '../dates/calendar.ts';
import { patternsOf } from '../text/patterns.ts';
import type { Term } from '../vocabulary/term.ts';

const { pattern } = patternsOf('extract', 'finding-status');

const RESOLVED =
  /\b(?:used?\s+to\s+(?:have|get|suffer)|previously\s+had|recovered\s+from|cured\s+of|got\s+over|survived|beat|beaten|overcame|in\s+remission\s+(?:from|of))\b/i;
const OVER_AFTER = pattern('OVER_AFTER', 'i');
/** A single event that is over once it has happened. */
const HAPPENED = pattern('HAPPENED', 'i');
const EVENTS = new Set([
  'Heart attack',
  'Stroke',
  'Transient ischemic attack',
  'Miscarriage',
  'Concussion',
  'Fracture',
  'Appendicitis',
]);
/** Illnesses that pass: what is told with a day long ago is over. */
const PASSING = new Set([
  ...EVENTS,
  'Pneumonia',
  'Deep vein thrombosis',
  'Pulmonary embolism',
  'Shingles',
  'Kidney stones',
  'Sepsis',
  'Meningitis',
  'Pancreatitis',
  'Cellulitis',
  'COVID-19',
  'Influenza',
  'Bronchitis',
  'Urinary tract infection',
  'Diverticulitis',
  "Bell's palsy",
  'Preeclampsia',
  'Gestational diabetes',
  'Ectopic pregnancy',
]);
/** Bites, stings, cuts and burns, by their chapters of ICD-10. */
const WOUND = /^(?:S\d[01]|T1[0-4]|T2|T3[0-2]|T63|W|L55)/;
const AFTER_WHICH =
  /\b(?<year>(?:19|20)\d\d)\b[,\s]{1,3}(?:right |just |straight |soon |shortly )?(?:after|following)\s+(?:(?:the|a|an|my|that|bad|nasty|small)\s+){0,3}$/i;
const LONG_MS = 60 * DAY_MS;
/** Told with the year of its beginning, it is still there. */
const DIAGNOSED = /\b(?:diagnosed|dx|dxed|found\s+out|since|had\s+since|living\s+with|suffering\s+(?:with|from))\b/i;
const STILL = /^[^.;]{0,20}(?<!\b(?:none|nothing|not|clear|fine)\s)\b(?:since|diagnosed|dx|began|started)\b/i;
const HAVING = /\b(?:have|has|got|having)\s+(?:(?:a|an|the|my|severe|mild|bad|chronic)\s+){0,6}$/i;
const HISTORY = /\b(?:history|hx|h\/o|pmh\w*|known)\b/i;
const SICK_BEFORE = /\bhad\s+(?:(?:a|an|the|my|some|bad|really|severe|mild)\s+){0,6}$/i;

/** "Gestational diabetes in my last pregnancy" */
const EARLIER_PREGNANCY =
  /^[^.;,]{0,12}\b(?:(?:with|in|during)\s+(?:the|my|our)\s+(?:first|last|previous|eldest|oldest|other)\b|(?:the\s+)?(?:first|last)\s+time\b)/i;

export function conditionStatus(name: string, before: string, after: string, past: boolean): string {
  if (RESOLVED.test(before) || OVER_AFTER.test(after) || (EVENTS.has(name) && HAPPENED.test(before))) return 'resolved';
  if (name !== 'Pregnancy' && EARLIER_PREGNANCY.test(after) && !HAVING.test(before)) return 'history';
  if (!past || DIAGNOSED.test(before) || isSinceThen(after) || HAVING.test(before)) return 'active';
  if (HISTORY.test(before)) return 'history';
  return SICK_BEFORE.test(before) || EVENTS.has(name) ? 'resolved' : 'history';
}

/** "Tetanus jab 2013 after the dog bite": what came before an act of an earlier year, and heals, was then. `before`: up to the finding. */
export function wasBeforeAct(term: Term, before: string, now: Date): boolean {
  const year = Number(AFTER_WHICH.exec(before)?.groups?.year ?? Number.NaN);
  const heals = term.kind === 'symptom' || PASSING.has(term.name) || WOUND.test(term.code?.code ?? '');
  return heals && year < now.getUTCFullYear();
}

/** `time`: the day, month or year that was told with it. */
export function hasPassed(name: string, time: string, now: Date): boolean {
  return PASSING.has(name) && Date.parse(time) < now.getTime() - LONG_MS;
}

/** "Since 2019", "began in 2014". */
export function isSinceThen(after: string): boolean {
  return STILL.test(after);
}

export function symptomStatus(before: string, past: boolean, course: string | undefined): string | undefined {
  if (course) return course;
  if (!past) return undefined;
  return HISTORY.test(before) ? 'history' : 'resolved';
}

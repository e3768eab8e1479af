/** How a finding stands: a condition is active, resolved or of the patient's history; a symptom has a course, or is over. */
import { patternsOf } from '../text/patterns.ts';

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
const LONG_MS = 60 * 86_400_000;
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

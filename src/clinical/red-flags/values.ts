/**
 * Readings that are dangerous by themselves, by the limits of red-flag-values.psv. Values are read as the record reads them
 * (recorded-values.ts), and besides in the shorter ways of people in a hurry: "sats are 79", "a 105 fever".
 */
import { isIll } from '../message/same-story.ts';
import { understand } from '../message/understand.ts';
import { observationType, SYSTOLIC } from '../observations/observation-types.ts';
import { numberOf } from '../quantities/numbers.ts';
import { toCanonical } from '../quantities/units.ts';
import { matchesOf } from '../text/matches.ts';
import { patternsOf } from '../text/patterns.ts';
import { overlapping } from '../text/places.ts';
import { sentenceAt } from '../text/sentences.ts';
import { straight } from '../text/straight.ts';
import { MONTH_NAME } from '../text/time-words.ts';
import { wordSet } from '../text/word-sets.ts';
import { findTerms } from '../vocabulary/find-terms.ts';
import type { Assertions } from './assertion.ts';
import { beyond, CALLED, DIASTOLIC_FROM, LIMITS, observationCalled, type Read } from './limits.ts';
import { recordedValues } from './recorded-values.ts';
import { isSettled } from './settled.ts';
import { type Message, type Span, says, type Token } from './words.ts';

const { pattern, source } = patternsOf('red-flags', 'values');

type CriticalValue = { name: string; evidence: Span; advice: string; low: boolean };

const ALTERNATIVES = [...CALLED]
  .sort((a, b) => b.length - a.length)
  .map((word) => word.replace(/[+]/g, '\\+').replace(/ /g, '[ -]'))
  .join('|');
/** At most a few words after a name, a number, perhaps its unit. */
const VALUE = source('VALUE');
const TAIL = source('BETWEEN') + VALUE;
const READING = new RegExp(`(?<![\\w-])(${ALTERNATIVES})(?![\\w-])${TAIL}`, 'iy');
/** The same after a name that the vocabulary knows, mistyped perhaps. */
const BEHIND = new RegExp(`()${TAIL}`, 'iy');
/** A further reading of the same, right behind one. */
const AGAIN = new RegExp(`()${source('AGAIN')}${VALUE}`, 'iy');
/** "a 105 fever", "105.2 temperature", "78 % oxygen": people put these before their name. "On 28 % oxygen" is what is given. */
const NAME_BEHIND = pattern('NAME_BEHIND', 'gi');
/** "190/120", "190 over 120", "220 up and 130 down". */
const PRESSURE = /(?<![\d/.])(\d{2,3}) ?(?:\/|over|(?:up|upper|top|high|above),?(?: and)?) ?(\d{2,3})(?![\d/])/gi;
const NAMES_BEHIND = wordSet('fever temperature oxygen o2 saturation sats');
const PRESSURE_WORDS = wordSet('bp pressure mmhg hg systolic hypertension hypertensive');
/** Some live with a pressure below 90; with one of these it is a shock. */
const SHOCK_WORDS = wordSet(
  'clammy faint fainted fainting collapsed collapsing confused grey gray ashen sweaty sweating woozy',
);
const SHOCK_SYSTOLIC = 90;
const SPOKEN_PRESSURE = pattern('SPOKEN_PRESSURE', 'i');
const THRESHOLD = pattern('THRESHOLD', 'i');
const NOT_A_BODY = pattern('NOT_A_BODY', 'i');
const UNREMARKABLE = pattern('UNREMARKABLE', 'i');
/** "1 hr glucose", "three hr test". */
const HOURS_BEFORE = /(?:\d|\b(?:one|two|three|four|half))[ -]?$/i;
/** "A heart rate of 170 during sprints". */
const EXERCISING = pattern('EXERCISING', 'i');
const TEXTBOOK =
  /\b(?:what (?:does|is|are)|define|normal range|criteria|threshold|guidelines?|considered|(?:is|are|it|this) called|means?)\b/i;
const PERSON =
  /\b(?:i|i'm|my|mine|me|he|she|his|her|hers|him|dad|mum|mom|wife|husband|son|daughter|baby|we|our|results?|report)\b/i;
/** "I just measured it", "that was my mother": of a reading in the sentence before. */
const SPEAKS_OF_READING =
  /\d|\b(?:it|it's|its|that|that's|this|these|those|mine|results?|measured|tested|checked|monitor|machine|meter|cuff|app|watch)\b/i;
/** "My sugar on 1 October was 162": a day. */
const MONTH_NEXT = new RegExp(`^\\s?(?:st|nd|rd|th)?\\s?(?:of\\s)?${MONTH_NAME}\\b`, 'i');
/** "Was 94, now 79", "from 94 to 79": after the first reading there is another. */
const CHANGED = /\d[^.!?\n]{0,40}\b(?:to|now|then|repeat)\s(?:(?:at|was|is)\s)?\d/i;
const MEASURED = /\d|\bone (?:eighty|ninety)|\btwo (?:hundred|ten|twenty|thirty)/i;

export function criticalValues(message: Message, assertions: Assertions): CriticalValue[] {
  if (!MEASURED.test(message.text)) return [];
  const text = straight(message.text);
  const short = readings(text, message.tokens);
  const own = [...short.found];
  if (says(message, NAMES_BEHIND)) own.push(...namedBehind(text));
  own.push(...pressures(text, message));
  const isKnown = own.length > 0 || (short.any && !CHANGED.test(text));
  const named = isKnown ? [] : recordedValues(text).filter(({ span }) => !short.any || !isExercise(text, span));
  const found = new Map<string, CriticalValue>();
  for (const read of [...own, ...named]) {
    if (found.has(read.limit.name) || !isRead(message, text, read, assertions)) continue;
    if (isSettled(text, read, (number) => canonicalOf(read.limit.name, number, ''))) continue;
    found.set(read.limit.name, { name: read.limit.name, evidence: read.span, advice: adviceOn(read), low: read.low });
  }
  return [...found.values()];
}

function isExercise(text: string, { end }: Span): boolean {
  return EXERCISING.test(text.slice(end, end + 40));
}

/** The letters that a name begins with. */
const STARTS = new Set(CALLED.map((name) => /^[a-z]+/.exec(name)?.[0] ?? name));
/** `any`: some reading was there, dangerous or not. */
function readings(text: string, tokens: readonly Token[]): { any: boolean; found: Read[] } {
  const found: Read[] = [];
  let any = false;
  let read = 0;
  // The pattern of a reading has a hundred names, too many to try at every word.
  for (const [at, { start, fold }] of tokens.entries()) {
    if (start < read || !STARTS.has(fold)) continue;
    if (fold === 'hr' && HOURS_BEFORE.test(text.slice(Math.max(0, start - 6), start))) continue;
    const match = readingAt(text, start);
    if (!match || isOfNextName(text, tokens, at, match) || isInsideName(text, start)) continue;
    read = start + match[0].length;
    const name = observationCalled(match[1] ?? '');
    if (!name || MONTH_NEXT.test(text.slice(read, read + 16))) continue;
    any = true;
    found.push(...judged(text, name, start, match));
    for (let again = nextReading(text, read); again; again = nextReading(text, read)) {
      read = AGAIN.lastIndex;
      found.push(...judged(text, name, again.index + again[0].search(/\d/), again));
    }
  }
  for (const { name, start, end } of mistyped(text, tokens)) {
    BEHIND.lastIndex = end;
    const match = BEHIND.exec(text);
    if (match) found.push(...judged(text, name, start, match));
  }
  return { any, found };
}

function readingAt(text: string, start: number): RegExpExecArray | null {
  READING.lastIndex = start;
  return READING.exec(text);
}

/** "Transferrin saturation": the end of another name. */
function isInsideName(text: string, start: number): boolean {
  return overlapping(findTerms(text), { start, end: start + 1 }).some(
    (found) => found.term.kind === 'observation' && found.start < start,
  );
}

/** "No fever but INR is 11": another name is nearer to the number. */
function isOfNextName(text: string, tokens: readonly Token[], at: number, match: RegExpExecArray): boolean {
  const [whole, name = ''] = match;
  const number = match.index + whole.lastIndexOf(match[3] ?? '');
  for (let next = at + 1; (tokens[next]?.start ?? number) < number; next += 1) {
    const { start, fold } = tokens[next] as Token;
    if (start < match.index + name.length || !STARTS.has(fold)) continue;
    const nearer = readingAt(text, start)?.[1];
    if (nearer !== undefined && observationCalled(nearer) !== observationCalled(name)) return true;
  }
  return false;
}

function nextReading(text: string, from: number): RegExpExecArray | null {
  AGAIN.lastIndex = from;
  return AGAIN.exec(text);
}

/** "Potasium", as the vocabulary corrects it, and "suger", as the red flags do. */
function mistyped(text: string, tokens: readonly Token[]): (Span & { name: string })[] {
  const names: (Span & { name: string })[] = [];
  for (const { term, start, end, fuzzy } of findTerms(text))
    if (fuzzy && LIMITS.has(term.name)) names.push({ name: term.name, start, end });
  for (const { fold, start, end, corrected } of tokens) {
    const name = corrected && observationCalled(fold);
    if (name) names.push({ name, start, end });
  }
  return names;
}

function judged(text: string, name: string, start: number, match: RegExpExecArray): Read[] {
  const [whole, , between = '', digits = '', unit = ''] = match;
  const end = match.index + whole.length;
  const before = text.slice(Math.max(sentenceAt(text, start).start, start - 25), start);
  if (NOT_A_BODY.test(between) || NOT_A_BODY.test(before) || UNREMARKABLE.test(between)) return [];
  const rest = text.slice(end, end + 40);
  if (/^\s?(?:dollars|grams?|g\b|seconds?|outside)/i.test(rest)) return [];
  if (name === 'Heart rate' && isExercise(text, { start, end })) return [];
  const span = { start, end: match.index + whole.trimEnd().length };
  return beyond(name, canonicalOf(name, numberOf(digits), unit), span, match.index + whole.lastIndexOf(digits));
}

function canonicalOf(name: string, number: number, unit: string): number {
  if (name === 'Body temperature') return /f/i.test(unit) || number > 80 ? ((number - 32) * 5) / 9 : number;
  if (name === 'Platelet count') return number >= 1000 ? number / 1000 : number;
  if (name === 'Neutrophils' || name === 'White blood cell count') return number >= 50 ? number / 1000 : number;
  if (name === 'Troponin' && (/ng ?\/ ?l/i.test(unit) || (unit === '' && number > 10))) return number / 1000;
  if (name === 'Blood glucose') return /mmol/i.test(unit) || (unit === '' && number < 35) ? number * 18 : number;
  if (name === 'Hemoglobin') return (/l$/i.test(unit) && !/d/i.test(unit)) || number > 25 ? number / 10 : number;
  if (name === 'Calcium') return /mmol/i.test(unit) || (unit === '' && number < 5) ? number * 4 : number;
  if (!unit || !observationType(name)) return number;
  return toCanonical(name, number, unit)?.value ?? number;
}

function namedBehind(text: string): Read[] {
  return matchesOf(NAME_BEHIND, text).flatMap(({ index, 0: { length }, 1: heat, 2: degrees = '', 3: share }) => {
    const name = heat ? 'Body temperature' : 'Oxygen saturation';
    const value = canonicalOf(name, Number(heat ?? share), degrees);
    return beyond(name, value, { start: index, end: index + length }, index);
  });
}

/** Two numbers that are nothing but a pressure need no name: "228/134". */
function isPressureUnnamed(written: string, systolic: number, diastolic: number, rest: string): boolean {
  return (
    written.includes('/') && systolic >= 180 && diastolic >= 90 && diastolic <= 160 && !/^\s?(?:mc?g|ml)\b/i.test(rest)
  );
}

function pressures(text: string, message: Message): Read[] {
  const spoken = SPOKEN_PRESSURE.exec(text);
  const written = matchesOf(PRESSURE, text);
  const named = (spoken !== null || written.length > 0) && says(message, PRESSURE_WORDS);
  if (named && spoken && /^(?:one (?:eighty|ninety)|two)/i.test(spoken[0]))
    return beyond(SYSTOLIC, 190, { start: spoken.index, end: spoken.index + spoken[0].length }, spoken.index);
  return written.flatMap((match) => {
    const [systolic, diastolic] = [Number(match[1]), Number(match[2])];
    const rest = text.slice(match.index + match[0].length, match.index + match[0].length + 6);
    if (!named && !isPressureUnnamed(match[0], systolic, diastolic, rest)) return [];
    if (systolic <= diastolic || systolic < 50 || systolic > 300 || diastolic < 20 || diastolic > 200) return [];
    const span = { start: match.index, end: match.index + match[0].length };
    const shocked = systolic < SHOCK_SYSTOLIC && says(message, SHOCK_WORDS);
    return beyond(SYSTOLIC, diastolic >= DIASTOLIC_FROM ? 300 : shocked ? 50 : systolic, span, match.index);
  });
}

/** A reading that somebody has, and not a limit that somebody reads about. A question counts too: "Is 190/125 bad?". */
function isRead(message: Message, text: string, { span, numberAt }: Read, assertions: Assertions): boolean {
  const sentence = Math.max(
    message.sentences.findIndex(({ end }) => span.start < end),
    0,
  );
  const { start, end } = message.sentences[sentence] as Span;
  const whole = text.slice(start, end);
  const isTextbook = TEXTBOOK.test(whole) || THRESHOLD.test(text.slice(0, numberAt));
  if (isTextbook && !PERSON.test(whole) && !isOfSomebody(text, sentence)) return false;
  return (
    assertions.holds(span, sentence, 'asked') ||
    assertions.holds(span, sentence) ||
    /^\s*(?:is|are|would)\b/i.test(whole)
  );
}

/** Whether another sentence says who has the reading, or is ill: "I flew back on Tuesday" does neither. */
function isOfSomebody(text: string, sentence: number): boolean {
  return understand(text).clauses.some((clause) => {
    const words = text.slice(clause.start, clause.end);
    return clause.sentence !== sentence && PERSON.test(words) && (SPEAKS_OF_READING.test(words) || isIll(text, clause));
  });
}

function adviceOn({ limit: { called }, low }: Read): string {
  const way = low ? 'low' : 'high';
  return [
    `The ${called} you give is so ${way} that it needs help at once. If the reading is right, {emergency};`,
    'if you feel well, measure again now (or ring whoever took the test) and speak to a doctor today whatever it shows.',
  ].join(' ');
}

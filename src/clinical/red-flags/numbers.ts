/**
 * What numbers say about danger, as concepts beside those of the phrases: the age of a young baby, the week of a pregnancy, a
 * handful of pills, a temperature.
 */
import { NUMBER_WORD_STARTS, readNumberWords } from '../quantities/number-words.ts';
import { numberOf } from '../quantities/numbers.ts';
import { patternsOf } from '../text/patterns.ts';
import type { Found } from './phrases.ts';
import type { Message, Span, Token } from './words.ts';

const { pattern } = patternsOf('red-flags', 'numbers');

/** Words that numbers begin with; "a" and "half" are too common and say too little here. */
const NUMBER_WORDS: ReadonlySet<string> = new Set(
  NUMBER_WORD_STARTS.split('|').filter((word) => /^[a-z]{3,}$/.test(word) && word !== 'half' && word !== 'quarter'),
);
const DAY = /^(?:days?|d)$/;
const WEEK = /^(?:weeks?|wks?|w|wo|weeker|wk?old)$/;
const MONTH = /^(?:months?|mos?|mths?|mnths?|mon)$/;
const OLD = /^(?:old|o|age|baby|infant|newborn|girl|boy|son|daughter|male|female|m|f)$/;
const DURATION_BEFORE = /^(?:for|since|from|these|last|past|within|after|every|in|over|about)$/;
const HEDGE = /^(?:like|around|roughly|nearly|almost|maybe|probably|already)$/;
const DURATION_AFTER =
  /^(?:ago|later|now|long|straight|course|break|of|after|post|postpartum|before|early|late|worth|program|plan)$/;
const PILLS = pattern('PILLS', '');
/** What is drunk in a week is counted in units too, and is not swallowed at once. */
const DRINK = /\b(?:alcohol|drink\w*|drank|booze|wine|beer)\b/i;
const EACH_WEEK = /\b(?:week|weekly|weekend|month)\b/i;
const INSULIN = /\binsulin/i;
/** More than any label allows at once. */
const MANY = 6;
/** Tablets of a painkiller in a day. */
const MOST_A_DAY = 10;
/** Beyond this it is milligrams, or another number altogether. */
const MOST_PILLS = 200;
const DOSE = /^(?:mg|mgs|mcg|ug|ml|g|meq|year|years|yr|yrs|yo|times|x|day|days|week|weeks|month|months|hours|mmhg)$/;
/** An age, a dose or a count, and no temperature: "I'm 41", "40 mg", "forty rooms". */
const NO_DEGREES_AFTER = pattern('NO_DEGREES_AFTER', '');
const NO_DEGREES_BEFORE = /^(?:im|am|aged|age|turned|turning|week|size|over|under|rr|hr|bp|pulse|room|number)$/;
const PRESSURE = /^(?:bp|pressure)$/;
/** From this age on people give it without a unit among other things about themselves. */
const ADULT = 18;
const METER =
  /\b(?:meter|machine|monitor|sensor|libre|dexcom|cgm|sugars?|glucose|bgs?|bms?|readings?|prick|strips?|pump|reader)\b/i;
const LONG_TERM = /\b(?:hb ?)?a1c\b[^\d.,;!?]{0,20}$/i;
const LONG_TERM_UNIT = /^\s?(?:%|percent\b|mmol ?\/ ?mol\b)/i;
const LONG_TERM_WITHIN = 30;
const PULSE = /^(?:pulse|hr|heart)$/;
const THERMOMETER = /^(?:temps?|temperature|fever|thermometer)$/;
/** Three points of NEWS2 (systolic pressure), and two (pulse): with an infection signs of sepsis. */
const LOW_SYSTOLIC = 90;
const FAST_PULSE = 111;
/** Three points of NEWS2. */
const FAST_BREATHS = 25;
const A_MINUTE = /^(?:times|breaths?|x)$/;
const PER = /^(?:a|per|each|every|min|minute)$/;
/** Of a painkiller, more than a day's most. */
const HUGE_GRAMS = 5;
const GRAMS = /^(?:g|gr|grams?|gms?)$/;
/** "In week 38"; a lower number may be the week of a course. */
const LATE_WEEK = 20;
/** Under three months (AAP 2021, NICE NG143). */
const YOUNG_DAYS = 91;

const OLDEST_SMALL_CHILD = 3;
const OLDEST_CHILD = 12;

export function findNumbers({ text, tokens }: Message): Found[] {
  const found: Found[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    const read = numberAt(text, tokens, at);
    if (!read) continue;
    addAll(tokens, at, read, found, text);
    at = read.to;
  }
  // "It was 37.2, now it is 38.6" is a fever.
  return found.some(({ concept }) => concept === 'fever_number')
    ? found.filter(({ concept }) => concept !== 'normal_temperature')
    : found;
}

type NumberHere = { value: number; to: number };

/** Read as the quantities read it: "twenty six", "thirty nine point two". `to`: its last token. */
function numberAt(text: string, tokens: readonly Token[], at: number): NumberHere | null {
  const { fold, start, end } = tokens[at] as Token;
  if (fold >= '0' && fold < ':') return { value: numberOf(text.slice(start, end)), to: at };
  if (!NUMBER_WORDS.has(fold)) return null;
  const read = readNumberWords(text, start);
  if (!read || read.vague) return null;
  let to = at;
  while (to + 1 < tokens.length && (tokens[to + 1] as Token).start < read.end) to += 1;
  return { value: read.value, to };
}

function areOfDrink(text: string): boolean {
  return DRINK.test(text) && EACH_WEEK.test(text) && !INSULIN.test(text);
}

function addAll(
  tokens: readonly Token[],
  from: number,
  { value, to: at }: NumberHere,
  found: Found[],
  text: string,
): void {
  const add = (concept: string, to: number) => found.push({ concept, from, to });
  const next = endsAt(text, tokens[at], tokens[at + 1]) ? '' : (tokens[at + 1]?.fold ?? '');
  age(text, tokens, from, at, value, add);
  if (
    value >= MANY &&
    value <= MOST_PILLS &&
    !DOSE.test(next) &&
    (next === 'of' ? [2, 3, 4, 5] : [1, 2, 3]).some((step) => PILLS.test(tokens[at + step]?.fold ?? '')) &&
    !(next === 'units' && areOfDrink(text))
  )
    add('many_pills', at + 1);
  // "32 x 500 mg"
  if (value > MOST_A_DAY && value <= MOST_PILLS && next === 'x' && tokens[at + 3]?.fold === 'mg')
    add('many_pills', at + 3);
  const isLongTerm = isLongTermSugar(text, tokens[from] as Token, tokens[at] as Token);
  if (!isLongTerm && !NO_DEGREES_AFTER.test(next) && !NO_DEGREES_BEFORE.test(tokens[from - 1]?.fold ?? '')) {
    if ((value >= 38 && value < 43) || (value >= 100.4 && value <= 109)) add('fever_number', at);
    if ((value >= 40 && value < 43) || (value >= 104 && value <= 109)) add('very_hot_number', at);
    if (value >= 28 && value < 36) add('cold_number', at);
  }
  if (isChildsAge(tokens, from, { value, to: at })) {
    add('young', at);
    add('child', at);
    if (value <= OLDEST_SMALL_CHILD) add('small_kid', at);
  }
  if (isSugarInDanger(value) && !isNoSugar(text, value, tokens[from] as Token, tokens[at] as Token))
    add('sugar_number', at);
  const second = Number(tokens[at + 1]?.fold);
  if (value >= 50 && value <= LOW_SYSTOLIC && second >= 20 && second < value && stands(tokens, from, PRESSURE))
    add('low_pressure', at + 1);
  if (value >= FAST_PULSE && value <= 250 && (stands(tokens, from, PULSE) || next === 'bpm')) add('fast_pulse', at);
  if (value >= FAST_BREATHS && value < 100 && A_MINUTE.test(next) && PER.test(tokens[at + 2]?.fold ?? ''))
    add('fast_breaths', at + 2);
  if (GRAMS.test(next) ? value >= HUGE_GRAMS && value <= 100 : next === 'mg' && value >= HUGE_GRAMS * 1000)
    add('huge_dose', at + 1);
  if (isNormalTemperature(value) && stands(tokens, from, THERMOMETER)) add('normal_temperature', at);
}

/** "He's two": the age of a child in years, where nothing is counted. */
function isChildsAge(tokens: readonly Token[], from: number, { value, to }: NumberHere): boolean {
  if (!Number.isInteger(value) || value < 1 || value > OLDEST_CHILD) return false;
  const [before, person] = [tokens[from - 1]?.fold ?? '', tokens[from - 2]?.fold ?? ''];
  // "He's" is folded to "he".
  const isSomebody = /^s?hes?$/.test(before) || (before === 'is' && /^s?he$/.test(person));
  return isSomebody && /^(?:[.!?;\n]+|and|but|so)?$/.test(tokens[to + 1]?.fold ?? '');
}

/** In either unit: below 3.5 mmol/L or 55 mg/dL, above 22 mmol/L or 350 mg/dL. Between are ordinary values of one unit or the other. */
function isSugarInDanger(value: number): boolean {
  return (value > 0.5 && value < 3.5) || (value > 22 && value < 55) || (value > 350 && value < 1500);
}

/** The number of a kind of diabetes, an age, an HbA1c. */
function isNoSugar(text: string, value: number, first: Span, last: Span): boolean {
  if (/\b(?:type|t)[ -]?$/i.test(text.slice(Math.max(0, first.start - LONG_TERM_WITHIN), first.start))) return true;
  return isAgeAlone(text, value, first, last) || isLongTermSugar(text, first, last);
}

/** A number that stands alone between commas before anything is measured: "type one, 24, omnipod". */
function isAgeAlone(text: string, value: number, { start }: Span, { end }: Span): boolean {
  const before = text.slice(0, start);
  return value >= ADULT && /(?:^|,)\s*$/.test(before) && /^\s*,/.test(text.slice(end)) && !METER.test(before);
}

/** An HbA1c, in percent or mmol/mol, is no blood sugar; nor is the digit of its name. */
function isLongTermSugar(text: string, { start }: Span, { end }: Span): boolean {
  const before = text.slice(Math.max(0, start - LONG_TERM_WITHIN), start);
  const behind = text.slice(end, end + LONG_TERM_WITHIN);
  return LONG_TERM.test(before) || LONG_TERM_UNIT.test(behind) || (/(?:hb|\b)a$/i.test(before) && /^c\b/i.test(behind));
}

/** Is what was measured named a few words before? */
function stands(tokens: readonly Token[], at: number, name: RegExp): boolean {
  return [1, 2, 3, 4].some((step) => name.test(tokens[at - step]?.fold ?? ''));
}

function isNormalTemperature(value: number): boolean {
  return (value >= 36 && value <= 37.5) || (value >= 96.8 && value <= 99.5);
}

function age(
  text: string,
  tokens: readonly Token[],
  from: number,
  at: number,
  value: number,
  add: (concept: string, to: number) => void,
): void {
  const unit = endsAt(text, tokens[at], tokens[at + 1]) ? '' : (tokens[at + 1]?.fold ?? '');
  const after = endsAt(text, tokens[at + 1], tokens[at + 2]) ? '' : (tokens[at + 2]?.fold ?? '');
  // "For like two months".
  const hedged = HEDGE.test(tokens[from - 1]?.fold ?? '') ? 2 : 1;
  const before = tokens[from - hedged]?.fold ?? '';
  if (value >= LATE_WEEK && value <= 42 && before === 'week') add('pregnancy_week', at);
  // "33/40" and "36+3" are weeks of a pregnancy, "5/52 M" is how old somebody is.
  const parts = isFraction(text, tokens, at) ? unit : '';
  const isGestation = unit === '+' && value >= LATE_WEEK && /^[0-6]$/.test(after);
  if (value >= 4 && value <= 42 && (parts === '40' || isGestation)) add('pregnancy_week', at + 1);
  // "26+4 today, twins": so only a midwife counts.
  if (value <= 42 && isGestation) add('with_child', at + 2);
  const days = daysIn(value, unit, parts);
  if (days === null) return;
  const aged = OLD.test(after) || unit === 'wo' || (after === 'of' && tokens[at + 3]?.fold === 'age');
  if (days < YOUNG_DAYS && aged) add('infant_age', at + 1);
  else if (days < YOUNG_DAYS && parts === '' && !DURATION_BEFORE.test(before) && !DURATION_AFTER.test(after)) {
    add('maybe_infant_age', at + 1);
    // "Fever, 3 days" is how long, "fever, 6 weeks" how old.
    if (!DAY.test(unit)) add('infant_weeks', at + 1);
  }
  if (days < YOUNG_DAYS && after === 'ago') add('ago_young', at + 2);
  if ((aged && (days < YOUNG_DAYS || after === 'old')) || DURATION_BEFORE.test(before) || DURATION_AFTER.test(after))
    return;
  if (WEEK.test(unit) && value >= 4 && value <= 42) add('pregnancy_week', at + 1);
}

/** Whether a sentence ends between two words: "10 weeks. Long story", but not "10 wks. old". */
function endsAt(text: string, word: Token | undefined, next: Token | undefined): boolean {
  return word !== undefined && next !== undefined && /[.!?]\s+[A-Z]|\n/.test(text.slice(word.end, next.start + 1));
}

/** Clinicians write three weeks as 3/52, three days as 3/7 and three months as 3/12. */
const DAYS_IN_PARTS: Readonly<Record<string, number>> = { '7': 1, '52': 7, '12': 30 };

function isFraction(text: string, tokens: readonly Token[], at: number): boolean {
  const [one, other] = [tokens[at], tokens[at + 1]];
  return one !== undefined && other?.start === one.end + 1 && text[one.end] === '/';
}

function daysIn(value: number, unit: string, parts: string): number | null {
  if (parts !== '') return DAYS_IN_PARTS[parts] === undefined ? null : value * DAYS_IN_PARTS[parts];
  return DAY.test(unit) ? value : WEEK.test(unit) ? value * 7 : MONTH.test(unit) ? value * 30 : null;
}

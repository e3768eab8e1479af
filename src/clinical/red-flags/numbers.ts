/**
 * What numbers say about danger, as concepts beside those of the phrases: the age of a young baby, the week of a pregnancy, a
 * handful of pills, a temperature.
 */
import type { Found } from './phrases.ts';
import type { Message, Token } from './words.ts';

const NUMBER_WORDS = new Map([
  ...'one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty'
    .split(' ')
    .map((word, index): [string, number] => [word, index + 1]),
  ['thirty', 30],
  ['forty', 40],
  ['fifty', 50],
  ['sixty', 60],
  ['hundred', 100],
]);
const DAY = /^(?:days?|d)$/;
const WEEK = /^(?:weeks?|wks?|w|wo|weeker|wk?old)$/;
const MONTH = /^(?:months?|mos?|mths?|mnths?|mon)$/;
const OLD = /^(?:old|o|age|baby|infant|newborn|girl|boy|son|daughter|male|female|m|f)$/;
const DURATION_BEFORE = /^(?:for|since|from|these|last|past|within|after|every|in|over|about)$/;
const DURATION_AFTER =
  /^(?:ago|later|now|long|straight|course|break|of|after|post|postpartum|before|early|late|worth|program|plan)$/;
const PILLS =
  /^(?:pills?|tabs?|tablets?|capsules?|caplets?|units|xanax|ambien|tylenol|paracetamols?|acetaminophen|panadol|aspirins?|ibuprofens?|advil|benadryl|diphenhydramine|metoprolol|oxys?|oxycodone|percocets?|valium|ativan|klonopin|zopiclone|codeine|tramadol|sleeping|antidepressants?|painkillers?|extra|caffeine|gummies|melatonin|sertraline|antihistamines?|diazepam|temazepam|nurofen)$/;
/** More than any label allows at once. */
const MANY = 6;
/** Beyond this it is milligrams, or another number altogether. */
const MOST_PILLS = 200;
const DOSE = /^(?:mg|mgs|mcg|ug|ml|g|meq|year|years|yr|yrs|yo|times|x|day|days|week|weeks|month|months|hours|mmhg)$/;
const PRESSURE = /^(?:bp|pressure)$/;
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

export function findNumbers({ tokens }: Message): Found[] {
  const found: Found[] = [];
  tokens.forEach(({ fold }, at) => {
    const value = numberIn(fold);
    if (value === null) return;
    const add = (concept: string, to: number) => found.push({ concept, from: at, to });
    const next = tokens[at + 1]?.fold ?? '';
    age(tokens, at, value, next, add);
    if (
      value >= MANY &&
      value <= MOST_PILLS &&
      !DOSE.test(next) &&
      [1, 2, 3].some((step) => PILLS.test(tokens[at + step]?.fold ?? ''))
    )
      add('many_pills', at + 1);
    if ((value >= 38 && value < 43) || (value >= 100.4 && value <= 109)) {
      add('fever_number', at);
      if (value >= 40 && value < 43.5) add('very_hot_number', at);
    }
    if (value >= 104 && value <= 109) add('very_hot_number', at);
    if (value >= 28 && value < 36) add('cold_number', at);
    const second = Number(tokens[at + 1]?.fold);
    if (value >= 50 && value <= LOW_SYSTOLIC && second >= 20 && second < value && stands(tokens, at, PRESSURE))
      add('low_pressure', at + 1);
    if (value >= FAST_PULSE && value <= 250 && (stands(tokens, at, PULSE) || next === 'bpm')) add('fast_pulse', at);
    if (value >= FAST_BREATHS && value < 100 && A_MINUTE.test(next) && PER.test(tokens[at + 2]?.fold ?? ''))
      add('fast_breaths', at + 2);
    if (GRAMS.test(next) ? value >= HUGE_GRAMS && value <= 100 : next === 'mg' && value >= HUGE_GRAMS * 1000)
      add('huge_dose', at + 1);
    if (isNormalTemperature(value) && stands(tokens, at, THERMOMETER)) add('normal_temperature', at);
  });
  // "It was 37.2, now it is 38.6" is a fever.
  return found.some(({ concept }) => concept === 'fever_number')
    ? found.filter(({ concept }) => concept !== 'normal_temperature')
    : found;
}

/** Is what was measured named a few words before? */
function stands(tokens: readonly Token[], at: number, name: RegExp): boolean {
  return [1, 2, 3, 4].some((step) => name.test(tokens[at - step]?.fold ?? ''));
}

function isNormalTemperature(value: number): boolean {
  return (value >= 36 && value <= 37.5) || (value >= 96.8 && value <= 99.5);
}

function age(
  tokens: readonly Token[],
  at: number,
  value: number,
  unit: string,
  add: (concept: string, to: number) => void,
): void {
  if (value >= LATE_WEEK && value <= 42 && tokens[at - 1]?.fold === 'week') add('pregnancy_week', at);
  const days = DAY.test(unit) ? value : WEEK.test(unit) ? value * 7 : MONTH.test(unit) ? value * 30 : null;
  if (days === null) return;
  const after = tokens[at + 2]?.fold ?? '';
  const before = tokens[at - 1]?.fold ?? '';
  const aged = OLD.test(after) || unit === 'wo' || (after === 'of' && tokens[at + 3]?.fold === 'age');
  if (days < YOUNG_DAYS && aged) add('infant_age', at + 1);
  else if (days < YOUNG_DAYS && !DURATION_BEFORE.test(before) && !DURATION_AFTER.test(after)) {
    add('maybe_infant_age', at + 1);
    // "Fever, 3 days" is how long, "fever, 6 weeks" how old.
    if (!DAY.test(unit)) add('infant_weeks', at + 1);
  }
  if (days < YOUNG_DAYS && after === 'ago') add('ago_young', at + 2);
  if ((aged && (days < YOUNG_DAYS || after === 'old')) || DURATION_BEFORE.test(before) || DURATION_AFTER.test(after))
    return;
  if (WEEK.test(unit) && value >= 4 && value <= 42) add('pregnancy_week', at + 1);
}

function numberIn(fold: string): number | null {
  if (fold >= '0' && fold < ':') return Number(fold.replace(/,(?=\d{3}\b)/g, '').replace(',', '.'));
  return NUMBER_WORDS.get(fold) ?? null;
}

/** Finds the telephone numbers in advice, so that they can be called with a tap. Doses, ages, times and readings are not numbers to call. */

export type TextPart = { text: string; call?: string };

/** Digits in groups, or one group; `#8008` too. Not a part of a fraction, a decimal, a range, a time or a word. */
const CANDIDATE = /(?<![\w/.,:°–#+-])[#+]?\d(?:[ -]?\d){1,14}(?![\w/%°:–]|[.,]\d|-\w)/g;
/** A whole telephone number has at least this many digits; shorter ones are services, which their context tells. */
const WHOLE_NUMBER = 7;
const CALL_WORDS = [
  ...[
    'call',
    'calling',
    'dial',
    'talk',
    'text',
    'phone',
    'ring',
    'numbers?',
    'line',
    'lifeline',
    'helpline',
    'hotline',
    'control',
  ],
  ...['centre', 'center', 'police', 'services?', 'NHS', 'SAPA', 'Suisse', 'Thuis', 'SNS'],
];
const CALL_BEFORE = new RegExp(`\\b(?:${CALL_WORDS.join('|')})\\b[^.!?;]{0,200}$`, 'i');
/** "call 112 or 15", "(911 in the US, 999 in the UK)": a number that follows another. */
const NUMBER_BEFORE = /\d\s*(?:\([^()]{0,60}\))?[^.!?;]{0,24}?(?:\bor\b|,|\/)\s*(?:the \w+ on )?$/;
const UNITS = [
  ...[
    'mg',
    'mcg',
    'µg',
    'g',
    'kg',
    'ml',
    'mL',
    'l',
    'litres?',
    'liters?',
    'mmol',
    'mmHg',
    'bpm',
    'percent',
    'degrees?',
  ],
  ...['seconds?', 'minutes?', 'mins?', 'hours?', 'days?', 'weeks?', 'months?', 'years?', 'times?'],
  ...[
    'tablets?',
    'pills?',
    'puffs?',
    'drops?',
    'beats?',
    'breaths?',
    'cm',
    'inch(?:es)?',
    'metres?',
    'meters?',
    'feet',
    'people',
  ],
  'or (?:more|less|above|over|below)',
];
const UNIT_AFTER = new RegExp(`^\\s?(?:°|(?:${UNITS.join('|')})\\b)`);
const DATE = /^\d{4}-\d{2}(?:-\d{2})?$/;

export function splitNumbers(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let from = 0;
  for (const { 0: found, index } of text.matchAll(CANDIDATE)) {
    if (!isCallable(found, text.slice(0, index), text.slice(index + found.length))) continue;
    if (index > from) parts.push({ text: text.slice(from, index) });
    parts.push({ text: found, call: `tel:${found.replace(/[ -]/g, '').replace('#', '%23')}` });
    from = index + found.length;
  }
  if (from < text.length) parts.push({ text: text.slice(from) });
  return parts;
}

function isCallable(found: string, before: string, after: string): boolean {
  if (UNIT_AFTER.test(after) || DATE.test(found)) return false;
  const digits = found.replace(/\D/g, '');
  if (digits.length >= WHOLE_NUMBER) return true;
  return CALL_BEFORE.test(before) || NUMBER_BEFORE.test(before);
}

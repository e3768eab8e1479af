/** "Every Monday and Friday", "every two weeks", "daily": what repeats, as an RRULE. */

const DAYS = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'];
const DAY_NAME = '(?:sun|mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?)(?:day)?s?';
const EVERY_DAY_NAME = new RegExp(
  `\\b(?:every|each) (other |second )?(${DAY_NAME}(?:(?:, | and |, and | & )${DAY_NAME}){0,6})\\b`,
  'i',
);
const EVERY_UNIT = /\b(?:every|each) (?:(other|second|two|three|four|\d{1,3}) )?(day|week|month|year)s?\b/i;
const ADVERB = /\b(daily|weekly|monthly|yearly|annually)\b/i;
const WORKDAYS = /\b(?:every|each) (?:weekday|workday|working day)\b|\bon weekdays\b/i;
const NUMBERS: Readonly<Record<string, number>> = { other: 2, second: 2, two: 2, three: 3, four: 4 };
const FREQUENCIES: Readonly<Record<string, string>> = {
  day: 'DAILY',
  daily: 'DAILY',
  week: 'WEEKLY',
  weekly: 'WEEKLY',
  month: 'MONTHLY',
  monthly: 'MONTHLY',
  year: 'YEARLY',
  yearly: 'YEARLY',
  annually: 'YEARLY',
};

/** `rest`: the sentence without it. A single weekday stays in it, because it says when the series begins. */
export function readRepeat(text: string): { rule: string; rest: string } | null {
  const without = (said: string, instead = ' ') => text.replace(said, instead).replace(/ {2,}/g, ' ').trim();
  const workdays = WORKDAYS.exec(text)?.[0];
  if (workdays) return { rule: 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR', rest: without(workdays) };
  const [named, other, names = ''] = EVERY_DAY_NAME.exec(text) ?? [];
  if (named) {
    const days = names.toLowerCase().split(/, and |, | and | & /);
    const codes = [...new Set(days.map((day) => DAYS.find((code) => day.startsWith(code.toLowerCase()))))];
    const rule = `FREQ=WEEKLY${other ? ';INTERVAL=2' : ''};BYDAY=${codes.join(',')}`;
    return { rule, rest: without(named, codes.length === 1 ? ` ${(days[0] ?? '').replace(/s$/, '')} ` : ' ') };
  }
  const [said, amount = '', unit = ''] = EVERY_UNIT.exec(text) ?? [];
  if (said) {
    const interval = NUMBERS[amount.toLowerCase()] ?? (Number(amount) || 1);
    const every = interval > 1 ? `;INTERVAL=${interval}` : '';
    return { rule: `FREQ=${FREQUENCIES[unit.toLowerCase()]}${every}`, rest: without(said) };
  }
  const adverb = ADVERB.exec(text)?.[1];
  return adverb ? { rule: `FREQ=${FREQUENCIES[adverb.toLowerCase()]}`, rest: without(adverb) } : null;
}

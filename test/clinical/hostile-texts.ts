/** Messages that are made to be slow to read, in any length. Used by the tests and by `npm run bench -- stalls`. */

export type Hostile = (length: number) => string;

const repeated =
  (unit: string, head = '', tail = ''): Hostile =>
  (length) =>
    (head + unit.repeat(Math.ceil(length / unit.length))).slice(0, length - tail.length) + tail;

export const HOSTILE: Readonly<Record<string, Hostile>> = {
  'values after denials': repeated('no chest pain 120/80 '),
  'a name, tabs, a value': repeated('\t', 'sat', '98'),
  'a name, no-break spaces, a value': repeated('\u00a0', 'o2 sat', '98'),
  'names and short gaps': repeated('o2 sat\u00a0\u00a0\u00a0'),
  'one very long sentence': repeated('and then I felt a bit dizzy with my mother and '),
  'brackets in brackets': (length) => '('.repeat(length / 2) + ')'.repeat(length / 2),
  numbers: repeated('12 345.6 7,8 '),
  denials: repeated('no not never denies without '),
  'mixed scripts': repeated('боль в груди 胸の痛み ألم صدر chest pain '),
  emoji: repeated('😀👩‍👩‍👧‍👦 '),
  'one long word': repeated('metoprolol'),
  'sentences without words': repeated('. '),
  'one letter and hyphens': repeated('a-'),
  medicines: repeated('metformin 500 mg twice a day, '),
  'dates and times': repeated('on 3 March 2024 at 10:30 '),
  allergies: repeated('allergic to penicillin and '),
  'invisible spaces': repeated('\u200b', 'chest', 'pain'),
  questions: repeated('what was my last blood pressure? '),
  'a row of fractions': repeated('1/'),
  relatives: repeated('my mother had diabetes and my father '),
  'a row of ranges': repeated('5-'),
  'a long address': repeated('x', 'https://example.org/'),
  'many addresses': repeated('http://a.b/ '),
  corrections: repeated('sorry, I meant 81 kg, no wait, '),
  'since and now': repeated('since yesterday now 82 kg, '),
  'should and stop': repeated('should I stop what does it mean how long before '),
};

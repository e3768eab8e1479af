/** Which medicines of a message are checked: those that the person may take, now or again. */
import { expect, test } from 'vitest';
import { medicineWarnings } from '../../src/clinical/index.ts';

const NOBODY: Parameters<typeof medicineWarnings>[1] = { allergies: [], medicines: [], conditions: [] };
const MOMENT = { now: new Date('2026-03-18T10:30:00Z'), timezone: 'UTC' };
const warned = (text: string, known = NOBODY) =>
  medicineWarnings(text, known, MOMENT).map(({ medicine, against }) => `${medicine} / ${against}`);

test.each([
  'It is my mum who is on warfarin, not me. I take levothyroxine.',
  'Swapped from citalopram to venlafaxine in March.',
  'Discontinued - metformin. I have CKD stage 3b.',
])('no warning of what is not taken: %s', (text) => expect(warned(text)).toEqual([]));

test.each([
  ['I take citalopram and now venlafaxine', 'Citalopram / Venlafaxine'],
  ['I stopped metformin, can I go back on it? I have CKD stage 3b', 'Metformin / Chronic kidney disease'],
  ['My mum gave me some of her warfarin, and I take levothyroxine', 'Warfarin / Levothyroxine'],
])('a warning of what may be taken: %s', (text, warning) => expect(warned(text)).toContain(warning));

test('what the record has and the message says was stopped is not warned of, unless it acts on for weeks', () => {
  const of = (medicine: string) => ({ ...NOBODY, medicines: [medicine] });
  expect(warned('She stopped the lisinopril and put me on losartan instead', of('Lisinopril'))).toEqual([]);
  expect(warned('She put me on losartan', of('Lisinopril'))).toEqual(['Losartan / Lisinopril']);
  expect(warned('She stopped the warfarin and put me on naproxen instead', of('Warfarin'))).toEqual([
    'Naproxen / Warfarin',
  ]);
});

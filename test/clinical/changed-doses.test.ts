/** A dose that was changed, in words that do not name the medicine. */
import { describe, expect, test } from 'vitest';
import { filed } from './filed.ts';

describe('a dose that was changed later in the message is the present one', () => {
  test.each([
    ['Thyronorm 50 mcg since Aug 2024. In Dec TSH came 6.8 so he made it 75', 'Levothyroxine 75 mcg active @2024-08'],
    ['Sertraline 50. It did nothing for a month. The GP upped it to 100', 'Sertraline 100 active'],
    ['lithium (priadel) 800mg. level was 0.95 so she dropped it to 600mg', 'Lithium 600 mg active'],
    ['lithium 800mg, sertraline 50 mg. level 0.95 so she dropped it to 600mg', 'Lithium 600 mg active'],
    ['Eltroxin 100. Dose raised to 125 in June', 'Levothyroxine 125 active'],
    ['halved ramipril from 10 to 5mg', 'Ramipril 5 mg active'],
    ['amlodipine 5 mg for years, ankles swelled, cut to 2.5', 'Amlodipine 2.5 mg active'],
    ['Levipil syrup 2 ml twice daily. increased to 3 ml twice daily', 'Levetiracetam 3 mL 2/day active'],
    ['prednisolone 40 mg, GP tapered it down to 20', 'Prednisolone 20 mg active'],
    ['Folic acid 5mg Fridays', 'Folic acid 5 mg active'],
  ])('%s', (text, expected) => expect(filed(text)).toContain(expected));

  test.each([
    ['lisinopril 10 mg. should they have increased it to 20 mg?', 'Lisinopril 10 mg active'],
    ['lisinopril 10 mg. she wants it increased to 20 mg', 'Lisinopril 10 mg active'],
    ['lisinopril 10 mg. If they increased it to 20 mg I would stop', 'Lisinopril 10 mg active'],
    ['ramipril 10 mg. my dad takes it too, they dropped it to 5 mg', 'Ramipril 10 mg active'],
    ['propranolol 40 mg. the tremor dropped to 20', 'Propranolol 40 mg active'],
    ['I take bisoprolol 10 mg. I smoke, I cut it down to 5 a day', 'Bisoprolol 10 mg active'],
    ['lithium 800 mg, she dropped it to', 'Lithium 800 mg active'],
  ])('what was only wished, or is of another thing, changes nothing: %s', (text, expected) =>
    expect(filed(text)).toContain(expected),
  );
});

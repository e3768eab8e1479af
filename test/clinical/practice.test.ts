/** Practical questions that are asked every day are answered from the table of topics, whatever stands around them. */
import { expect, test } from 'vitest';
import { onPractice } from '../../src/clinical/answers/practice.ts';
import { findTerms } from '../../src/clinical/vocabulary/find-terms.ts';

function answered(text: string): string {
  const question = /[^.,!]*\?$/.exec(text)?.[0] ?? text;
  const terms = findTerms(text).map(({ term }) => term);
  return onPractice(question, { text, terms, medicines: () => [], denied: [] })?.text ?? '';
}

test.each([
  ['I’m flying to Thailand in March, do I need any jabs?', /travel clinic/],
  ['I’ve a water infection, do I need antibiotics?', /Mostly yes/],
  ['Do I need antibiotics for a sore throat?', /Mostly not/],
  ['What painkiller can I take with warfarin?', /paracetamol.* is the usual choice/],
  ['I had 2 paracetamol at 8, can I have 2 more now?', /four hours between/],
  ['The pharmacist gave me a different brand of levothyroxine, does it matter?', /same substance/],
  ['I had my gallbladder out on Tuesday, when can I drive?', /brake hard without pain/],
  ['Is it normal to feel tired after the flu jab?', /common/],
  ['Can I go swimming with an ear infection?', /Keep the ear dry/],
])('%s', (text, answer) => expect(answered(text)).toMatch(answer));

test('two tablets are a usual dose, two by mistake are not', () => {
  expect(answered('How much paracetamol can I have if I’ve already had 2 Lemsip today?')).not.toMatch(/double/i);
  expect(answered('I took two paracetamol doses by mistake, what now?')).toMatch(/double dose|extra dose/i);
});

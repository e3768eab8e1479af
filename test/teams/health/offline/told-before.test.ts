/** What was told earlier in a conversation is quoted where the record cannot have it: of another person, of a change, of a plan. */
import { expect, it } from 'vitest';
import { consult } from './support.ts';

const MOTHER =
  'Took mum (79) to the renal clinic on 12 Feb. Dr Osei stopped her spironolactone, halved ramipril from 10 to 5mg, and said bloods again in 2 weeks. It rained all day.';
const SON = [
  'My son, 6, has epilepsy. He started Levipil syrup 2 ml twice daily in July.',
  'After a fit in September it was increased to 3 ml.',
];
const ALLERGIES = ["Mum's 82 and allergic to penicillin. Trimethoprim just makes her sick. The traffic was bad."];
const OWN = [
  'I take lithium 800 mg.',
  'psych appt today, she dropped it to 600mg. bloods again next week. The traffic was bad.',
];

it.each([
  ['My brother is asking, what exactly did the kidney doctor change?', [MOTHER], ['stopped her spironolactone']],
  ["When is mum's next blood test?", [MOTHER], ['bloods again in 2 weeks']],
  ['what is his dose, the school wants to know', SON, ['2 ml twice daily', 'increased to 3 ml']],
  ["what do i say she's allergic to", ALLERGIES, ['allergic to penicillin', 'makes her sick']],
  ['sorry brain fog, what dose of lithium am i on now', OWN, ['dropped it to 600mg']],
  ['when is my next blood test?', OWN, ['bloods again next week']],
])('%s', async (text, earlier, quoted) => {
  const said = await consult(text, { before: earlier });
  expect(said).toContain('You told me:');
  for (const words of quoted) expect(said).toMatch(new RegExp(`“[^”]*${words}`));
  expect(said).not.toMatch(/rained|traffic/);
});

it.each(['What is spironolactone for?', 'Should she stop the ramipril?', 'What can I do about the rain?'])(
  'quotes nothing for another question: %s',
  async (text) => {
    expect(await consult(text, { before: [MOTHER] })).not.toContain('You told me:');
  },
);

it('quotes no questions, and nothing that does not fit', async () => {
  expect(
    await consult('When is my next blood test?', { before: ['When do I need a blood test?', 'I like tea.'] }),
  ).not.toContain('You told me:');
});

/** Waxing, tattoos and drinks after a message about a medicine: by what is taken. */
import { describe, expect, test } from 'vitest';
import { consult, NOTHING } from './support.ts';

const taking = (...names: string[]) => ({ ...NOTHING, medications: names.map((name) => ({ name, status: 'active' })) });

describe('isotretinoin', () => {
  const told = { before: ['I am on isotretinoin 40mg'], record: taking('Isotretinoin', 'Cetirizine') };

  test('each question of a message has its own answer', async () => {
    const text = "Can I get my eyebrows waxed for my cousin's wedding next week? and is it ok to drink there";
    expect(await consult(text, told)).toMatch(/^No waxing,[^\n]*six months after[\s\S]*Alcohol with Isotretinoin: /);
  });

  test.each([
    'Am I allowed to get a tattoo in July?',
    'could I have laser on my legs?',
    'can I get a chemical peel before the party',
  ])('%s', async (text) => expect(await consult(text, told)).toContain('six months after the last capsule'));

  test('after it was stopped too', async () =>
    expect(await consult('stopped Accutane 2 months ago, can I get a chemical peel')).toContain('six months after'));
});

test.each([
  ['can I get a tattoo?', 'Warfarin', 'With a blood thinner a tattoo'],
  ['Can I drink at the wedding?', 'Methotrexate', 'Alcohol with Methotrexate: '],
  ['can I get a tattoo?', 'Azathioprine', 'badly infected'],
])('%s with %s', async (text, medicine, answer) =>
  expect(await consult(text, { before: ['Took my tablets'], record: taking(medicine) })).toContain(answer),
);

test('another medicine says nothing of it', async () =>
  expect(await consult('Can I get my eyebrows waxed?', { record: taking('Ramipril') })).not.toContain('No waxing'));

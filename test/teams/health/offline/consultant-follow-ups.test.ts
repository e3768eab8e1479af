/** Questions that lean on what was told before them: in the sentence before, in an earlier message, or in the record. */
import { describe, expect, it } from 'vitest';
import { familyFromMentions, isFamilyHistory } from '../../../../src/teams/health/facts/family-from-mentions.ts';
import { ask, consult, model, NOTHING, request, user } from './support.ts';

const medication = (name: string, more: object = {}) => ({ name, status: 'active', ...more });
const recordOf = (...names: string[]) => ({ ...NOTHING, medications: names.map((name) => medication(name)) });

describe('a child is never given the dose of an adult', () => {
  const lite = async (text: string, before: string[] = []) =>
    (
      await ask(
        request('HealthConsultantLiteAgent', [...before.flatMap((said) => [user(said), model('…')]), user(text)]),
      )
    ).text;

  it.each([
    ['how much calpol can i give a 4 year old and how often', []],
    ['how much paracetamol I can give her after', ['My daughter is 4 months old and gets her jabs on Wednesday']],
    ['ibuprofen dosage toddler', []],
  ])('%s', async (text, before) => {
    const said = await lite(text, before);
    expect(said).toMatch(/for a child: /);
    expect(said).not.toMatch(/adult range/);
  });
});

describe('a medicine that is taken', () => {
  it('is not a second one because it is named again', async () => {
    const record = recordOf('Sertraline', 'Sumatriptan');
    const said = await consult('is the sumatriptan still ok to take with it??', { record });
    expect(said).not.toMatch(/double dose/);
    expect(said).toMatch(/serotonin/);
  });

  it.each([
    [
      'missed my levothyroxine this morning, can i take it at night instead',
      [],
      /^Take it when you notice on the same day/,
    ],
    ['and if i miss one do i take two the next day', ['I take levothyroxine 100 mcg'], /^Take it when you notice/],
    [
      'forgot it yesterday and the day before, do i take extra today',
      ['I take levothyroxine 100 mcg'],
      /^Take it when/,
    ],
    [
      "missed this morning's one, only noticed now. what do I do",
      ['I take lamotrigine 150 mg for epilepsy'],
      /Never take two doses/,
    ],
    ['when should I be taking it when I am on nights?', ['I take levothyroxine 100 mcg'], /empty stomach/],
  ])('%s', async (text, before, answer) => expect(await consult(text, { before })).toMatch(answer));

  it('with a stomach bug, both tablets are meant', async () => {
    const record = recordOf('Metformin', 'Empagliflozin');
    expect(await consult('got a stomach bug since yesterday, do i keep taking both tablets', { record })).toMatch(
      /^Stop it while you are vomiting/,
    );
  });

  it.each(['can i drink at a party this weekend', 'could I take that one?', 'She can take together?'])(
    'what follows “take” is no name: %s',
    async (text) => expect(await consult(text, { before: ['I take isotretinoin'] })).not.toMatch(/I do not know “/),
  );

  it('the coffee beside it is not stopped', async () => {
    const before = ['I have been on omeprazole 20 mg for four years, I drink coffee'];
    expect(
      await consult('How would I go about stopping it properly?', { before, record: recordOf('Omeprazole') }),
    ).toMatch(/do not stop or change omeprazole on your own/);
  });
});

describe('what a value is asked for', () => {
  it('of several, the one with that number', async () => {
    const record = {
      ...NOTHING,
      observations: [
        { name: 'Body mass index', value: 36, unit: 'kg/m2', effective_time: '2026-10-01' },
        { name: 'Apnea-hypopnea index', value: 34, unit: 'events/h', effective_time: '2026-10-01' },
      ],
    };
    const said = await consult('is 34 high?', { before: ['BMI 36. Sleep study said AHI 34'], record });
    expect(said).toMatch(/^Apnea-hypopnea index 34/);
    expect(said).not.toMatch(/Body mass/);
  });

  it.each([
    'What we should say to the warfarin clinic?',
    'Which of these should I be bringing up with my psychiatrist?',
  ])('what to raise at a visit: %s', async (text) =>
    expect(
      await consult(text, {
        record: { ...NOTHING, observations: [{ name: 'TSH', value: 5, unit: 'mIU/L', effective_time: '2026-10-01' }] },
      }),
    ).toMatch(/^Worth raising:/),
  );
});

describe('a medicine for a relative is checked against what was told of them', () => {
  it.each([
    [
      'he feels sick and I found some metoclopramide from when I had a bug, I think, ok to give him that?',
      "My dad has Parkinson's and takes Sinemet",
      /Metoclopramide with Parkinson's disease/,
    ],
    [
      'She wants to take the combined pill for heavy periods, can she with this kind of migraine?',
      'My wife is 38, she has migraine with aura',
      /Oral contraceptive with Migraine/,
    ],
  ])('%s', async (text, told, warning) => expect(await consult(text, { before: [told] })).toMatch(warning));

  it('and not against the own record', async () => {
    const record = { ...NOTHING, conditions: [{ name: 'Chronic kidney disease', status: 'active' }] };
    const said = await consult('can my husband take ibuprofen?', { record });
    expect(said).not.toMatch(/kidney disease/);
  });
});

describe('family history', () => {
  const relationOf = (text: string, name: string) =>
    familyFromMentions(
      [{ kind: 'condition', name, quote: name, assertion: 'present', experiencer: 'family', confidence: 0.9 } as never],
      { turnId: 't', text, agent: 'a', refused: undefined },
    ).map(isFamilyHistory);

  it.each([
    ['My mother has glaucoma', 'glaucoma', [true]],
    ['My husband has glaucoma', 'glaucoma', [false]],
    ['My toddler has conjunctivitis', 'conjunctivitis', [false]],
  ])('%s', (text, name, expected) => expect(relationOf(text, name)).toEqual(expected));
});

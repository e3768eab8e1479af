/** Family history: which relative has it, and what must not be filed. */
import { describe, expect, test } from 'vitest';
import { extractFindings } from '../../../../src/clinical/extract/findings.ts';
import { FamilyFact } from '../../../../src/record/fact.ts';
import type { Mention } from '../../../../src/record/mention.ts';
import { factsFromMentions } from '../../../../src/teams/health/facts/facts-from-mentions.ts';
import { familyFromMentions } from '../../../../src/teams/health/facts/family-from-mentions.ts';

const read = (text: string) => {
  const moment = { now: new Date('2025-03-01T09:00:00Z'), timezone: 'UTC' };
  return extractFindings(text, moment) as Mention[];
};
const family = (text: string, mentions = read(text)) =>
  familyFromMentions(mentions, { turnId: 't1', text, agent: 'DataExtractorAgent' });
const mention = (name: string, quote = name): Mention => ({
  kind: 'condition',
  name,
  quote,
  assertion: 'present',
  experiencer: 'family',
  confidence: 0.8,
});

describe('whose condition it is', () => {
  test.each([
    ['My mother has type 2 diabetes.', [['mother', 'Type 2 diabetes']]],
    [
      'My mom has asthma. My dad has gout.',
      [
        ['mother', 'Asthma'],
        ['father', 'Gout'],
      ],
    ],
    ['My grandma had a stroke.', [['grandmother', 'Stroke']]],
    ['My older brother was diagnosed with gout.', [['brother', 'Gout']]],
  ] as const)('%s', (text, expected) => {
    expect(family(text).map(({ relation, name }) => [relation, name])).toEqual(expected);
  });

  test.each([
    ['My mother and my two sisters have asthma', ['mother', 'sister']],
    ['My maternal grandmother had asthma', ['maternal grandmother']],
    ["My mother's sister has asthma", ['maternal aunt']],
    ['My father’s brother has asthma', ['paternal uncle']],
    ["My wife's mother has asthma", ["wife's mother"]],
    ['My mother-in-law has asthma', ['mother-in-law']],
    ['My half-sister has asthma', ['half-sister']],
    ['My great-grandfather had asthma', ['great-grandfather']],
    ['There is asthma on my mom’s side', ['maternal family']],
    ['My gran had gout, and my aunt on my dad’s side has asthma', ['paternal aunt']],
    ['There is a family history of asthma', ['family']],
    ['asthma runs in my family', ['family']],
    ['My sister called. She has asthma', ['sister']],
    ['Known in the family: asthma (my uncle)', ['uncle']],
    ['My aunt is well, but my cousin has asthma', ['cousin']],
    ['Grandson: asthma', ['grandson']],
    ['My mom has gout and my dad has asthma', ['father']],
  ])('%s', (text, relations) => {
    expect(family(text, [mention('Asthma', 'asthma')]).map(({ relation }) => relation)).toEqual(relations);
  });
});

test('the age at which it began is kept, and an age at death is none', () => {
  const ages = (text: string) => family(text).map(({ relation, name, age_at_onset }) => [relation, name, age_at_onset]);
  expect(ages('My grandmother had bowel cancer at 60 and my father had a stroke when he was 48')).toEqual([
    ['grandmother', 'Colorectal cancer', 60],
    ['father', 'Stroke', 48],
  ]);
  expect(ages('My mum was diagnosed with breast cancer at the age of 41.')).toEqual([['mother', 'Breast cancer', 41]]);
  expect(ages('My dad died of a stroke at 70')).toEqual([['father', 'Stroke', undefined]]);
  expect(ages('My brother has asthma, his last visit was at 9 am')).toEqual([['brother', 'Asthma', undefined]]);
});

describe('what is filed of it', () => {
  const text = 'My mother has diabetes.';

  test('the condition by our name, its code, the words and who read them, under the same id each time', () => {
    const [fact] = family(text);
    expect(FamilyFact.parse(fact)).toMatchObject({
      relation: 'mother',
      name: 'Diabetes',
      code: { code: 'E11.9' },
      evidence: { text: 'diabetes' },
      source_agent: 'DataExtractorAgent',
    });
    expect(family(text)[0]?.id).toBe(fact?.id);
    expect(family(text, [mention('diabetes', 'has diabetes')])[0]?.id).toBe(fact?.id);
  });

  test('none of it as the patient’s own', () => {
    expect(factsFromMentions(read(text), { turnId: 't1', text, agent: 'A' })).toEqual([]);
  });

  test.each([
    'My mother does not have diabetes.',
    'Could my mother have diabetes?',
    'I am worried about my mother getting diabetes.',
    'I have diabetes and my mother is well.',
    'My neighbour has diabetes.',
    'My mother has a cough.',
  ])('nothing from "%s"', (said) => expect(family(said)).toEqual([]));

  test('nothing whose words are not in the message', () => {
    expect(family(text, [mention('Gout')])).toEqual([]);
  });
});

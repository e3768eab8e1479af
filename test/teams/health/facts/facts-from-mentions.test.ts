import { describe, expect, test } from 'vitest';
import { Fact } from '../../../../src/record/fact.ts';
import type { Mention } from '../../../../src/record/mention.ts';
import { factsFromMentions } from '../../../../src/teams/health/facts/facts-from-mentions.ts';
import { familyFromMentions } from '../../../../src/teams/health/facts/family-from-mentions.ts';

const text = 'My A1C was 6.5%. I weigh 180 lbs and  take Glucophage. My mom has asthma. A1C again.';
const source = { turnId: 'turn-1', text, agent: 'MedicalMeasurementsAgent' };
const mention = (fields: Partial<Mention> & Pick<Mention, 'kind' | 'name' | 'quote'>): Mention => ({
  assertion: 'present',
  experiencer: 'patient',
  confidence: 0.8,
  ...fields,
});
const a1c = mention({ kind: 'observation', name: 'A1C', quote: 'A1C was 6.5%', value: 6.5, unit: '%' });

describe('a mention becomes a fact', () => {
  test('with our name, its code, its canonical value and its place in the message', () => {
    const [fact] = factsFromMentions([a1c], source);
    expect(fact).toMatchObject({
      name: 'HbA1c',
      value: 6.5,
      unit: '%',
      canonical: { value: 6.5, unit: '%' },
      code: { system: 'http://loinc.org', code: '4548-4' },
      evidence: { start: 3, end: 15, text: 'A1C was 6.5%' },
      source_agent: 'MedicalMeasurementsAgent',
    });
    expect(Fact.safeParse(fact).success).toBe(true);
  });

  test('units are converted', () => {
    const [fact] = factsFromMentions(
      [mention({ kind: 'observation', name: 'body weight', quote: '180 lbs', value: 180, unit: 'pounds' })],
      source,
    );
    expect(fact).toMatchObject({ name: 'Weight', unit: 'lb', canonical: { value: 81.6466, unit: 'kg' } });
  });

  test('a brand becomes the medicine; an unknown name stays as it was said', () => {
    const facts = factsFromMentions(
      [
        mention({ kind: 'medication', name: 'Glucophage', quote: 'Glucophage' }),
        mention({ kind: 'condition', name: 'Rarest syndrome', quote: 'weigh' }),
        mention({ kind: 'allergy', name: 'peanut allergy', quote: 'My' }),
      ],
      source,
    );
    expect(facts.map((fact) => fact.name)).toEqual(['Metformin', 'Rarest syndrome', 'Peanut']);
  });

  test('a blood pressure in one mention becomes two observations', () => {
    const facts = factsFromMentions(
      [mention({ kind: 'observation', name: 'BP', quote: 'bp 120/80', value: '120/80', unit: 'mm Hg' })],
      {
        ...source,
        text: 'bp 120/80',
      },
    );
    expect(facts.map(({ name, value, unit }) => [name, value, unit])).toEqual([
      ['Systolic blood pressure', 120, 'mmHg'],
      ['Diastolic blood pressure', 80, 'mmHg'],
    ]);
  });

  test('empty details that a model fills in are left out', () => {
    const [fact] = factsFromMentions(
      [mention({ kind: 'medication', name: 'Metformin', quote: 'Glucophage', unit: '', route: '' })],
      source,
    );
    expect(fact).not.toHaveProperty('unit');
    expect(fact).not.toHaveProperty('route');
  });
});

describe('what must not reach the record does not', () => {
  test.each([
    ['denied', { assertion: 'absent' as const }],
    ['uncertain', { assertion: 'possible' as const }],
    ['asked', { assertion: 'hypothetical' as const }],
    ['the mother’s', { experiencer: 'family' as const }],
    ['a stranger’s', { experiencer: 'other' as const }],
    ['not in the message', { quote: 'A1C was 9.9%' }],
    ['impossible', { value: 65 }],
    ['negative', { value: -1 }],
  ])('%s', (_, fields) => expect(factsFromMentions([{ ...a1c, ...fields }], source)).toEqual([]));
});

describe('the evidence is the message’s own words', () => {
  test.each([
    ['at a start that is right', 'A1C', 74, 74],
    ['near a start that is wrong', 'A1C', 70, 74],
    ['without a start', 'A1C', undefined, 3],
    ['in another case', 'a1c WAS 6.5%', undefined, 3],
    ['with other spacing', 'lbs and take', 0, 29],
  ])('%s', (_, quote, start, expected) => {
    const [fact] = factsFromMentions([{ ...a1c, quote, start }], source);
    expect(fact?.evidence.start).toBe(expected);
    expect(text.slice(fact?.evidence.start, fact?.evidence.end)).toBe(fact?.evidence.text);
  });

  test('special characters in a quote are not a pattern', () => {
    expect(factsFromMentions([{ ...a1c, quote: '.*' }], source)).toEqual([]);
    expect(factsFromMentions([{ ...a1c, quote: '   ' }], source)).toEqual([]);
  });
});

test('the same turn read again gives the same ids, another turn others', () => {
  const first = factsFromMentions([a1c, a1c], source);
  expect(first).toHaveLength(1);
  expect(factsFromMentions([a1c], source)[0]?.id).toBe(first[0]?.id);
  expect(factsFromMentions([a1c], { ...source, turnId: 'turn-2' })[0]?.id).not.toBe(first[0]?.id);
  expect(factsFromMentions([{ ...a1c, start: 74, quote: 'A1C' }], source)[0]?.id).not.toBe(first[0]?.id);
});

describe('what the record would not take in', () => {
  const text = 'I have gout and take metformin';
  const gout = { kind: 'condition', name: 'Gout', quote: 'gout' } as const;
  test.each([
    ['a name of 200 kB', { ...gout, name: 'x'.repeat(200_000) }, 'too_long'],
    ['a unit of 200 kB', { ...gout, unit: 'x'.repeat(200_000) }, 'too_long'],
    ['a rate that is not finite', { ...gout, frequency: { text: 'often', times_per_day: 1e308 } }, 'out_of_bounds'],
    ['a name of spaces', { ...gout, name: '   ' }, 'no_name'],
  ])('%s is dropped and counted, and costs none of the others', (_, bad, reason) => {
    const refused: string[] = [];
    const mentions = [bad, { kind: 'medication', name: 'metformin', quote: 'metformin' } as const].map((one) => ({
      assertion: 'present' as const,
      experiencer: 'patient' as const,
      confidence: 0.8,
      ...one,
    }));
    const source = {
      turnId: 't',
      text,
      agent: 'A',
      refused: (problem: string) => refused.push(problem),
    };
    expect(factsFromMentions(mentions, source).map(({ name }) => name)).toEqual(['Metformin']);
    expect(
      familyFromMentions(
        mentions.map((one) => ({ ...one, experiencer: 'family' as const })),
        source,
      ),
    ).toEqual([]);
    expect(refused).toEqual([reason]);
  });
});

/** From the words of a message to the facts that are filed: all four extractors, as a turn runs them. */
import { describe, expect, test } from 'vitest';
import { extractContext } from '../../../../src/clinical/extract/context.ts';
import { extractEntries } from '../../../../src/clinical/extract/entries.ts';
import { extractFindings } from '../../../../src/clinical/extract/findings.ts';
import { extractMeasurements } from '../../../../src/clinical/extract/measurements.ts';
import { Fact } from '../../../../src/record/fact.ts';
import { EXTRACTIONS } from '../../../../src/record/mention.ts';
import { factsFromMentions } from '../../../../src/teams/health/facts/facts-from-mentions.ts';
import { mergeFacts } from '../../../../src/teams/health/facts/merge-facts.ts';

const at = { now: new Date('2026-03-18T14:30:00Z'), timezone: 'America/New_York' };

function factsOf(text: string): Fact[] {
  const runs = [
    ['MedicalMeasurementsAgent', EXTRACTIONS.MedicalMeasurements.parse({ facts: extractMeasurements(text, at) }).facts],
    ['MedicalContextAgent', EXTRACTIONS.MedicalContextExtraction.parse({ facts: extractContext(text, at) }).facts],
    ['DataExtractorAgent', EXTRACTIONS.DataExtraction.parse({ facts: extractFindings(text, at) }).facts],
    ['DataEntryAgent', EXTRACTIONS.DataEntryExtraction.parse({ facts: extractEntries(text, at) }).facts],
  ] as const;
  return mergeFacts(
    runs.flatMap(([agent, mentions]) => factsFromMentions(mentions, { turnId: 'turn-1', text, agent })),
  );
}

const MESSAGE =
  'My blood pressure was 120/80 this morning and I take metformin 500 mg twice a day. Is that ok with my last HbA1c of 6.5%?';

test('a message with a pressure, a medicine and a laboratory value gives exactly these facts', () => {
  const facts = factsOf(MESSAGE);
  expect(facts).toMatchObject([
    {
      kind: 'observation',
      name: 'Systolic blood pressure',
      value: 120,
      unit: 'mmHg',
      effective_time: '2026-03-18T12:00:00.000Z',
    },
    {
      kind: 'observation',
      name: 'Diastolic blood pressure',
      value: 80,
      unit: 'mmHg',
      effective_time: '2026-03-18T12:00:00.000Z',
    },
    {
      kind: 'medication',
      name: 'Metformin',
      value: 500,
      unit: 'mg',
      status: 'active',
      frequency: { text: 'twice a day', times_per_day: 2 },
    },
    { kind: 'observation', name: 'HbA1c', value: 6.5, unit: '%', canonical: { value: 6.5, unit: '%' } },
  ]);
  expect(facts).toHaveLength(4);
  expect(facts[3]).not.toHaveProperty('effective_time');
  for (const fact of facts) {
    expect(MESSAGE.slice(fact.evidence.start, fact.evidence.end)).toBe(fact.evidence.text);
    expect(Fact.safeParse(fact).success).toBe(true);
  }
  expect(factsOf(MESSAGE).map(({ id }) => id)).toEqual(facts.map(({ id }) => id));
});

test('what two extractors read is filed once', () => {
  const facts = factsOf('Please log my weight 80 kg and add that I take lisinopril 10 mg daily');
  expect(facts.map(({ name, value }) => [name, value])).toEqual([
    ['Weight', 80],
    ['Lisinopril', 10],
  ]);
});

describe('evidence holds for whatever is written', () => {
  test.each([
    '😀 BP 120/80 😀 and I’m allergic to “penicillin” 🤧',
    'ＢＰ 120/80\r\n\tweight:\u00a080 kg\u2028I have asthma',
    'İ weigh 80 kg; ß headache; ﬁbromyalgia',
    'bp 120/80/70 and 12/34/5678, temp -5, HR 1e9, weight NaN kg',
    '<script>alert("fever")</script> I have a cough $& $1 \\d+ (.*)',
  ])('%s', (text) => {
    for (const fact of factsOf(text))
      expect(text.slice(fact.evidence.start, fact.evidence.end)).toBe(fact.evidence.text);
  });
});

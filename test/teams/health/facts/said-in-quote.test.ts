/** What a model says it has read must be in the words that it quotes; what people call things, and what rules infer, must pass. */
import { describe, expect, test } from 'vitest';
import type { Fact } from '../../../../src/record/fact.ts';
import type { Mention } from '../../../../src/record/mention.ts';
import { factsFromMentions } from '../../../../src/teams/health/facts/facts-from-mentions.ts';
import { familyFromMentions } from '../../../../src/teams/health/facts/family-from-mentions.ts';

type Said = Pick<Mention, 'kind' | 'name'> & Partial<Mention>;

const complete = (text: string, said: Said): Mention => ({
  quote: text,
  assertion: 'present',
  experiencer: 'patient',
  confidence: 0.9,
  ...said,
});
const sourceOf = (text: string) => ({ turnId: 'turn-1', text, agent: 'A', byModel: true });

/** The quote is the whole message unless it is given. */
function factsOf(text: string, said: Said): Fact[] {
  return factsFromMentions([complete(text, said)], sourceOf(text));
}

const MESSAGE = 'BP 150/95 this morning and I take metformin 500 mg twice a day';

describe('a model’s fact that its quote does not say is not filed', () => {
  test.each<[string, Said, string?]>([
    ['an example of the instruction', { kind: 'medication', name: 'Dr. Patel' }],
    ['a practitioner of the instruction', { kind: 'practitioner', name: 'Dr. Patel' }],
    ['a title is no medicine, though it is said', { kind: 'medication', name: 'Dr. Lee' }, 'Dr. Lee saw me'],
    ['a medicine is no observation', { kind: 'observation', name: 'Metformin', value: 500, unit: 'mg' }],
    ['a pressure is no condition', { kind: 'condition', name: 'Blood pressure' }],
    ['an observation without a value', { kind: 'observation', name: 'Blood pressure' }],
    ['a value that is not said', { kind: 'observation', name: 'Systolic blood pressure', value: 142, unit: 'mmHg' }],
    ['a value in a unit that is not the said one', { kind: 'medication', name: 'Metformin', value: 500, unit: 'g' }],
    ['a unit that it cannot have', { kind: 'observation', name: 'Heart rate', value: 150, unit: 'mg' }, 'pulse 150'],
    ['a name that another part of the message says', { kind: 'medication', name: 'Metformin', quote: 'BP 150/95' }],
    ['a finding that is not said', { kind: 'symptom', name: 'Headache' }],
    ['more than is said', { kind: 'condition', name: 'Type 2 diabetes' }, 'I have diabetes'],
    ['another place of the body', { kind: 'symptom', name: 'Chest pain' }, 'my back hurts'],
    ['an allergy that is not said', { kind: 'allergy', name: 'Penicillin' }],
    ['an example in another language', { kind: 'allergy', name: 'Penicillin' }, 'BP 150/95'],
  ])('%s', (_, said, text = MESSAGE) => {
    const refused: string[] = [];
    const source = { ...sourceOf(text), refused: (problem: string) => refused.push(problem) };
    expect(factsFromMentions([complete(text, said)], source)).toEqual([]);
    expect(refused).toEqual(['not_said']);
  });

  test('nor is a relative’s condition', () => {
    const text = 'My mother is well, my pulse was 80';
    const said = { kind: 'condition', name: 'Hypertension', experiencer: 'family' } as const;
    expect(familyFromMentions([complete(text, said)], sourceOf(text))).toEqual([]);
  });

  test('rules have found a name before they quote a value alone', () => {
    const said = complete('', { kind: 'observation', name: 'Ferritin', value: 22, quote: '22' });
    const source = { ...sourceOf('Ferritin was 9 in March, 22 in June'), byModel: false };
    expect(factsFromMentions([said], source)).toMatchObject([{ name: 'Ferritin', value: 22 }]);
  });

  test('details that no word says are left out, and the fact stays', () => {
    const [fact] = factsOf('I am allergic to penicillin and take aspirin daily', {
      kind: 'allergy',
      name: 'Penicillin',
      quote: 'allergic to penicillin',
      reaction: 'hives',
      frequency: { text: '1-0-1', times_per_day: 2 },
      url: 'https://example.org/report',
    });
    expect(fact).toMatchObject({ name: 'Penicillin' });
    expect(fact).not.toHaveProperty('reaction');
    expect(fact).not.toHaveProperty('frequency');
    expect(fact).not.toHaveProperty('url');
  });
});

describe('what is said in other words is filed', () => {
  test.each<[string, Said, string]>([
    ['sugar 140', { kind: 'observation', name: 'Glucose', value: 140 }, 'Blood glucose 140'],
    ['bp150/95', { kind: 'observation', name: 'Systolic blood pressure', value: 150 }, 'Systolic blood pressure 150'],
    ['pressure 134 over 86', { kind: 'observation', name: 'BP', value: '134/86' }, 'Systolic blood pressure 134'],
    [
      'my pressure was one forty over ninety',
      { kind: 'observation', name: 'Diastolic blood pressure', value: 90, unit: 'mmHg' },
      'Diastolic blood pressure 90',
    ],
    ["I'm at 172 lbs", { kind: 'observation', name: 'Body weight', value: 172, unit: 'lb' }, 'Weight 172'],
    [
      'it was 142/91',
      { kind: 'observation', name: 'Systolic blood pressure', value: 142 },
      'Systolic blood pressure 142',
    ],
    ['weight 81,5 kg', { kind: 'observation', name: 'Body weight', value: 81.5, unit: 'kg' }, 'Weight 81.5'],
    ['A1c came back 6.1%', { kind: 'observation', name: 'Hemoglobin A1c', value: 6.1, unit: '%' }, 'HbA1c 6.1'],
    ['TSH <0.01 mIU/L', { kind: 'observation', name: 'TSH', value: '<0.01', unit: 'mIU/L' }, 'TSH <0.01'],
    [
      'covid test negative',
      { kind: 'observation', name: 'SARS-CoV-2 test', value: 'negative' },
      'COVID-19 test negative',
    ],
    ['I am 5 ft 11 in tall', { kind: 'observation', name: 'Height', value: '5 ft 11 in' }, 'Height 5 ft 11 in'],
    ['Glucophage two tablets', { kind: 'medication', name: 'Metformin', value: 2, unit: 'tablets' }, 'Metformin 2'],
    ['an inhaler when I need it', { kind: 'medication', name: 'Inhaler' }, 'Inhaler'],
    ['my chest hurts', { kind: 'symptom', name: 'Chest pain' }, 'Chest pain'],
    ['my knee is killing me', { kind: 'symptom', name: 'Knee pain' }, 'Knee pain'],
    ['My knee creaks', { kind: 'symptom', name: 'Creaking knee' }, 'Creaking knee'],
    ['I threw up twice', { kind: 'symptom', name: 'Vomiting' }, 'Vomiting'],
    ["I have Crohn's", { kind: 'condition', name: "Crohn's disease" }, "Crohn's disease"],
    ['high blood pressure', { kind: 'condition', name: 'Hypertension' }, 'Hypertension'],
    ['I had a TIA in August', { kind: 'condition', name: 'TIA', quote: 'TIA' }, 'Transient ischemic attack'],
    ['peanuts make my throat swell', { kind: 'allergy', name: 'Peanut allergy' }, 'Peanut'],
    ['Had my appendix out in 2015', { kind: 'procedure', name: 'Appendectomy' }, 'Appendectomy'],
    ['saw my cardiologist', { kind: 'encounter', name: 'Cardiology visit' }, 'Cardiology visit'],
    ['see her again on June 3', { kind: 'encounter', name: 'Follow-up appointment' }, 'Follow-up appointment'],
    ['Dr Patel upped it', { kind: 'practitioner', name: 'Dr. Patel' }, 'Dr. Patel'],
    ['here is my MRI report', { kind: 'document', name: 'MRI report' }, 'MRI report'],
    ['Ich habe seit gestern starke Kopfschmerzen', { kind: 'symptom', name: 'Headache' }, 'Headache'],
    ['Tomo metformina de 850 mg', { kind: 'medication', name: 'Metformin', value: 850, unit: 'mg' }, 'Metformin 850'],
  ])('%s', (text, said, expected) => {
    const filed = factsOf(text, said).map(({ name, value }) =>
      [name, value].filter((part) => part !== undefined).join(' '),
    );
    expect(filed).toContain(expected);
  });
});

/** How questions are read, and that whatever is read becomes Cypher that the guard lets through. */
import { describe, expect, it } from 'vitest';
import { answerInWords } from '../../../src/clinical/questions/answer.ts';
import { readRecordQuestion } from '../../../src/clinical/questions/read-question.ts';
import { isAboutSomeoneElse } from '../../../src/clinical/questions/whose.ts';
import { writeCypher } from '../../../src/clinical/questions/write-cypher.ts';
import { OBSERVATIONS } from '../../../src/clinical/vocabulary/observations.ts';
import { termRows } from '../../../src/clinical/vocabulary/rows.ts';
import { guard } from '../../../src/record/cypher/guard.ts';
import { FAMILY, KINDS } from '../../../src/record/schema.ts';
import { sampled } from '../../support/sampled.ts';

const GRAPH = { ...KINDS, family: FAMILY };
const NOW = new Date('2026-11-15T10:00:00Z');
const read = (text: string) => readRecordQuestion(text, { now: NOW, timezone: 'UTC' });

describe('a comparison with an earlier time', () => {
  const row = (value: number, day: string) => ({
    name: 'HbA1c',
    value,
    unit: 'mmol/mol',
    canonical_value: Number((value / 10.929 + 2.15).toFixed(2)),
    canonical_unit: '%',
    time: `${day}T09:00:00.000Z`,
    measured: day,
  });
  const ROWS = [row(54, '2025-06-03'), row(51, '2024-12-03'), row(58, '2024-06-03')];
  const answered = (text: string, now: string) => {
    const question = readRecordQuestion(text, { now: new Date(now), timezone: 'UTC' });
    // The query has the words of the time only where it asks for that time alone.
    expect(question && writeCypher(question, GRAPH)).not.toContain(`>= '20`);
    return question ? answerInWords(question, ROWS) : '';
  };

  it.each([
    'HbA1c: am I better or worse than last year',
    'Is my HbA1c higher than last year?',
    'Compared to last year, how has my HbA1c changed?',
  ])('the latest value is of that time itself: %s', (text) => {
    const said = answered(text, '2026-02-10T10:00:00Z');
    expect(said).toMatch(/^The latest HbA1c on record is itself from last year/);
    expect(said).toContain('went from 58 mmol/mol (3 June 2024) to 54 mmol/mol (3 June 2025): 4 mmol/mol lower');
  });

  it('values since then are compared with those of that time', () => {
    expect(answered('Is my HbA1c higher than in December?', '2025-06-10T10:00:00Z')).toMatch(
      /^Your HbA1c went from 51 mmol\/mol \(3 December 2024\) to 54 mmol\/mol \(3 June 2025\): 3 mmol\/mol higher/,
    );
    expect(answered('Is my HbA1c better or worse than last year?', '2025-06-10T10:00:00Z')).toMatch(
      /^Your HbA1c went from 58 mmol\/mol/,
    );
  });

  it('a time that was not measured in is said to be so', () => {
    expect(answered('Is my HbA1c lower than last month?', '2026-02-10T10:00:00Z')).toMatch(
      /^There is no HbA1c on record from last month, so I compare what there is\. Your HbA1c went from 58/,
    );
  });

  it('what asks for the time alone is still bound to it', () => {
    expect(read('How has my HbA1c changed in the last 3 months?')?.period?.from).toBeDefined();
    expect(read('What was my HbA1c last year?')?.period?.before).toBeDefined();
  });
});

describe('readRecordQuestion', () => {
  it('knows medicines by what they are for', () => {
    expect(read('which one is for my prostate?')?.subject).toMatchObject({
      kinds: ['medication'],
      said: 'prostate medicines',
    });
    expect(read('do I take anything for cholesterol?')?.subject.said).toBe('cholesterol medicines');
    expect(read('is there anything in it that thins the blood?')?.subject.said).toBe('blood thinners');
    expect(read('any allergies to antibiotics?')?.subject).toMatchObject({ kinds: ['allergy'], said: 'antibiotics' });
  });

  it('takes only a name that is written large for a doctor’s', () => {
    expect(read('what did my doctor say last time?')?.subject.practitioner).toBeUndefined();
    expect(read('When did I last see doctor Lee?')?.subject.practitioner).toBe('Lee');
  });

  it.each([
    ['What is my latest HbA1c?', 'latest', 'observation', ['HbA1c']],
    ['my A1C', 'latest', 'observation', ['HbA1c']],
    ['How is my mean corpuscular volume?', 'latest', 'observation', ['Mean corpuscular volume']],
    ['Is my peak flow worse than before?', 'trend', 'observation', ['Peak expiratory flow']],
    ['What was my highest peak flow?', 'highest', 'observation', ['Peak expiratory flow']],
    ['How is my blood sugar?', 'latest', 'observation', ['Blood glucose', 'Fasting glucose']],
    [
      'Is my cholesterol getting better?',
      'trend',
      'observation',
      ['Total cholesterol', 'LDL cholesterol', 'HDL cholesterol', 'Non-HDL cholesterol'],
    ],
    ['What was my highest blood pressure?', 'highest', 'observation', ['Systolic blood pressure']],
    ['average heart rate last month', 'average', 'observation', ['Heart rate']],
    ['Is my LDL above the normal range?', 'range', 'observation', ['LDL cholesterol']],
    ['Which of my labs are out of range?', 'range', 'observation', []],
    ['How many headaches did I have last month?', 'count', 'symptom', ['Headache']],
    ['When was my last colonoscopy?', 'when', 'procedure', ['Colonoscopy']],
    ['Do I have diabetes?', 'has', 'condition', ['Diabetes']],
    ['Which way is my INR going?', 'trend', 'observation', ['INR']],
    ['How is my TSH developing?', 'trend', 'observation', ['TSH']],
    ['the last two TSH values', 'list', 'observation', ['TSH']],
    ['Since when do I have hypertension?', 'since', 'condition', ['Hypertension']],
    ['How long have I been taking lisinopril?', 'since', 'medication', ['Lisinopril']],
    ['Do I take iron?', 'has', 'medication', ['Iron']],
    ['What is my iron?', 'latest', 'observation', ['Serum iron']],
    ['Does diabetes run in my family?', 'list', 'family', ['Diabetes']],
    ['Who is my cardiologist?', 'list', 'practitioner', []],
    ['Which hospitals have I been to?', 'list', 'organization', []],
  ])('%s', (text, intent, kind, names) => {
    expect(read(text)).toMatchObject({ intent, subject: { kinds: [kind], names } });
  });

  it.each([
    ['What are my upcoming appointments?', { standing: 'coming' }],
    ['When did I last see Dr. Lee?', { standing: 'past', practitioner: 'Lee' }],
    ['past visits with my cardiologist', { standing: 'past', specialty: 'Cardiology' }],
    ['appointments at Mayo Clinic', { organization: 'Mayo Clinic' }],
    ['What medications am I taking?', { standing: 'active' }],
    ['Which of my medicines have I ever taken?', { kinds: ['medication'] }],
    ['Anything about my liver?', { system: 'hepatic' }],
  ])('%s', (text, subject) => {
    expect(read(text)?.subject).toMatchObject(subject);
  });

  it('reads a bound with its unit', () => {
    expect(read('How often was my glucose above 7 mmol/L?')).toMatchObject({
      intent: 'count',
      bound: { sign: '>', value: 7, unit: 'mmol/L' },
    });
  });

  it.each([
    'What is the capital of France?',
    'How do I cook pasta?',
    'hello',
    'show me everything',
    'Tell me a joke about dogs',
  ])('does not pretend to read: %s', (text) => {
    expect(read(text)).toBeNull();
  });
});

describe('writeCypher', () => {
  const forms = [
    'What is my latest X?',
    'Show all my X in the last 3 months',
    'How has my X changed over time?',
    'What was my highest X in 2025?',
    'average X between March and May',
    'How many X this year?',
    'When did I last have X?',
    'Do I have X?',
    'Do I take X?',
    'Since when do I have X?',
    'Is my X above the normal range?',
    'my X above 7',
    'Am I allergic to X?',
    'Does X run in my family?',
    'Which X did I stop this year?',
    'Anything about my X?',
  ];

  it('writes nothing that the guard refuses, whatever the vocabulary holds', () => {
    const refused: string[] = [];
    let read_ = 0;
    const rows = sampled(termRows());
    for (const [index, { term }] of rows.entries()) {
      // One form for each term, and so each form for hundreds of terms: all of them with all would take minutes.
      for (const form of forms.filter((_, at) => (index + at) % forms.length === 0)) {
        const question = read(form.replace('X', term.name));
        if (!question) continue;
        read_ += 1;
        const text = writeCypher(question, GRAPH);
        try {
          guard(text, {}, NOW);
        } catch (thrown) {
          refused.push(`${form} ${term.name}: ${(thrown as Error).message}`);
        }
      }
    }
    expect(read_).toBeGreaterThan(rows.length / 2);
    expect(refused.slice(0, 5)).toEqual([]);
  });

  it('finds each measurement by its own name and not by another’s', () => {
    for (const { name } of OBSERVATIONS.filter((row) => row.name !== 'Blood pressure')) {
      const text = writeCypher(
        {
          intent: 'latest',
          subject: { kinds: ['observation'], names: [name], said: name },
          period: null,
          bound: null,
          moment: { now: NOW, timezone: 'UTC' },
        },
        GRAPH,
      );
      const padded = /' ' \+ toLower\(t\.name\) \+ ' ' CONTAINS '(.+?)'(?: |\n|$)/.exec(text)?.[1];
      const plain = /toLower\(t\.name\) CONTAINS '(.+?)'(?: |\n|$)/.exec(text)?.[1];
      const exact = /toLower\(t\.name\) IN \['(.+?)'\]/.exec(text)?.[1];
      const hits = OBSERVATIONS.filter((row) =>
        exact
          ? row.name.toLowerCase() === exact
          : padded
            ? ` ${row.name.toLowerCase()} `.includes(padded)
            : row.name.toLowerCase().includes(plain ?? ''),
      ).map((row) => row.name);
      expect(hits).toEqual([name]);
    }
  });

  it('keeps what the user wrote inside quotes, whatever they wrote', () => {
    const text = writeCypher(
      read("Do I have anything about x' OR 1=1?") as NonNullable<ReturnType<typeof read>>,
      GRAPH,
    );
    expect(text).toContain("x\\'");
    expect(() => guard(text, {}, NOW)).not.toThrow();
  });

  it('converts a bound into the unit that the record keeps', () => {
    const text = writeCypher(read('glucose above 10 mmol/L') as NonNullable<ReturnType<typeof read>>, GRAPH);
    expect(Number(/n\.canonical_value > ([\d.]+)/.exec(text)?.[1])).toBeCloseTo(180.2, 0);
  });
});

describe('isAboutSomeoneElse', () => {
  it.each([
    'Show me patient bob’s labs',
    "What are Bob's medications?",
    'labs of patient 4711',
    'What is the HbA1c of all patients?',
    'my mother’s medications',
    'Does my husband take aspirin?',
    'Show another patient’s record',
    'record 5f0c4e0a-6a4f-5f2b-9d57-0d3c2f1a7b11',
  ])('%s', (text) => {
    expect(isAboutSomeoneElse(text)).toBe(true);
  });

  it.each([
    'What is in my patient record?',
    "Do I have Crohn's disease?",
    "What's my latest HbA1c?",
    "When did I last see Dr. Lee's nurse?",
    "today's blood pressure",
    'Does diabetes run in my family?',
  ])('but not: %s', (text) => {
    expect(isAboutSomeoneElse(text)).toBe(false);
  });
});

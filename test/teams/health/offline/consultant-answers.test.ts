/** What the consultant says first: the answer to the question, for the right person, with nothing invented. */
import { describe, expect, it } from 'vitest';
import { ask, consult, model, NOTHING, request, TOOLS, user } from './support.ts';

const MEDICINES = {
  ...NOTHING,
  medications: [
    { name: 'Warfarin', value: 5, unit: 'mg', frequency: 'every evening', status: 'active' },
    { name: 'Atorvastatin', value: 40, unit: 'mg', status: 'active' },
    { name: 'Clarithromycin', value: 500, unit: 'mg', status: 'active' },
  ],
};

async function requests(text: string, before: string[] = []): Promise<unknown[]> {
  const messages = [...before.flatMap((said) => [user(said), model('…')]), user(text)];
  const { calls } = await ask(request('HealthConsultantAgent', messages, { toolNames: TOOLS }));
  return calls.filter(({ name }) => name === 'ask_record').map(({ args }) => args.request);
}

describe('what is sent to the record', () => {
  it.each([
    ['What was the highest one?', ['My LDL was 165 mg/dL in May'], ['LDL cholesterol: What was the highest one?']],
    ['what about last year?', ['Is my diabetes getting better?'], ['HbA1c and Fasting glucose: what about last year?']],
    ['how many were above 140?', ['BP 142/88, 139/86'], ['Blood pressure: how many were above 140?']],
    ['is he on an ACE inhibitor?', ['Mr Ade, 67M. K 5.1'], ['am I on an ACE inhibitor?']],
    ['since when?', ['I have asthma'], ['Asthma: since when?']],
    ['is that high?', ["I'm pregnant, BP was 138/88 this evening"], ['Blood pressure: is that high?']],
    ['what was it in May?', ['TSH 3.9 today'], ['TSH: what was it in May?']],
    ['last three potassium values', [], ['last three potassium values']],
    ['Potassium?', ['Patient: 58F, eGFR 38'], ['Potassium?']],
    [
      'My BP was 128/82. Is that ok? Also when was my last cholesterol test?',
      [],
      ['Also when was my last cholesterol test?'],
    ],
  ])('%s', async (text, before, expected) => expect(await requests(text, before)).toEqual(expected));

  it.each(['Can I run with asthma?', 'should I stop eating eggs?', 'Is my son on antibiotics?', 'is it contagious?'])(
    'nothing for: %s',
    async (text) => expect(await requests(text, ['I have asthma'])).toEqual([]),
  );

  it('two questions get two answers, in their order', async () => {
    const said = await consult('When was my last INR? And what was my lowest weight?', {
      answers: ['Answer A.', 'Answer B.'],
    });
    expect(said).toMatch(/^Answer A\.\n\nAnswer B\./);
  });
});

it('a trend includes the value of the message, and is not taken from another measurement', async () => {
  const at = (name: string, value: number, unit: string, effective_time: string) => ({
    name,
    value,
    unit,
    effective_time,
  });
  const record = {
    ...NOTHING,
    observations: [at('Weight', 84, 'kg', '2026-11-01'), at('HbA1c', 7.1, '%', '2026-05-01')],
  };
  const answers = ['What the record says.'];
  expect(await consult('My weight is 82 kg today. Is my weight getting better?', { record, answers })).toMatch(
    /^Weight 82 kg is 2 kg lower than the last on record, 84 kg \(1 November 2026\)\./,
  );
  expect(await consult('My weight is 82 kg today. Is my HbA1c getting better?', { record, answers })).toMatch(
    /^What the record says\./,
  );
});

describe('questions about medicines', () => {
  it('a follow-up still asks whether something may be taken', async () => {
    const before = ['can i take ibuprofen for my knee?'];
    expect(await consult('what about paracetamol?', { before, record: MEDICINES })).toMatch(
      /^With care, and ask first\. Acetaminophen with Warfarin/,
    );
    expect(await consult('is grapefruit ok?', { record: MEDICINES })).toMatch(
      /^With care.*Grapefruit with Atorvastatin/,
    );
  });

  it('checks the medicines that are taken against each other', async () => {
    expect(await consult('Do any of my medicines clash?', { record: MEDICINES })).toMatch(
      /^2 pairs of them[\s\S]*Warfarin with Clarithromycin/,
    );
    expect(await consult('Do my tablets go together?')).toMatch(/lists no medicine as taken/);
  });

  it('checks everything that was just mentioned', async () => {
    const before = ['Can I take ibuprofen?', 'I am also on methotrexate 15 mg weekly'];
    expect(await consult('is that still ok?', { before })).toMatch(
      /^Do not take them together before you have asked.*Methotrexate with Ibuprofen/,
    );
  });

  it('never says to stop or change a medicine', async () => {
    const said = await consult('should we stop the bisoprolol?', { before: ['I take bisoprolol 5 mg daily'] });
    expect(said).toMatch(/^Please do not stop or change bisoprolol on your own/);
    expect(said).toContain('stopped suddenly it can bring on chest pain');
  });

  it('gives the label’s dose range, and says what it does not know', async () => {
    expect(await consult('what is the maximum dose of losartan?')).toMatch(
      /^Losartan: usual adult range of 25 to 100 mg/,
    );
    expect(await consult('Is my warfarin dose ok?', { record: MEDICINES })).toMatch(/^Warfarin 5 mg every evening/);
    expect(await consult('Can I have Zorbexol for my cold?')).toMatch(/^I do not know “Zorbexol”/);
  });

  it('considers a pregnancy that was mentioned before', async () => {
    const before = ['I am 12 weeks pregnant'];
    expect(await consult('can i take ibuprofen?', { before })).toMatch(
      /^Better not in pregnancy, unless your maternity team says so/,
    );
  });

  it('considers a low kidney function that a value shows', async () => {
    const observations = [{ name: 'eGFR', value: 47, unit: 'mL/min/1.73m2', effective_time: '2026-10-01' }];
    expect(await consult('Can I take ibuprofen?', { record: { ...NOTHING, observations } })).toMatch(
      /^With care, and ask first\. Ibuprofen with a low eGFR 47/,
    );
  });

  it('says what a medicine is for, and not whether it is right for the person', async () => {
    expect(await consult('would propranolol help?', { before: ['I have high blood pressure'] })).toMatch(
      /^Whether it helps here is for a doctor to say.*\nPropranolol \(beta blocker\) slows the heart/,
    );
    expect(await consult('what else could I take instead?', { before: ['I take amlodipine'] })).toMatch(
      /^Which other medicine would suit is for whoever prescribed it/,
    );
  });

  it('does nothing that only people can do', async () => {
    expect(await consult('Can you book me an appointment with a dermatologist?')).toMatch(/^I cannot book/);
    expect(await consult('can you prescribe me something?')).toMatch(/^I cannot prescribe/);
  });
});

describe('questions about a complaint', () => {
  const before = ['just tired all the time and a bit dizzy', 'no fever, no weight loss'];

  it('refers to the earlier complaint', async () => {
    expect(await consult('what should I do?', { before })).toMatch(/^What is usually done for fatigue: sleep/);
    expect(await consult('when should I see a doctor?', { before })).toMatch(/^Fatigue: See a doctor if it lasts/);
    expect(await consult('could it be my thyroid?', { before })).toMatch(
      /^Thyroid: among the common causes of fatigue .*\nThe usual blood tests for that are TSH/,
    );
  });

  it('says what only a doctor can decide', async () => {
    expect(await consult('do I need antibiotics?', { before: ['I have a sore throat since Tuesday'] })).toMatch(
      /^Whether you need antibiotics is for a doctor to say.*\nWhat is usually done for sore throat: fluids/,
    );
    expect(await consult("i think it's shingles", { before: ['I have a rash on my side'] })).toMatch(
      /^Whether it is shingles cannot be told from a message.*\nFor shingles would speak/,
    );
  });

  it('names a medicine with that known side effect', async () => {
    const before = ['I take zopiclone', 'I keep falling'];
    expect(
      await consult('should I stop the sleeping tablet?', {
        before,
        record: { ...NOTHING, medications: [{ name: 'Zopiclone' }] },
      }),
    ).toMatch(/^Please do not stop or change zopiclone/);
    expect(
      await consult('and a dry cough, is that one of them?', {
        record: { ...NOTHING, medications: [{ name: 'Perindopril' }] },
      }),
    ).toMatch(/^Cough is a known side effect of Perindopril/);
    expect(await consult('could the lisinopril explain the potassium?', { before: ['Patient: 67M, K 5.6'] })).toMatch(
      /Lisinopril is known for it: .*high potassium/,
    );
  });

  it('does not repeat its advice, but says that it still holds', async () => {
    const first = await consult('my tummy hurts');
    const said = await consult('since this morning', { before: ['my tummy hurts'], lastReply: first });
    expect(said).toBe(
      'Thank you, that belongs to your abdominal pain. What I said about when to see someone still holds.',
    );
  });

  it('expresses condolence for a loss', async () => {
    expect(await consult("I've been feeling really low since my dad died")).toMatch(/^I am sorry for your loss\./);
  });
});

describe('another person', () => {
  const child = ['my little boy is 3 and he has a fever of 38.9 since last night'];

  it('a child is judged as a child, and nothing is taken from the record', async () => {
    const first = await consult(child[0] ?? '', { record: MEDICINES });
    expect(first).toMatch(/38\.9 °C for your son\. That is a fever/);
    expect(first).toContain('under 3 months old');
    const said = await consult('can I give him ibuprofen?', { before: child, record: MEDICINES });
    expect(said).toMatch(/^Ibuprofen for a child: not under 3 months/);
    expect(said).not.toMatch(/Warfarin|your record/);
    expect(await consult('how much?', { before: [...child, 'can I give him ibuprofen?'] })).toMatch(
      /^I do not work out doses for children/,
    );
  });

  it('what a relative has is family history, where nothing is asked for them', async () => {
    expect(await consult('My mother has breast cancer')).toMatch(
      /^Breast cancer \(your mother\): this is your family history/,
    );
  });

  it('an adult is judged as one, also one message later', async () => {
    const before = ['My mother is 84 and takes bisoprolol. Her pulse was 48 this morning'];
    expect(await consult('is that too low?', { before })).toMatch(/^For your mother: Heart rate 48 bpm is below/);
  });

  it('their medicines are checked against each other, and nothing is filed', async () => {
    const said = await consult('Mum takes atorvastatin and now clarithromycin, and her legs ache');
    expect(said).toMatch(/Clarithromycin/);
    expect(await consult('my 9 year old daughter vomited this morning')).toMatch(
      /^This is about your daughter, so it is not in your record\./,
    );
  });

  it('a clinician gets the record, and is not told to see a doctor', async () => {
    const said = await consult('Latest potassium of the patient?', {
      before: ['Pt: 67M, CKD'],
      answers: ['Your latest potassium is 5.7 mmol/L (10 November 2026).'],
    });
    expect(said).toBe('The latest potassium is 5.7 mmol/L (10 November 2026).');
  });
});

describe('values', () => {
  it('says which unit it assumed', async () => {
    expect(await consult('my sugar was 7.2 this morning')).toContain('Blood glucose 7.2 mmol/L is within');
  });

  it('says that it could not read a number, and does not claim to have filed it', async () => {
    expect(await consult('my blood pressure is 500/20')).toMatch(
      /^The number does not fit blood pressure, so it is not in your record/,
    );
    const said = await consult('141 and 138', { before: ['My fasting sugar was 162 mg/dL'] });
    expect(said).toMatch(/^Fasting glucose 141 mg\/dL is above .* Fasting glucose 138 mg\/dL/);
    expect(said).toContain('To have it in your record, say the name with the number');
  });

  it('notes values with their days that go on the series told before', async () => {
    const said = await consult('22 October: 141. 29 October: 138.', { before: ['My fasting sugar was 162 mg/dL'] });
    expect(said).toMatch(/^Noted\. Fasting glucose 141 and 138 mg\/dL/);
    expect(said).not.toContain('To have it in your record');
  });

  it('calculates the body mass index from the record', async () => {
    const observations = [
      { name: 'Weight', value: 86, unit: 'kg', effective_time: '2026-10-30' },
      { name: 'Height', value: 178, unit: 'cm', effective_time: '2026-01-05' },
    ];
    expect(await consult('whats my bmi', { record: { ...NOTHING, observations } })).toMatch(
      /^From weight 86 kg \(30 October 2026\) and height 178 cm .*: Body mass index 27\.1/,
    );
  });

  it('has other limits in pregnancy', async () => {
    const said = await consult("I'm 30 weeks pregnant, BP was 138/88 this evening");
    expect(said).toContain('In pregnancy call your maternity unit the same day at 140/90');
    expect(said).not.toContain('180/120');
  });

  it('does not mention high blood pressure for a low one, nor the normal INR for people on anticoagulants', async () => {
    expect(await consult('My blood pressure yesterday was 84/52')).not.toContain('stays high');
    expect(await consult('INR 3.8 yesterday', { record: MEDICINES })).toContain('With it the goal is mostly 2 to 3');
  });

  it('compares a value of the message with the latest on record', async () => {
    const observations = [{ name: 'HbA1c', value: 7.1, unit: '%', effective_time: '2026-03-01' }];
    expect(
      await consult('My HbA1c was 6.5% today. Is it getting better?', { record: { ...NOTHING, observations } }),
    ).toMatch(/^HbA1c 6\.5 % is 0\.6 percentage points lower than the last on record, 7\.1 % \(1 March 2026\)\./);
  });

  it('answers the second question too', async () => {
    expect(await consult('My cholesterol was 240 mg/dL. Is that bad, and should I stop eating eggs?')).toMatch(
      /^Total cholesterol 240 .*\n\nTo “should I stop eating eggs\?” I have no answer/,
    );
  });
});

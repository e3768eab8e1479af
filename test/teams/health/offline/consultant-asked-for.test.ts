/** Kinds of questions that have an answer of their own: differences, a treatment ahead, lists for a form, tests, and what medicines do. */
import { describe, expect, it } from 'vitest';
import { consult, NOTHING } from './support.ts';

const taken = (name: string, more = {}) => ({ name, status: 'active', ...more });
const value = (name: string, amount: number, unit: string, day: string) => ({
  name,
  value: amount,
  unit,
  effective_time: day,
});
const NO_ANSWER = /I do not know|What would you like to know|What do you see in/;

describe('a difference: both are described, and nothing is filed', () => {
  it.each([
    ['Whats diff between viagra and cialis, and why is the heart mentioned? 34 male', 'Sildenafil (', 'Tadalafil ('],
    [
      'difference between rheumatoid and just normal wear and tear arthritis',
      'Rheumatoid arthritis:',
      'Osteoarthritis:',
    ],
    ['How is ibuprofen different from paracetamol?', 'Ibuprofen (', 'Acetaminophen ('],
    ['crohns vs ulcerative colitis?', 'Crohn', 'Ulcerative colitis:'],
  ])('%s', async (text, one, other) => {
    const said = await consult(text);
    expect(said).toContain(one);
    expect(said).toContain(other);
    expect(said).not.toMatch(/Noted|Do not take|Careful|add no relief/);
  });

  it('of several things that are named, those of one kind', async () => {
    const said = await consult('Which is better for a headache, ibuprofen or paracetamol?');
    expect(said).toMatch(/^Ibuprofen \(.*\nAcetaminophen \(/s);
  });

  it('the other one may have been named before', async () => {
    const said = await consult('How is it different from osteoarthritis?', { before: ['What is gout?'] });
    expect(said).toMatch(/^Gout: .*\nOsteoarthritis: /s);
  });

  it('of values on record, a difference is a change', async () => {
    const record = {
      ...NOTHING,
      observations: [value('HbA1c', 54, 'mmol/mol', '2026-06-03'), value('HbA1c', 58, 'mmol/mol', '2025-06-03')],
    };
    expect(await consult('What is the difference between my last two HbA1c?', { record })).toContain('58 mmol/mol');
  });
});

describe('a treatment that is ahead, of anybody', () => {
  it.each([
    'My grandmother has cataract surgery next month. She is scared. Please tell what will happen on that day and how many days rest after',
    'I have my cataract surgery next month. what will happen on that day and how many days rest after?',
    'My dad is getting a hip replacement in March, what do they actually do and when is he back on his feet',
    'my son is having his tonsils out on friday. whats the day like and how long off school?',
    'Wife booked in for gallbladder removal. pls explain the procedure and recovery',
  ])('%s', async (text) => {
    const said = await consult(text);
    expect(said).toMatch(/^What happens: .*\bHow [^\n]+ goes on: /s);
    expect(said).not.toMatch(NO_ANSWER);
  });

  it.each(['When is my cataract surgery?', 'How long ago was my appendectomy?'])(
    'its day is looked for in the record: %s',
    async (text) => expect(await consult(text)).not.toMatch(/What happens|goes on/),
  );
});

describe('lists of the own record, whoever wants them', () => {
  const record = {
    ...NOTHING,
    allergies: [{ name: 'Penicillin', reaction: 'hives' }],
    medications: [taken('Ramipril'), taken('Naproxen', { status: 'stopped' })],
    conditions: [{ name: 'Asthma' }, { name: 'Pneumonia', status: 'resolved' }],
  };

  it.each([
    ['dentist form says list your allergies, what do I put??', 'Allergies on record: Penicillin (reaction: hives).'],
    ['what do I write under medicines on the form', 'Medicines on record as taken: Ramipril.'],
    ['they want to know my conditions', 'Conditions on record: Asthma.'],
    ['The school nurse needs a list of my meds', 'Medicines on record as taken: Ramipril.'],
    [
      'insurance is asking about past operations, what shall I tell them',
      'No procedure is on record. If there is one, put it down, and tell me too.',
    ],
  ])('%s', async (text, list) => expect(await consult(text, { record })).toBe(list));

  it.each([
    'what do I put on a burn?',
    'I need my tablets',
    'My mum needs a list of her medicines',
    'My doctor asked about my tablets and I told her I stopped the ramipril',
  ])('no list was wanted: %s', async (text) =>
    expect(await consult(text, { record })).not.toContain('on record as taken:'),
  );
});

describe('a test itself', () => {
  it.each([
    ['What platelet number is dangerous?', 'below 20 10^9/L (20,000 /µL)'],
    ['Dengue season is on in our colony. What platelet number is dangerous?', 'below 20 10^9/L (20,000 /µL)'],
    ['how high is too high for potassium', 'from 6.5 mmol/L'],
    ['what ferritin level is too low', 'The usual adult range of ferritin is'],
    ['when is CRP dangerous', 'The usual adult range of C-reactive protein is'],
  ])('its limits: %s', async (text, limit) => {
    const said = await consult(text);
    expect(said).toContain(limit);
    expect(said).not.toMatch(/Noted|Dengue/);
  });

  it('how it works and what a positive result means, without “I do not know”', async () => {
    const said = await consult(
      'how does the poo test thing (FIT) actually work? if it comes back positive does that mean cancer',
    );
    expect(said).toContain('a test for tiny amounts of human blood in stool');
    expect(said).toContain('most positive tests are not cancer');
    expect(said).not.toMatch(NO_ANSWER);
  });

  it('the value on record is told beside its limits', async () => {
    const record = { ...NOTHING, observations: [value('Platelet count', 210, '10^9/L', '2026-10-01')] };
    const said = await consult('What platelet number is dangerous?', { record });
    expect(said).toMatch(/^Get help at once below 20 .*\nOn your record: Platelet count 210 /s);
  });

  it('how high a value is, is asked of the record', async () => {
    expect(await consult('how high are my platelets')).not.toContain('Far outside');
  });

  it('a value of the message is judged by itself', async () => {
    const said = await consult('my platelets are 90, is that dangerous?');
    expect(said).toMatch(/^Platelet count 90 10\^9\/L is below/);
    expect(said).not.toContain('Far outside');
  });
});

describe('whether a medicine works: the values that show it', () => {
  const record = {
    ...NOTHING,
    medications: [taken('Iron'), taken('Atorvastatin'), taken('Ramipril'), taken('Sertraline')],
    observations: [
      value('Hemoglobin', 11.4, 'g/dL', '2026-11-14'),
      value('Ferritin', 14, 'ng/mL', '2026-11-14'),
      value('Hemoglobin', 9.8, 'g/dL', '2026-10-03'),
      value('Ferritin', 6, 'ng/mL', '2026-10-03'),
      value('LDL cholesterol', 2.1, 'mmol/L', '2026-10-01'),
      value('LDL cholesterol', 4.1, 'mmol/L', '2026-02-01'),
    ],
  };

  it.each([
    [
      'is the iron working or do I need something stronger',
      'Hemoglobin rose, from 9.8 g/dL (3 October 2026) to 11.4 g/dL (14 November 2026)',
    ],
    ['is the iron working or do I need something stronger', 'Ferritin rose, from 6 ng/mL'],
    ['Are the statins doing anything?', 'LDL cholesterol fell, from 4.1 mmol/L (1 February 2026) to 2.1 mmol/L'],
    ['has the ramipril helped', 'Blood pressure would show it, and your record holds no value of that.'],
  ])('%s', async (text, course) => {
    const said = await consult(text, { record });
    expect(said).toContain(course);
    expect(said).toContain('is for whoever prescribed it to say');
  });

  it.each(['How does atorvastatin work?', 'is naproxen helping people with gout', 'is the sertraline helping'])(
    'no course where none shows it, or it is not taken: %s',
    async (text) => expect(await consult(text, { record })).not.toMatch(/\b(?:rose|fell), from|would show it/),
  );
});

describe('what each medicine of a list is for', () => {
  const DAD = 'my dad takes bisoprolol, dapagliflozin and apixaban after his heart failure, hes not diabetic';

  it.each([
    'can you tell me in plain english what each one is for?',
    'what are they all for',
    'so why is he on all of these?',
  ])('one line for each: %s', async (text) => {
    const said = await consult(text, { before: [DAD] });
    expect(said.split('\n').filter((line) => line.startsWith('- '))).toHaveLength(3);
    expect(said).toMatch(/^- Bisoprolol: slows the heart/);
  });

  it('of the record, where none was named', async () => {
    const record = { ...NOTHING, medications: [taken('Ramipril'), taken('Atorvastatin')] };
    const said = await consult('whats each of my tablets for', { record, before: [DAD] });
    expect(said).toMatch(/^- Ramipril: .*\n- Atorvastatin: /);
  });

  it('a pill for an illness that somebody does not have', async () => {
    const said = await consult("he keeps asking why he's on a diabetes pill", { before: [DAD] });
    expect(said).toMatch(/^- Dapagliflozin: .*heart failure.*with or without diabetes/);
    expect(said).not.toContain('Whether it is diabetes');
  });
});

describe('what keeps a medicine from being taken up', () => {
  const record = {
    ...NOTHING,
    medications: [taken('Levothyroxine'), taken('Iron'), taken('Calcium carbonate')],
    observations: [value('TSH', 2.1, 'mIU/L', '2026-05-14')],
  };
  const ALONE = { ...record, medications: [taken('Levothyroxine'), taken('Ramipril')] };

  it.each([
    'TSH just came back 8.4. why would it go up if I never miss a pill?',
    'My TSH is 7.9 now. Why is it so high?',
    'TSH 9.1 today, what could cause that?',
  ])('is a possible cause, and comes first: %s', async (text) => {
    const cause = /^A possible cause: levothyroxine beside iron and calcium carbonate: it is taken up less/;
    expect(await consult(text, { record })).toMatch(cause);
    expect(await consult(text, { record: ALONE })).not.toContain('A possible cause');
  });

  it.each([
    "I take everything together so I don't forget!",
    'I take my tablets all together, that way I never miss one',
    'All of them at once in the morning, I have not missed any',
  ])('who takes all at once has missed nothing: %s', async (text) => {
    const said = await consult(text, { record });
    expect(said).toMatch(/^Levothyroxine with Iron: it is taken up less/);
    expect(said).not.toMatch(/missed|forgotten dose|when you notice/);
  });

  it.each(['I forgot my levothyroxine this morning', 'What if I miss a pill?'])('a missed one: %s', async (text) =>
    expect(await consult(text, { record })).toMatch(/when you notice/),
  );
});

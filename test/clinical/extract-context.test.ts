import { describe, expect, test } from 'vitest';
import { extractContext } from '../../src/clinical/extract/context.ts';

const at = { now: new Date('2026-03-18T14:30:00Z'), timezone: 'America/New_York' };
const told = (text: string) =>
  extractContext(text, at).filter((m) => m.assertion === 'present' && m.experiencer === 'patient');
const read = (text: string) => told(text).map((m) => `${m.kind}:${m.name}:${m.status ?? ''}`);

describe('medicines', () => {
  test('dose, frequency and form', () => {
    expect(told('I take metformin 500 mg twice a day')).toMatchObject([
      {
        name: 'Metformin',
        value: 500,
        unit: 'mg',
        frequency: { text: 'twice a day', times_per_day: 2 },
        status: 'active',
        quote: 'metformin 500 mg twice a day',
      },
    ]);
    expect(told('ibuprofen 400 mg every 6 hours as needed')[0]?.frequency).toEqual({
      text: 'every 6 hours',
      times_per_day: 4,
      as_needed: true,
    });
    expect(told('I took 2 tablets of Tylenol this morning')).toMatchObject([
      {
        name: 'Acetaminophen',
        value: 2,
        unit: 'tablet',
        form: 'tablet',
        status: 'past',
        effective_time: '2026-03-18T12:00:00.000Z',
      },
    ]);
    expect(told('10 units of Lantus under the skin every night')).toMatchObject([
      {
        name: 'Insulin glargine',
        value: 10,
        unit: 'units',
        route: 'subcutaneous',
        frequency: { text: 'every night', times_per_day: 1 },
      },
    ]);
    expect(told('My doctor prescribed amoxicillin 500mg three times a day for 7 days')).toMatchObject([
      { name: 'Amoxicillin', value: 500, frequency: { times_per_day: 3 }, duration: '7 days' },
    ]);
    expect(told('I take Bactrim 800-160 mg daily')[0]).toMatchObject({ value: '800-160', unit: 'mg' });
  });

  test.each([
    [
      'I take metformin, lisinopril 10mg and atorvastatin 20 mg at bedtime',
      ['Metformin:active', 'Lisinopril:active', 'Atorvastatin:active'],
    ],
    ['I stopped taking ibuprofen last week', ['Ibuprofen:stopped']],
    ['I used to take Prozac', ['Fluoxetine:stopped']],
    ["I don't take aspirin anymore", ['Aspirin:stopped']],
    ['switched from Zoloft to Lexapro 10 mg', ['Sertraline:stopped', 'Escitalopram:active']],
    ['I will start lisinopril tomorrow', ['Lisinopril:planned']],
    ["I'm starting Ozempic 0.25 mg once a week next Monday", ['Semaglutide:planned']],
    ['Metformin makes me nauseous', ['Metformin:active']],
    ['Can I take Advil with my lisinopril?', ['Lisinopril:active']],
    ['I take iron 65 mg daily', ['Iron:active']],
  ])('%s', (text, expected) => expect(read(text).map((line) => line.replace('medication:', ''))).toEqual(expected));

  test.each([
    'Is it ok to take ibuprofen with metformin?',
    'What are the side effects of lisinopril?',
    'Should I take aspirin 81 mg?',
    'My mother takes warfarin',
    "I'm allergic to penicillin",
    "I don't take aspirin",
    'my iron is low',
    'my testosterone was 500 ng/dL',
  ])('none in "%s"', (text) => expect(read(text)).toEqual([]));

  test('a neighbour’s dose is not borrowed', () => {
    expect(told('I take vitamin D 2000 IU daily and fish oil')).toMatchObject([
      { name: 'Vitamin D', value: 2000, unit: 'IU' },
      { name: 'Fish oil' },
    ]);
    expect(told('I take vitamin D 2000 IU daily and fish oil')[1]).not.toHaveProperty('value');
  });
});

describe('people, places, visits and procedures', () => {
  test('an appointment with everything around it', () => {
    expect(told('I have an appointment with my cardiologist Dr. Smith tomorrow at 3pm at Mayo Clinic')).toMatchObject([
      {
        kind: 'encounter',
        name: 'Cardiology appointment',
        status: 'scheduled',
        specialty: 'Cardiology',
        effective_time: '2026-03-19T19:00:00.000Z',
      },
      { kind: 'practitioner', name: 'Dr. Smith', specialty: 'Cardiology' },
      { kind: 'organization', name: 'Mayo Clinic' },
    ]);
  });

  test.each([
    ['I saw Dr. Jane Doe yesterday', ['encounter:Appointment with Dr. Jane Doe:past', 'practitioner:Dr. Jane Doe:']],
    ['I was hospitalized last month', ['encounter:Hospital stay:past']],
    ['I went to the ER on Monday', ['encounter:Emergency visit:past']],
    ['I had my appendix removed in 2010', ['procedure:Appendectomy:past']],
    ['I have a colonoscopy scheduled for next Friday', ['procedure:Colonoscopy:scheduled']],
    [
      'My surgeon at St. Mary’s Hospital removed my gallbladder',
      ['practitioner:Surgeon:', 'organization:St. Mary’s Hospital:', 'procedure:Cholecystectomy:past'],
    ],
  ])('%s', (text, expected) => expect(read(text)).toEqual(expected));

  test.each([
    ['s/p appendectomy', ['procedure:Appendectomy:past']],
    ['I need a root canal', ['procedure:Root canal:planned']],
    ['my doctor wants me to get a CT scan', ['procedure:CT scan:planned']],
    ["I'm on dialysis three times a week", ['procedure:Dialysis:active']],
    ['doing physical therapy for my shoulder', ['procedure:Physical therapy:active']],
    ['I have a pacemaker', ['procedure:Pacemaker implantation:past']],
    ['discharged from the hospital yesterday', ['encounter:Hospital stay:past']],
    ['I missed my appointment yesterday', ['encounter:Appointment:missed']],
    ['i see dr. jones every 3 months', ['practitioner:Dr. Jones:']],
    ['got my flu shot last week', ['procedure:Flu vaccine:past']],
    ['penicillin gives me hives', []],
  ])('%s: %j', (text, expected) => expect(read(text)).toEqual(expected));

  test('each procedure has its own time', () => {
    expect(told('I had a C-section in 2019 and my tonsils out in 1990')).toMatchObject([
      { name: 'Cesarean section', effective_time: '2019' },
      { name: 'Tonsillectomy', effective_time: '1990' },
    ]);
  });

  test.each([
    'Should I see a cardiologist?',
    'When is my next appointment?',
    'I see a withdrawal that I did not make',
    'What happens during a colonoscopy?',
    'My brother had a hip replacement',
  ])('none in "%s"', (text) => expect(read(text)).toEqual([]));
});

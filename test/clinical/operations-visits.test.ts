/** Operations told by what was operated on, visits told by a speciality and its day, vaccinations told by the disease. */
import { describe, expect, test } from 'vitest';
import { factsOf, filed } from './filed.ts';

const names = (text: string, kind: string): string[] =>
  factsOf(text).flatMap((fact) => (fact.kind === kind ? [`${fact.name} ${fact.status}`] : []));

const PARTS = [
  ['appendix', 'Appendectomy'],
  ['gallbladder', 'Cholecystectomy'],
  ['spleen', 'Splenectomy'],
  ['polyps', 'Polypectomy'],
  ['wisdom teeth', 'Tooth extraction'],
] as const;

describe('an operation is filed however it is told', () => {
  test.each(PARTS)('%s', (part, name) => {
    for (const told of [
      `I had my ${part} out in 2009`,
      `I had the ${part} took out in 2009`,
      `In 2009 they took out my ${part}`,
      `My ${part} were all removed in 2009`,
      `C-section 2016, ${part} 2009`,
    ])
      expect(names(told, 'procedure'), told).toContain(`${name} past`);
    expect(names(`They are going to remove my ${part} on Friday`, 'procedure')).toEqual([`${name} scheduled`]);
    expect(names(`My mum had her ${part} out in 2009`, 'procedure')).toEqual([]);
  });

  test('two parts with one verb are two operations', () => {
    const text = 'Had my gallbladder and appendix out in 2003';
    expect(names(text, 'procedure')).toEqual(['Cholecystectomy past', 'Appendectomy past']);
  });

  test.each(['My thyroid is out of whack', 'My stomach was out of order on Monday', 'My spleen hurt in 2009'])(
    '%s: no operation',
    (text) => expect(names(text, 'procedure')).toEqual([]),
  );
});

describe('what was done to a part of the body', () => {
  test.each([
    ['Parathyroids taken out in 2016', 'Parathyroidectomy past'],
    ['Had my hernia fixed in 2020', 'Hernia repair past'],
    ['Carpal tunnels done last June', 'Carpal tunnel surgery past'],
    ['A melanoma off my shoulder in 2018', 'Melanoma removal past'],
    ['They pinned my wrist in 2016', 'Fracture repair past'],
    ['Had my elbow operated on in 2012', 'Elbow surgery past'],
    ['Tore my rotator cuff in 2019 and had it repaired', 'Rotator cuff repair past'],
    ['My gallbladder was full of gravel so they took it out in 2015', 'Cholecystectomy past'],
    ['The surgeon wants to do my bunion', 'Bunion surgery planned'],
    ['They are doing my left knee replacement on 9 April', 'Knee replacement scheduled'],
  ])('%s', (text, operation) => expect(names(text, 'procedure')).toEqual([operation]));

  test.each([
    'Got my nails done last week',
    'My knee gave out on Friday',
    'The stain, I finally got it out on Monday',
    'Walked my legs off in Rome last May',
    'I rang the surgery on Monday',
    'I never had my tonsils out',
  ])('%s: nothing', (text) => expect(names(text, 'procedure')).toEqual([]));
});

describe('what is noted without a verb was done, is going on or is to come', () => {
  test.each([
    ['Liver transplant 2018 (a gift from a stranger), tacrolimus 2 mg', ['Liver transplant past']],
    ['Tissue aortic valve, 2019', ['Aortic valve replacement past']],
    ['MRI of the lower back last year', ['MRI past']],
    ['In 2016 a right hip replacement', ['Hip replacement past']],
    ['Prostatectomy June 2021 + 33 radiation sessions', ['Prostatectomy past', 'Radiation therapy past']],
    ['Lobectomy on the right and chemo back in 2020', ['Lobectomy past', 'Chemotherapy past']],
    ['Wisdom teeth out at 19', ['Tooth extraction past']],
    ['Rotator cuff tear on ultrasound', ['Ultrasound past']],
    ['CT last month was negative', ['CT scan past']],
    ['Had my covid and flu jabs in October', ['COVID-19 vaccine past', 'Flu vaccine past']],
    ['Venesection every 3 months', ['Venesection active']],
    ['Embryo transfer on Friday', ['Embryo transfer scheduled']],
    ['Mammogram due on the 22nd', ['Mammogram scheduled']],
    ['Emergency section in 2016', ['Cesarean section past']],
    [
      'Gastroscopy done 3 February, one polyp removed, next one due in five years',
      ['Endoscopy past', 'Polypectomy past'],
    ],
  ])('%s', (text, done) => expect(names(text, 'procedure')).toEqual(done));

  test.each(['Knee replacement', 'Flu jab side effects', 'hysterectomy recovery time', 'Chemo for my sister in May'])(
    '%s: nothing',
    (text) => expect(names(text, 'procedure')).toEqual([]),
  );
});

describe('a speciality beside a day is a visit', () => {
  test.each([
    ['Cardiology on Monday', 'Cardiology appointment scheduled'],
    ["Seeing gynae at Tommy's on the 24th", 'Gynecology appointment scheduled'],
    ['Got a urologist visit set for the 23rd', 'Urology appointment scheduled'],
    ['Next week Thursday I have haematology clinic', 'Hematology appointment scheduled'],
    ['Saw cardiology on Monday', 'Cardiology appointment past'],
    ['The cardiologist put me on bisoprolol yesterday', 'Cardiology appointment past'],
    ['Practice nurse weighed me this morning, 82 kg', 'Practice nurse appointment past'],
    ['Diagnosed with a stress fracture on Tuesday by the sports doctor', 'Sports medicine appointment past'],
    ['Was at the walk-in centre yesterday', 'Walk-in clinic visit past'],
    ['Two nights in hospital in January', 'Hospital stay past'],
    ['Diabetic review with the nurse on Monday', 'Diabetic review scheduled'],
  ])('%s', (text, visit) => expect(names(text, 'encounter')).toEqual([visit]));

  test.each([
    'My cardiologist put me on bisoprolol in March',
    'I see my cardiologist every 3 months',
    'My mum saw her cardiologist on Monday',
  ])('%s: no visit', (text) => expect(names(text, 'encounter')).toEqual([]));

  test('the next appointment is with the same doctor', () => {
    const text = 'Saw the rheumatologist on Monday. Next appointment 4 April.';
    expect(names(text, 'encounter')).toEqual(['Rheumatology appointment past', 'Rheumatology appointment scheduled']);
  });
});

test('the last tetanus was a vaccination, not the disease', () => {
  expect(filed('My last tetanus was in 2015')).toEqual(['Tetanus vaccine past @2015']);
  expect(names('I had tetanus as a child', 'condition')).toEqual(['Tetanus resolved']);
});

describe('beside the day of a visit a number is its hour', () => {
  const at = (text: string) =>
    factsOf(text).flatMap(({ kind, status, effective_time }) =>
      kind === 'encounter' ? [`${status} ${effective_time}`] : [],
    );

  test.each([
    ['I see Dr Lee tomorrow at 11', 11],
    ['Eye clinic tomorrow 10.20 with Dr Salim', 10],
    ['My appointment with the cardiologist is tomorrow at 4', 16],
  ])('%s', (text, hour) => {
    const [visit = ''] = at(text);
    expect(visit).toMatch(/^scheduled \d{4}-\d\d-\d\dT/);
    expect(new Date(visit.slice('scheduled '.length)).getUTCHours()).toBe(hour);
  });

  test('a value is no hour', () => {
    expect(at('Saw the diabetes nurse yesterday 8.4 mmol/L')).toEqual([
      expect.stringMatching(/^past \d{4}-\d\d-\d\d$/),
    ]);
  });
});

test.each([
  ['Follow-up with Dr Lee on Friday', 'Follow-up scheduled'],
  ['Follow-up with Dr Lee on Friday went well', 'Follow-up past'],
  ['Follow-up with Dr Lee on Friday, BP 150/90', 'Follow-up past'],
  ['Emergency visit on Friday', 'Emergency visit past'],
])('%s: to come unless it tells what was', (text, visit) => {
  expect(names(text, 'encounter')).toEqual([visit]);
});

test('the day on which something is due is not when it began', () => {
  expect(filed("I'm pregnant, due in May")).toEqual(['Pregnancy active']);
  expect(filed("I'm pregnant since January")).toEqual(['Pregnancy active @2026-01']);
});

test.each([
  ['Pharmacy closed till Monday', []],
  ['I have run out of sertraline', ['Sertraline active']],
  ['had the runs yesterday', ['Diarrhea @2026-03-17']],
])('neither where nobody is seen nor by a verb: %s', (text, facts) => expect(filed(text)).toEqual(facts));

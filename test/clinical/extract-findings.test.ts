import { describe, expect, test } from 'vitest';
import { extractFindings } from '../../src/clinical/extract/findings.ts';

const at = { now: new Date('2026-03-18T14:30:00Z'), timezone: 'America/New_York' };
const told = (text: string) =>
  extractFindings(text, at).filter((m) => m.assertion === 'present' && m.experiencer === 'patient');
const read = (text: string) => told(text).map((m) => `${m.kind}:${m.name}`);

describe('conditions and symptoms are found in lay words', () => {
  test.each([
    ['I have type 2 diabetes and high blood pressure', ['condition:Type 2 diabetes', 'condition:Hypertension']],
    ['My left knee hurts when I walk', ['symptom:Knee pain']],
    ['pain in my lower back since yesterday', ['symptom:Lower back pain']],
    ['My chest feels tight and I’m short of breath', ['symptom:Chest tightness', 'symptom:Shortness of breath']],
    ['My hands are numb', ['symptom:Hand numbness']],
    ['Metformin makes me nauseous', ['symptom:Nausea']],
    ['I have a cold', ['condition:Common cold']],
    ['should I be worried about my chest pain?', ['symptom:Chest pain']],
    ['No fever, but I have a cough', ['symptom:Cough']],
  ])('%s', (text, expected) => expect(read(text)).toEqual(expected));

  test.each([
    'What is diabetes?',
    'Is it normal to have headaches with lisinopril?',
    'No fever, cough or chills',
    'My mother has breast cancer',
    'My father is 85 and has asthma',
    'I need a pregnancy test',
    'I got the covid vaccine',
    'I had to pay my gas bill',
    'I want to get pregnant',
    'I was tested for diabetes',
  ])('nothing from "%s"', (text) => expect(read(text)).toEqual([]));

  test('how bad, how long and where', () => {
    expect(told("I've had a severe headache for 3 days")[0]).toMatchObject({ severity: 'severe', duration: '3 days' });
    expect(told('headache 7/10')[0]).toMatchObject({ severity: '7/10' });
    expect(told('itchy rash on my left arm').at(-1)).toMatchObject({ name: 'Rash', body_site: 'left arm' });
    expect(told('pain in my lower back since yesterday')[0]).toMatchObject({
      duration: 'since yesterday',
      effective_time: '2026-03-17',
    });
  });

  test('a time belongs to the finding before it, not to the next of a list', () => {
    const times = (text: string) => told(text).map(({ name, effective_time }) => [name, effective_time]);
    expect(times('I have asthma since 2010 and gout')).toEqual([
      ['Asthma', '2010'],
      ['Gout', undefined],
    ]);
    expect(times('I have gout and asthma since 2010')).toEqual([
      ['Gout', '2010'],
      ['Asthma', '2010'],
    ]);
  });

  test('what is over is not active', () => {
    expect(told('I had a heart attack in 2019')[0]).toMatchObject({
      status: 'resolved',
      effective_time: '2019',
    });
    expect(told('I used to have asthma')[0]?.status).toBe('resolved');
    expect(told('I was diagnosed with asthma in March 2015')[0]).toMatchObject({ status: 'active' });
  });
});

describe('allergies', () => {
  test.each([
    ['I am allergic to penicillin and my HbA1c was 6.5%', ['allergy:Penicillin']],
    ["I'm allergic to penicillin", ['allergy:Penicillin']],
    ['I have a severe peanut allergy', ['allergy:Peanut']],
    ['allergic to shellfish, latex and kiwi', ['allergy:Shellfish', 'allergy:Latex', 'allergy:Kiwi']],
    ['Allergies: sulfa, codeine', ['allergy:Sulfa drugs', 'allergy:Codeine']],
    ['I am allergic to mangosteen', ['allergy:Mangosteen']],
    ['I am allergic to latex and just started aspirin', ['allergy:Latex']],
  ])('%s', (text, expected) => expect(read(text)).toEqual(expected));

  test.each([
    'I am not allergic to anything',
    'No known allergies',
    "I'm not allergic to penicillin",
    'My son is allergic to eggs',
    'Can you be allergic to water?',
  ])('none in "%s"', (text) => expect(read(text)).toEqual([]));

  test('the reaction belongs to the allergy and is no symptom of its own', () => {
    expect(told("I'm allergic to penicillin, I get hives")).toMatchObject([
      { kind: 'allergy', name: 'Penicillin', reaction: 'Hives' },
    ]);
    expect(told('allergy to bee stings causes anaphylaxis')).toMatchObject([
      { reaction: 'Anaphylaxis', severity: 'severe' },
    ]);
  });
});

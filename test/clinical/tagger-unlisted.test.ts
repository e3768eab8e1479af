/** What is in no table is filed only where it looks like what it is, and as a guess; what is part of something else is not filed. */
import { expect, test } from 'vitest';
import { extractContext } from '../../src/clinical/extract/context.ts';
import { extractFindings } from '../../src/clinical/extract/findings.ts';

const AT = { now: new Date('2025-06-01T12:00:00Z'), timezone: 'UTC' };
const findings = (text: string) => extractFindings(text, AT);
const names = (text: string) => findings(text).map(({ name }) => name);

test('a disease that no table knows is found by its name, as a guess', () => {
  const [found] = findings('I was diagnosed with Brandvold-Myhre syndrome last year.');
  expect(found).toMatchObject({ kind: 'condition', name: 'Brandvold-Myhre syndrome', assertion: 'present' });
  expect(found?.confidence).toBeLessThan(0.7);
});

test('a denied one is denied', () => {
  const denied = findings('No, I do not have Brandvold-Myhre syndrome.');
  expect(denied.every(({ assertion }) => assertion !== 'present')).toBe(true);
});

test('a medicine that no table knows is filed with its dose, as a guess', () => {
  const [medicine] = extractContext('I take Zolvirafine 40 mg twice daily.', AT).filter(
    ({ kind }) => kind === 'medication',
  );
  expect(medicine).toMatchObject({ name: 'Zolvirafine', value: 40, unit: 'mg', status: 'active' });
  expect(medicine?.confidence).toBeLessThan(0.7);
});

test('a word that only sounds like a medicine is nobody’s medicine', () => {
  const medicines = (text: string) => extractContext(text, AT).filter(({ kind }) => kind === 'medication');
  expect(medicines('I moved to Ramsgate and work for Zvooq.')).toEqual([]);
  expect(medicines('Is Zolvirafine any good?').filter(({ assertion }) => assertion === 'present')).toEqual([]);
});

test('a listed word inside the name of a test is no finding', () => {
  expect(names('Arterial blood gas analysis was performed.')).toEqual([]);
});

test('talk about other things files nothing', () => {
  for (const text of [
    'I am dying to see that film, my feet are itching to dance.',
    'My team lost and I was looking forward to it all week.',
    'Can you speed up my voice and slow down the speech?',
    'My garden is full of dead crickets since they sprayed the house.',
  ]) {
    expect(findings(text).filter(({ confidence }) => (confidence ?? 1) <= 0.6)).toEqual([]);
  }
});

test('listed findings in the words of patients stay what they are', () => {
  expect(names('I have asthma and I am tired all the time.')).toEqual(expect.arrayContaining(['Asthma']));
  expect(findings('I have anemia and high blood pressure.').every(({ kind }) => kind === 'condition')).toBe(true);
});

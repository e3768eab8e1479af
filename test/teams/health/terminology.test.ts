/** The terminology that the record is given: what its port promises, from the tables of the vocabulary. */
import { expect, test } from 'vitest';
import { LOINC, SNOMED } from '../../../src/record/fhir/systems.ts';
import { OTHER_CODES } from '../../../src/teams/health/other-codes.ts';
import { terminology } from '../../../src/teams/health/terminology.ts';

test('every other code of a chart means a term that the vocabulary has', () => {
  expect(OTHER_CODES.size).toBeGreaterThan(10);
  for (const [key, name] of OTHER_CODES) {
    const [system = '', code = ''] = key.split(' ');
    expect(terminology.termCoded(system, code, ['observation', 'condition'])?.name, key).toBe(name);
  }
});

test('a code means a term only of the kinds that are asked for', () => {
  expect(terminology.termCoded(LOINC, '8867-4', ['observation'])?.name).toBe('Heart rate');
  expect(terminology.termCoded(LOINC, '8867-4', ['condition'])).toBeNull();
  expect(terminology.termCoded(SNOMED, '0', ['condition'])).toBeNull();
});

test('a unit is read by its code first, in the spelling that the observation has', () => {
  expect(terminology.unitOf('Heart rate', { code: '/min', unit: 'per minute' })).toBe(
    terminology.observationNamed('Heart rate')?.unit,
  );
  expect(terminology.unitOf('Weight', { unit: 'kilograms' })).toBe('kg');
  expect(terminology.unitOf('Weight', { unit: 'wishes', code: '{wish}' })).toBeUndefined();
});

test('a unit has the same UCUM code in every spelling', () => {
  expect(terminology.ucumOf('mmHg')).toBe('mm[Hg]');
  expect(terminology.ucumOf('mm Hg')).toBe('mm[Hg]');
  expect(terminology.ucumOf('wishes')).toBeUndefined();
});

test('a label gives its medicines, its dose and its form', () => {
  const label = 'Metformin hydrochloride 500 MG Oral Tablet';
  expect(terminology.productIn(label)).toMatchObject({
    name: 'Metformin',
    dose: { value: 500, unit: 'mg' },
    form: 'tablet',
    route: 'oral',
  });
});

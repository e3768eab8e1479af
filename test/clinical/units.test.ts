import { describe, expect, test } from 'vitest';
import { observationType } from '../../src/clinical/observations/observation-types.ts';
import { inferUnit, isPossible, toCanonical, unitNamed } from '../../src/clinical/quantities/units.ts';
import { OBSERVATIONS } from '../../src/clinical/vocabulary/observations.ts';

describe('a value is kept in the right unit', () => {
  test.each([
    ['Weight', 180, 'lbs', 81.6466, 'kg'],
    ['Weight', 12, 'stone', 76.2035, 'kg'],
    ['Body temperature', 98.6, 'F', 37, '°C'],
    ['Body temperature', 38, '°C', 38, '°C'],
    ['Height', 71, 'inches', 180.34, 'cm'],
    ['HbA1c', 48, 'mmol/mol', 6.5, '%'],
    ['HbA1c', 6.5, 'percent', 6.5, '%'],
    ['Blood glucose', 6.1, 'mmol/L', 109.895, 'mg/dL'],
    ['Total cholesterol', 5.2, 'mmol/l', 201.058, 'mg/dL'],
    ['Creatinine', 88.4, 'umol/L', 0.999981, 'mg/dL'],
    ['Sodium', 140, 'mEq/L', 140, 'mmol/L'],
    ['TSH', 2.1, 'uIU/mL', 2.1, 'mIU/L'],
    ['White blood cell count', 7200, 'cells/uL', 7.2, '10^9/L'],
    ['White blood cell count', 7.2, 'K/uL', 7.2, '10^9/L'],
    ['Hemoglobin', 135, 'g/L', 13.5, 'g/dL'],
    ['Systolic blood pressure', 16, 'kPa', 120.01, 'mmHg'],
    ['Urine albumin-creatinine ratio', 3, 'mg/mmol', 26.52, 'mg/g'],
    ['Heart rate', 72, 'beats per minute', 72, 'bpm'],
  ])('%s %d %s', (name, value, unit, expected, kept) => {
    expect(toCanonical(name, value, unit)).toEqual({ value: expected, unit: kept });
  });

  test('a unit that does not belong to the observation is refused', () => {
    expect(toCanonical('Weight', 80, 'mg/dL')).toBeNull();
    expect(toCanonical('Heart rate', 80, '%')).toBeNull();
    expect(toCanonical('Weight', 80, 'bananas')).toBeNull();
    expect(toCanonical('Shoe size', 43, 'cm')).toBeNull();
    expect(toCanonical('Weight', Number.NaN, 'kg')).toBeNull();
  });

  test('every unit of every observation can be converted', () => {
    for (const { name } of OBSERVATIONS) {
      const type = observationType(name);
      for (const unit of [type?.unit, ...(type?.otherUnits ?? [])]) {
        expect(toCanonical(name, 10, String(unit)), `${name} in ${unit}`).not.toBeNull();
      }
    }
  });

  test('spellings are understood', () => {
    expect(unitNamed('Lbs')).toBe('lb');
    expect(unitNamed('mg/dl')).toBe('mg/dL');
    expect(unitNamed('μmol/L')).toBe('µmol/L');
    expect(unitNamed('furlong')).toBeNull();
  });
});

describe('a number without a unit', () => {
  test.each([
    ['Body temperature', 98.6, '°F'],
    ['Body temperature', 37, '°C'],
    ['Weight', 180, 'lb'],
    ['Weight', 60, 'kg'],
    ['Weight', 120, 'unclear'],
    ['Blood glucose', 6.1, 'mmol/L'],
    ['Blood glucose', 110, 'mg/dL'],
    ['HbA1c', 48, 'mmol/mol'],
    ['HbA1c', 7, '%'],
    ['Heart rate', 7000, null],
  ])('%s %d is read as %s', (name, value, unit) => expect(inferUnit(name, value)).toBe(unit));

  test('what no body shows is impossible', () => {
    expect(isPossible('HbA1c', 65)).toBe(false);
    expect(isPossible('Oxygen saturation', 101)).toBe(false);
    expect(isPossible('Heart rate', 180)).toBe(true);
  });
});

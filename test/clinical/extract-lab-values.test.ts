import { describe, expect, test } from 'vitest';
import { labValuesIn } from '../../src/clinical/extract/lab-values.ts';

const read = (text: string) => labValuesIn(text).map(({ start, end }) => text.slice(start, end));

describe('the results in a clinical text', () => {
  test.each([
    ['Hemoglobin was 9.1 g/dL and platelets 88 × 109/L.', ['9.1 g/dL', '88 × 109/L']],
    ['On arrival BP 96/54 mmHg, pulse 118 bpm, 38.9 °C.', ['96/54 mmHg', '118 bpm', '38.9 °C']],
    ['Troponin rose to more than 5 ng/mL.', ['more than 5 ng/mL']],
    ['The INR of 1.9 was repeated.', ['1.9']],
    ['Liver enzymes were mildly elevated, cultures negative.', ['mildly elevated', 'negative']],
    ['Thyroid function was within normal limits.', ['within normal limits']],
    ['Creatinine 1.9 mg/dL (normal range, 0.6-1.1 mg/dL)', ['1.9 mg/dL']],
    ['Sodium 128 mmol/L (135–145 mmol/L)', ['128 mmol/L']],
    ['HBsAg (+), anti-HCV (-)', ['(+)', '(-)']],
    ['Visual acuity was 20/70 on the left.', ['20/70']],
    ['He received 0.9% saline and amoxicillin 40 mg/kg daily.', []],
    ['Her medical history was unremarkable.', []],
    ['C-reactive protein was not taken in 2014.', []],
  ])('%s', (text, expected) => expect(read(text)).toEqual(expected));
});

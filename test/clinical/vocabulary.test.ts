import { describe, expect, test } from 'vitest';
import { RANGE_SOURCES, REFERENCE_RANGES } from '../../src/clinical/observations/reference-ranges.ts';
import { findTerms, termNamed } from '../../src/clinical/vocabulary/find-terms.ts';
import { OBSERVATIONS } from '../../src/clinical/vocabulary/observations.ts';
import { termRows } from '../../src/clinical/vocabulary/rows.ts';

const named = (text: string) => findTerms(text).map(({ term }) => `${term.kind}:${term.name}`);

describe('the words people use are recognised', () => {
  test.each([
    ['I have T2DM', ['condition:Type 2 diabetes']],
    ['HIGH BLOOD PRESSURE', ['condition:Hypertension']],
    ['my blood pressure', ['observation:Blood pressure']],
    ['bad headaches', ['symptom:Headache']],
    ['red rashes', ['symptom:Rash']],
    ['Crohn’s disease and crohns', ["condition:Crohn's disease", "condition:Crohn's disease"]],
    ['anaemia', ['condition:Anemia']],
    ['diarrhoea', ['symptom:Diarrhea']],
    ['chest X-ray', ['procedure:X-ray']],
    ['type-2 diabetes', ['condition:Type 2 diabetes']],
    ['Lipitor', ['drug:Atorvastatin']],
    ['is my liver fine', ['body_system:hepatic']],
    ['heart', ['body_system:cardiovascular']],
    ['kidneys', ['body_system:renal']],
    ['lung', ['body_system:respiratory']],
    ['brain', ['body_system:neurological']],
    ['hives', ['symptom:Hives']],
    ['HIV', ['condition:HIV infection']],
    ['my cardiologist', ['specialty:Cardiology']],
  ])('%s', (text, expected) => expect(named(text)).toEqual(expected));

  test.each([
    'the ms took long',
    'a pe teacher',
    'I am in a hurry',
    'headachey',
    'I ran a mile',
    'what is the weather',
  ])('nothing is read into "%s"', (text) => expect(named(text).filter((term) => !term.startsWith('body'))).toEqual([]));

  test('the longest term wins, and the words of one term stand together', () => {
    expect(named('lower back pain')).toEqual(['symptom:Lower back pain']);
    expect(named('kidney. Stones')).toEqual(['body_system:renal']);
  });

  test('a name that means two things gives both', () => {
    expect(named('iron')).toEqual(['drug:Iron', 'observation:Serum iron']);
  });

  test('offsets point at the words', () => {
    const text = 'I’ve had “chest pains” and a cough';
    for (const { start, end, text: words } of findTerms(text)) expect(text.slice(start, end)).toBe(words);
    expect(findTerms(text)).toHaveLength(2);
  });

  test('a model’s name for a thing finds our name', () => {
    expect(termNamed('A1C')?.name).toBe('HbA1c');
    expect(termNamed('Glucophage', ['drug'])?.name).toBe('Metformin');
    expect(termNamed('Glucophage', ['condition'])).toBeNull();
    expect(termNamed('my A1C')).toBeNull();
    expect(termNamed('')).toBeNull();
  });
});

describe('the tables are sound', () => {
  test('they are large enough to be useful', () => {
    const count = (kind: string) => termRows().filter(({ term }) => term.kind === kind).length;
    expect(count('condition')).toBeGreaterThanOrEqual(150);
    expect(count('symptom')).toBeGreaterThanOrEqual(110);
    expect(count('drug')).toBeGreaterThanOrEqual(900);
    expect(count('observation')).toBeGreaterThanOrEqual(180);
  });

  test('no name of a kind stands twice, and codes look like their system’s', () => {
    const seen = new Set<string>();
    for (const { term } of termRows()) {
      const key = `${term.kind}:${term.name}`;
      expect(seen.has(key), key).toBe(false);
      seen.add(key);
      if (term.code?.system.endsWith('icd-10-cm')) expect(term.code.code).toMatch(/^[A-Z]\d[\dA-Z](\.[\dA-Z]{1,4})?$/);
      if (term.code?.system === 'http://loinc.org') expect(term.code.code).toMatch(/^\d{3,5}-\d$/);
      if (term.code?.system.endsWith('rxnorm')) expect(term.code.code).toMatch(/^\d+$/);
    }
  });

  test('LOINC codes carry a right check digit', () => {
    for (const { loinc, name } of OBSERVATIONS) {
      if (loinc === '') continue;
      const [digits, check] = loinc.split('-');
      let sum = 0;
      [...String(digits)].reverse().forEach((digit, place) => {
        const times = place % 2 === 0 ? Number(digit) * 2 : Number(digit);
        sum += times > 9 ? times - 9 : times;
      });
      expect(String((10 - (sum % 10)) % 10), `${name} ${loinc}`).toBe(check);
    }
  });

  test('every range belongs to an observation, has a source and lies in its order', () => {
    for (const row of REFERENCE_RANGES) {
      expect(
        OBSERVATIONS.some(({ name }) => name === row.name),
        row.name,
      ).toBe(true);
      expect(RANGE_SOURCES[row.source], row.name).toBeTruthy();
      const bounds = [row.alertLow, row.low, row.high, row.alertHigh].filter((cell) => cell !== '').map(Number);
      expect(bounds, row.name).toEqual([...bounds].sort((a, b) => a - b));
    }
  });
});

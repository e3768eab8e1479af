/** What a long message says of one thing must not be read into the next: times, medicines that were changed, figures of speech. */
import { describe, expect, it } from 'vitest';
import { extractContext } from '../../src/clinical/extract/context.ts';
import { extractFindings } from '../../src/clinical/extract/findings.ts';
import { extractMeasurements } from '../../src/clinical/extract/measurements.ts';
import { saidDate } from '../../src/clinical/questions/date-words.ts';
import { redFlags } from '../../src/clinical/red-flags/red-flags.ts';
import { familiesOf } from '../support/red-flags.ts';

/** A Sunday. */
const AT = { now: new Date('2026-11-15T09:00:00Z'), timezone: 'UTC' };
const days = (mentions: readonly { name: string; effective_time?: string | undefined }[]) =>
  Object.fromEntries(mentions.map(({ name, effective_time }) => [name, effective_time?.slice(0, 10)]));

describe('each thing has the time of its own clause', () => {
  it.each([
    [
      'I had a flu shot on Friday and I see Dr. Chen next Friday at 9:30.',
      { 'Flu vaccine': '2026-11-13', 'Appointment with Dr. Chen': '2026-11-20' },
    ],
    [
      'On Tuesday I had an MRI, on Thursday I saw Dr. Kim.',
      { MRI: '2026-11-10', 'Appointment with Dr. Kim': '2026-11-12' },
    ],
  ])('%s', (text, expected) => {
    expect(days(extractContext(text, AT))).toMatchObject(expected);
  });

  it('a value behind a semicolon does not take the time before it', () => {
    const text = 'My creatinine was 88 µmol/L in June; now my weight is 64 kg.';
    expect(days(extractMeasurements(text, AT))).toEqual({ Creatinine: '2026-06', Weight: undefined });
  });

  it('a heading dates the lines below it, as far as the next gap', () => {
    const text = 'Labs of 3 May 2026:\nHemoglobin 13.1 g/dL\nFerritin 40 ng/mL\n\nWeight 80 kg';
    expect(days(extractMeasurements(text, AT))).toEqual({
      Hemoglobin: '2026-05-03',
      Ferritin: '2026-05-03',
      Weight: undefined,
    });
  });

  it('a pain since Monday does not date the medicine', () => {
    const [ibuprofen] = extractContext('My hip hurts since Monday and I am taking ibuprofen 400 mg daily.', AT);
    expect(ibuprofen).toMatchObject({ name: 'Ibuprofen', status: 'active' });
    expect(ibuprofen).not.toHaveProperty('effective_time');
  });
});

it('one medicine gave way to another', () => {
  const status = (text: string) => extractContext(text, AT).map(({ name, status: how }) => `${name} ${how}`);
  expect(status('I took warfarin for years, switched to apixaban 5 mg twice a day.')).toEqual([
    'Warfarin stopped',
    'Apixaban active',
  ]);
  expect(status('I take aspirin 81 mg and was switched to clopidogrel 75 mg.')).toEqual([
    'Aspirin active',
    'Clopidogrel active',
  ]);
});

it.each([
  'My boss is a real headache.',
  'That bill nearly gave me a heart attack.',
  'I almost had a stroke when I saw it.',
])('%s is no finding', (text) => {
  expect(extractFindings(text, AT)).toEqual([]);
});

it('wine gives a headache, and the problem can be one', () => {
  for (const text of ['Wine gives me a headache.', 'My main problem is a headache.'])
    expect(extractFindings(text, AT)).toMatchObject([{ name: 'Headache' }]);
});

describe('red flags', () => {
  it.each([
    'I have had a sore throat and swollen glands for four days.',
    "I'm allergic to ibuprofen (wheezing). Can I take naproxen?",
    'Penicillin gives me hives and once my lips swelled.',
  ])('%s is no alarm', (text) => {
    expect(redFlags(text)).toEqual([]);
  });

  it.each([
    ['My throat is swelling after shrimp and it is hard to breathe, my tonsils feel huge', 'anaphylaxis'],
    ['Once my lips swelled from peanuts, and now they are swelling again', 'anaphylaxis'],
    ['I feel like there is no point in going on anymore', 'suicidal_thoughts'],
  ])('%s is one', (text, family) => {
    expect(familiesOf(text)).toContain(family);
  });
});

it('a date is no more precise than it was said', () => {
  const noon = (day: string) => `${day}T12:00:00.000Z`;
  expect(saidDate(noon('2026-06-01'), 'UTC', 'it was 6.1 in June')).toBe('June 2026');
  expect(saidDate(noon('2026-06-01'), 'UTC', 'on June 1 it was 6.1')).toBe('1 June 2026');
  expect(saidDate(noon('2012-01-01'), 'UTC', 'back in 2012')).toBe('2012');
  expect(saidDate(noon('2026-11-01'), 'UTC', 'yesterday')).toBe('1 November 2026');
});

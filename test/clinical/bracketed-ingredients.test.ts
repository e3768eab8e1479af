/** The ingredients in brackets behind a brand are that brand: its dose and its times are told behind them. */
import { describe, expect, test } from 'vitest';
import { factsOf } from './filed.ts';

const medicines = (text: string): string[] =>
  factsOf(text).flatMap(({ kind, name, value, frequency, status }) =>
    kind === 'medication' ? [[name, value, frequency?.text, status].filter(Boolean).join(' ')] : [],
  );

describe('a brand with its ingredients', () => {
  test.each([
    [
      'Stopping latanoprost on its own, now Xalacom (latanoprost+timolol) one drop each morning both eyes',
      ['Latanoprost stopped', 'Latanoprost and timolol 1 each morning active'],
    ],
    [
      'Stopped perindopril, now Coversyl Plus (perindopril + indapamide) one tablet each morning',
      ['Perindopril stopped', 'Perindopril and indapamide 1 each morning active'],
    ],
    ['I take Lipitor (atorvastatin) 20mg at night', ['Atorvastatin 20 at night active']],
    [
      'I take Augmentin [amoxicillin and clavulanate] 625mg three times a day',
      ['Amoxicillin and clavulanate 625 three times a day active'],
    ],
  ])('%s', (text, expected) => expect(medicines(text)).toEqual(expected));

  test.each([
    ['I take metformin (and ramipril 5mg daily)', ['Metformin active', 'Ramipril 5 daily active']],
    ['Zestril (lisinopril 20 mg) daily', ['Lisinopril 20 daily active']],
  ])('another medicine or a dose in brackets is told there: %s', (text, expected) =>
    expect(medicines(text)).toEqual(expected),
  );
});

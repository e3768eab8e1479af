/**
 * A sentence that sounds as if it ended an alarm ("feeling fine now", "my last ECG was normal", "exam tomorrow") does not end it, before
 * and after emergencies of our own: each sentence beside other ones, the same on every run.
 */
import { describe, expect, test } from 'vitest';
import { redFlags } from '../../src/clinical/red-flags/red-flags.ts';
import { familiesOf } from '../support/red-flags.ts';
import { sampled } from '../support/sampled.ts';
import { ownCases } from './cases.ts';
import { sentencesIn } from './transformations.ts';

const TEMPTING = sentencesIn(new URL('./tempting.txt', import.meta.url));
const PARTS = sentencesIn(new URL('./tempting-parts.txt', import.meta.url));
const EMERGENCIES = ownCases().filter((text, index) => index % 7 === 0 && redFlags(text).length > 0);
const BESIDE_EACH = 30;
/** Of thirty, or sixty. All together lose about one in two hundred. */
const MOST_LOST = 2;

/** Those of its emergencies that are not raised any more. */
function lostBeside(index: number, joinings: (text: string) => string[]): string[] {
  const step = Math.floor(EMERGENCIES.length / BESIDE_EACH);
  const texts = EMERGENCIES.filter((_, at) => at % step === index % step);
  expect(texts.length).toBeGreaterThanOrEqual(BESIDE_EACH);
  return texts.flatMap((text) => {
    const families = familiesOf(text);
    return joinings(text).filter((joined) => !familiesOf(joined).some((family) => families.includes(family)));
  });
}

describe('an alarm stands beside', () => {
  test.each(sampled(TEMPTING.map((sentence, index) => ({ sentence, index }))))('$sentence', ({ sentence, index }) => {
    const joinings = (text: string): string[] => [
      `${/[.!?]\s*$/.test(text) ? text : `${text}.`} ${sentence}`,
      `${sentence} ${text}`,
    ];
    expect(lostBeside(index, joinings).slice(MOST_LOST)).toEqual([]);
  });
});

describe('an alarm stands with', () => {
  test.each(sampled(PARTS.map((part, index) => ({ part, index }))))('$part', ({ part, index }) => {
    const joinings = (text: string): string[] => [
      part.startsWith('^') ? `${part.slice(1)} ${text}` : text.replace(/[.!?\s]+$/, '') + part,
    ];
    expect(lostBeside(index, joinings).slice(MOST_LOST)).toEqual([]);
  });
});

/**
 * A sentence that sounds as if it ended an alarm ("feeling fine now", "my last ECG was normal", "exam tomorrow") does not end it, before
 * and after emergencies of our own: each sentence beside other ones, the same on every run.
 */
import { describe, expect, test } from 'vitest';
import { redFlags } from '../../src/clinical/red-flags/red-flags.ts';
import { ownCases } from './cases.ts';
import { sentencesIn } from './transformations.ts';

const TEMPTING = sentencesIn(new URL('./tempting.txt', import.meta.url));
const EMERGENCIES = ownCases().filter((text, index) => index % 7 === 0 && redFlags(text).length > 0);
const BESIDE_EACH = 30;
/** Of sixty. The whole file loses less than one in two hundred. */
const MOST_LOST = 2;

const familiesOf = (text: string): string[] => redFlags(text).map(({ family }) => family);

describe('an alarm stands beside', () => {
  test.each(TEMPTING.map((sentence, index) => ({ sentence, index })))('$sentence', ({ sentence, index }) => {
    const step = Math.floor(EMERGENCIES.length / BESIDE_EACH);
    const texts = EMERGENCIES.filter((_, at) => at % step === index % step);
    expect(texts.length).toBeGreaterThanOrEqual(BESIDE_EACH);
    const lost = texts.flatMap((text) => {
      const families = familiesOf(text);
      const ended = /[.!?]\s*$/.test(text) ? text : `${text}.`;
      return [`${ended} ${sentence}`, `${sentence} ${text}`].filter(
        (joined) => !familiesOf(joined).some((family) => families.includes(family)),
      );
    });
    expect(lost.slice(MOST_LOST)).toEqual([]);
  });
});

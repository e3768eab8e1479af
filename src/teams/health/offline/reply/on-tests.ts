/** A test itself, whoever has it: how it works, which of its numbers are dangerous, and what a result of it would mean. */
import { aspectOf, limitFacts, lines, patternsOf, type Term, termFacts } from '../../../../clinical/index.ts';
import { termsOf } from './named-terms.ts';
import type { Asked } from './question.ts';
import type { Scene } from './scene.ts';
import { courseLine } from './series.ts';

const { pattern, source } = patternsOf('health-offline', 'on-tests');

const LIMITS = pattern('LIMITS', 'i', { GRAVE: source('GRAVE') });
const RESULT = pattern('RESULT', 'i');
const POINTS_BACK = /\b(?:it|that|this)\b/i;

export function onTest(asked: Asked, scene: Scene): string {
  const { text } = asked;
  const [named] = asked.named.filter(isTest);
  // "My platelets are 90, is that dangerous?" is of the value.
  const isOfValue = /\d/.test(text) || scene.said.readings.length + scene.said.others.length > 0;
  if (named && !isOfValue && LIMITS.test(text)) return lines(limitFacts(named), ...lastOf(named, scene));
  if (named && aspectOf(text) === 'use') return termFacts(named, 'what');
  // "How does the FIT work? If it comes back positive, does that mean cancer?"
  const test = named ?? (POINTS_BACK.test(text) ? termsOf(scene.text).find(isTest) : undefined);
  return test && !isOfValue && RESULT.test(text) ? termFacts(test, 'range', true) : '';
}

/** Where the record has it, the value that the question is likely about. */
function lastOf({ name }: Term, { courses, moment }: Scene): string[] {
  const course = courses.find((one) => one.name === name);
  return course ? [`On your record: ${courseLine(course, moment.timezone)}`] : [];
}

function isTest({ kind }: Term): boolean {
  return kind === 'observation';
}

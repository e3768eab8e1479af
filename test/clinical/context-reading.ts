/** How the tables of what people type are read: three words for each finding. */
import { expect } from 'vitest';
import { contextAt } from '../../src/clinical/text/context.ts';

export const HAS = 'present patient current';
export const NOT = 'absent patient current';
export const MAYBE = 'possible patient current';
export const ASKED = 'hypothetical patient current';
export const BEFORE = 'present patient past';
export const FAMILY = 'present family current';
export const OTHER = 'present other current';

/** What is said of the finding in these words: whether, of whom, when. */
export function read(text: string, finding: string): string {
  const start = text.indexOf(finding);
  expect(start).toBeGreaterThanOrEqual(0);
  const { assertion, experiencer, time } = contextAt(text, start, start + finding.length);
  return `${assertion} ${experiencer} ${time}`;
}

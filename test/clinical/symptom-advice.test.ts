/** Whoever tells of a symptom learns when to see someone about it, from a row of its own or one that it shares. */
import { expect, it } from 'vitest';
import { topicFacts } from '../../src/clinical/index.ts';
import { termRows } from '../../src/clinical/vocabulary/rows.ts';

const SYMPTOMS = termRows().flatMap(({ term }) => (term.kind === 'symptom' ? [term.name] : []));

it('every symptom of the vocabulary has advice on when to see someone', () => {
  expect(SYMPTOMS.length).toBeGreaterThan(300);
  expect(SYMPTOMS.filter((name) => !topicFacts(name)?.see)).toEqual([]);
});

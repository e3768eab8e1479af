/** What is left of a wish when it leaves: words of the tables, whatever stands around them. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { termRows } from '../../src/clinical/index.ts';
import { outwardQuery, RESEARCH_WORDS } from '../../src/teams/outward-query.ts';

const sent = (words: string, since?: string) => outwardQuery({ words, ...(since && { since }) });

test.each([
  ['new phase 3 trials for lupus nephritis in children', 'phase 3 trial Lupus nephritis children'],
  ['Is metformin safe in pregnancy? Anna Weber, 12.03.1984, asks', 'Metformin Pregnancy'],
  ['HbA1c and risk of stroke: meta-analyses', 'HbA1c risk Stroke meta-analysis'],
])('%s', (wish, words) => {
  expect(sent(wish)?.words).toBe(words);
});

test.each([
  'Anna Weber',
  'trials and reviews',
  'born 12.03.1984 in Leipzig, +49 171 5550199',
  'Robin Birch of Mount Sinai',
  '',
])('nothing is sent for "%s"', (wish) => {
  expect(sent(wish)).toBeNull();
});

test('a name that is also a term is sent as the term, never as it was written', () => {
  expect(sent('Dr. Crohn and Mrs Hodgkin')?.words).toBe("Crohn's disease Hodgkin lymphoma");
  // A guess at a mistyped word could turn a name into a brand.
  expect(sent('metformine')?.words ?? '').not.toContain('metformine');
});

test.each([
  ['2020', '2020'],
  ['2020-04-03', '2020'],
  ['1984-03-12', undefined],
  ['20200403', undefined],
])('since %s is sent as %s: a year of publication, never a date', (since, year) => {
  expect(sent('gout', since)?.since).toBe(year);
});

test('whatever is written around a term, no word leaves that is not in the tables', () => {
  const terms = termRows().map(({ term }) => term.name);
  const table = new Set([...terms, ...RESEARCH_WORDS.map(([, sent]) => sent)].join(' ').split(' '));
  const term = fc.constantFrom(...terms.filter((_, index) => index % 7 === 0));
  fc.assert(
    fc.property(
      fc.string({ maxLength: 40 }),
      term,
      fc.string({ unit: 'grapheme', maxLength: 40 }),
      (before, name, after) => {
        for (const word of sent(`${before} ${name} ${after}`)?.words.split(' ') ?? [])
          expect(table, word).toContain(word);
      },
    ),
  );
});

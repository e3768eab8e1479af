/** Requirements are read out of a wish whatever stands around them, and sources are judged by them. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countTowards, DEFAULT_THRESHOLD } from '../../../../src/teams/research/evidence-threshold.ts';
import { readWish } from '../../../../src/teams/research/offline/wish.ts';
import { EVIDENCE_LEVELS, Requirements } from '../../../../src/teams/research/requirements.ts';
import { judge } from '../../../../src/teams/research/search/judge.ts';
import type { Work } from '../../../../src/teams/research/search/search.ts';

const TODAY = '2026-11-16';
const TOPICS = ['SGLT2 inhibitors in CKD', 'lupus nephritis', 'gene therapy for sickle cell disease'];
const SAID: readonly [words: string, read: Requirements][] = [
  ['phase 3 trials only', { phases: ['3'] }],
  ['phase II/III', { phases: ['2', '3'] }],
  ['systematic reviews only', { designs: ['systematic review'] }],
  ['only guidelines', { designs: ['guideline'] }],
  ['in older adults', { populations: ['older adults'] }],
  ['in children', { populations: ['children'] }],
  ['since 2021', { since: '2021' }],
  ['before 2019', { until: '2019' }],
  ['from the last two years', { since: '2024-11-16' }],
  ['English only', { languages: ['en'] }],
  ['excluding mice', { excluding: ['mice'] }],
];

test('each requirement is read for each topic, and the topic is what remains', () => {
  fc.assert(
    fc.property(fc.constantFrom(...TOPICS), fc.constantFrom(...SAID), (topic, [words, read]) => {
      const wish = readWish(`Research ${topic}, ${words}`, TODAY);
      expect(wish?.topic).toBe(topic);
      expect(wish?.requirements).toEqual(read);
      expect(Requirements.safeParse(wish?.requirements).success).toBe(true);
    }),
  );
});

test('two requirements of different kinds are both read, in either order', () => {
  const kinds = SAID.filter(([, read]) => !read.since && !read.until);
  fc.assert(
    fc.property(
      fc.constantFrom(...kinds),
      fc.constantFrom('since 2021', 'before 2019'),
      fc.boolean(),
      (one, date, first) => {
        const said = first ? `${date}, ${one[0]}` : `${one[0]}, ${date}`;
        const wish = readWish(`Find lupus nephritis, ${said}`, TODAY);
        expect(wish?.topic).toBe('lupus nephritis');
        expect(wish?.requirements).toMatchObject(one[1]);
        expect(wish?.requirements.since ?? wish?.requirements.until).toBeDefined();
      },
    ),
  );
});

test('how much is enough is not a filter', () => {
  const wish = readWish('Find at least five randomised trials of statins', TODAY);
  expect(wish).toMatchObject({ topic: 'statins', requirements: {}, threshold: { sources: 5 } });
  expect(wish?.threshold?.levels).toEqual(['guideline', 'systematic review', 'randomised trial']);
});

const works: fc.Arbitrary<Work> = fc.record({
  title: fc.constantFrom('Lupus in mice', 'Lupus in children', 'Lupus: a phase 3 trial', 'Asthma'),
  text: fc.constantFrom('A phase 2 trial in adults.', 'Nothing is stated.', 'Lupus was better than before.'),
  snippet: fc.constant(''),
  url: fc.constant(null),
  source: fc.constant('library'),
  date: fc.constantFrom(null, '2018', '2021-05', '2025-01-01'),
  evidence: fc.constantFrom(...EVIDENCE_LEVELS),
});

test('a further requirement never lets more sources pass, and what fails is counted', () => {
  const query = { words: 'lupus', limit: 100, groups: [['lupus']] };
  fc.assert(
    fc.property(
      fc.array(works, { maxLength: 12 }),
      fc.constantFrom(...SAID),
      fc.constantFrom(...SAID),
      (list, a, b) => {
        const found = list.map((result, rank) => ({ result, rank }));
        const passing = (requirements: Requirements) => judge(found, { ...query, requirements });
        const one = passing(a[1]);
        const both = passing({ ...b[1], ...a[1] });
        expect(both.results.length).toBeLessThanOrEqual(one.results.length);
        const about = passing({}).results.length;
        expect(one.results.length + one.left_out.reduce((sum, { count }) => sum + count, 0)).toBe(about);
      },
    ),
  );
});

test('an older or weaker source never counts where a newer or stronger one does not', () => {
  const threshold = { ...DEFAULT_THRESHOLD, max_age_months: 24 };
  const counts = (evidence: Work['evidence'], date: string | null) =>
    countTowards(threshold, [{ evidence, date }], TODAY);
  expect(counts('cohort', '2025-06')).toBe(1);
  expect(counts('cohort', '2024')).toBe(1);
  expect(counts('cohort', '2024-10')).toBe(0);
  expect(counts('cohort', null)).toBe(0);
  expect(counts('opinion', '2026-01')).toBe(0);
});

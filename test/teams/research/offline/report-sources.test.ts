/** A report passes between agents as text; its sources must come out of it as they went in. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { markersIn } from '../../../../src/engine/models/markers.ts';
import type { Harvest } from '../../../../src/teams/research/offline/harvest.ts';
import { readReport, reportMessage } from '../../../../src/teams/research/offline/report-message.ts';
import { sourceOf } from '../../../../src/teams/research/offline/report-sources.ts';
import { taskOf } from '../../../../src/teams/research/offline/task.ts';
import { EVIDENCE_LEVELS } from '../../../../src/teams/research/requirements.ts';
import { identityOf, type SearchResult } from '../../../../src/teams/research/search/search.ts';

const digits = fc.integer({ min: 1, max: 99_999_999 }).map(String);
const results: fc.Arbitrary<SearchResult> = fc
  .record({
    title: fc.constantFrom('Wrens', 'Wrens (and others) in winter', 'Wrens (trial, 2020). PMID 1', 'Song: a, b [^2]'),
    evidence: fc.constantFrom(...EVIDENCE_LEVELS),
    date: fc.constantFrom(null, '2026', '2026-03', '2026-03-01'),
    url: fc.constantFrom(null, 'https://a.example/x_(y)?z=1'),
    ids: fc.record(
      { pmid: digits, doi: digits.map((id) => `10.1016/S0140(20)${id}`), nct: digits.map((id) => `NCT${id}`) },
      { requiredKeys: [] },
    ),
    trial: fc.record({ phase: fc.constant('PHASE3'), status: fc.constant('NOT_YET_RECRUITING') }, { requiredKeys: [] }),
  })
  .map(({ ids, trial, ...fields }) => ({ ...fields, ...ids, ...trial, snippet: '', source: 'PubMed' }));

const harvest = (fresh: SearchResult[]): Harvest => ({
  rounds: 1,
  fresh,
  known: [],
  related: [],
  widened: [],
  counted: 0,
  met: false,
  searched: [],
  failed: [],
  notes: [],
  leftOut: [],
});

test('what is read is what was written: title, date and identifiers, under the same marker', () => {
  fc.assert(
    fc.property(fc.array(results, { minLength: 1, maxLength: 5 }), (fresh) => {
      const text = reportMessage({
        task: taskOf('Research wrens', {}, '2026-11-16'),
        harvest: harvest(fresh),
        reportFile: 'r.md',
      });
      const { citations } = readReport(`Report of Wren Research:\n${text}`);
      expect(citations).toHaveLength(fresh.length);
      expect(markersIn(text)).toHaveLength(fresh.length);
      for (const [index, { title, date, pmid, doi, nct, url }] of fresh.entries()) {
        const named = Boolean(pmid || doi || nct);
        expect(citations[index]).toMatchObject({
          marker: `[^${index + 1}]`,
          id: identityOf({ title: title.replace('[^2]', '[2]'), pmid, doi, nct, url: named ? null : url }),
          title: title.replace('[^2]', '[2]'),
          source_type: pmid || doi ? 'journal_article' : nct ? 'trial' : 'web_page',
        });
        const { date: day, pmid: p, doi: d, nct: n, url: u } = citations[index] ?? {};
        expect([day, p, d, n, u]).toEqual([date ?? undefined, pmid, doi, nct, named ? undefined : (url ?? undefined)]);
      }
    }),
  );
});

test.each(['[1] Wrens (cohort, 2020)', '[^1] Wrens', 'Wrens (cohort, 2020)', '[^1] Wrens (cohort', '[^1]'])(
  'of a line in another form nothing is made: %s',
  (line) => {
    expect(sourceOf(line)).toBeNull();
  },
);

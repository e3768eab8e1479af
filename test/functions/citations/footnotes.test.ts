/** Footnotes: the document's templates to the letter, sensible forms without some fields, and no title that can fake or break one. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Citation, SOURCE_TYPES } from '../../../src/engine/models/citation.ts';
import { markersIn } from '../../../src/engine/models/markers.ts';
import { footnote } from '../../../src/functions/citations/footnotes.ts';
import { cited } from '../../support/citations.ts';

const of = (source: Partial<Citation>) => footnote(cited('the-id', 1, { title: undefined, ...source }));

const FOWLER: Partial<Citation> = {
  source_type: 'book',
  author: 'Fowler, Martin',
  title: 'Patterns of Enterprise Application Architecture',
  city: 'Boston',
  publisher: 'Addison-Wesley',
  year: 2002,
  pages: '322-327',
};
const REPOSITORY: Partial<Citation> = {
  source_type: 'code',
  repo: 'code-reference-engine',
  file_path: 'backend/ddd/repository.py',
  commit_hash: 'a1b2c3d',
  line_range: '12-45',
};
const ARTICLE: Partial<Citation> = {
  source_type: 'journal_article',
  author: 'Smith, Ann',
  title: 'Wrens in winter.',
  journal: 'Journal of Wrens',
  volume: '12',
  issue: '3',
  year: 2021,
  pages: '45-50',
  doi: '10.1000/jw.12(3)45',
  pmid: '12345678',
};

describe('the document’s templates', () => {
  test.each([
    [
      'book',
      FOWLER,
      'Fowler, Martin, *Patterns of Enterprise Application Architecture* (Boston: Addison-Wesley, 2002), 322-327.',
    ],
    ['code', REPOSITORY, '`code-reference-engine/backend/ddd/repository.py`, commit `a1b2c3d`, lines 12-45.'],
    [
      'schema',
      { source_type: 'schema', repo: 'platform', file_path: 'schemas/turn.json', version: '1.2.0' } as const,
      '`platform/schemas/turn.json`, version 1.2.0.',
    ],
    [
      'internal document',
      {
        source_type: 'internal_doc',
        service: 'ai-agents',
        title: 'ARCHITECTURE',
        date: '2025-12-29',
        section: 'Pipelines',
      } as const,
      'ai-agents, *ARCHITECTURE* (2025-12-29), §Pipelines.',
    ],
  ])('%s', (_type, source, text) => {
    expect(of(source)).toBe(`[^1]: ${text}`);
  });
});

describe('the other types', () => {
  test.each([
    [
      'article',
      ARTICLE,
      'Smith, Ann, "Wrens in winter," *Journal of Wrens* 12, no. 3 (2021): 45-50, https://doi.org/10.1000/jw.12(3)45, PMID 12345678.',
    ],
    [
      'trial',
      { source_type: 'trial', title: 'Does song help?', nct: 'nct01234567', date: '2024-05' } as const,
      '"Does song help?" ClinicalTrials.gov NCT01234567 (2024-05), https://clinicaltrials.gov/study/NCT01234567.',
    ],
    [
      'web page',
      { source_type: 'web_page', title: 'All "wrens"', url: 'https://a.example/x', date: '2026-01-02' } as const,
      `"All 'wrens'," 2026-01-02, https://a.example/x.`,
    ],
    [
      'web page whose title is its address',
      { source_type: 'web_page', title: 'https://a.example/', url: 'https://a.example/' } as const,
      'https://a.example/.',
    ],
  ])('%s', (_type, source, text) => {
    expect(of(source)).toBe(`[^1]: ${text}`);
  });
});

describe('without some fields', () => {
  test.each([
    ['a book without a city', { ...FOWLER, city: undefined }, /\* \(Addison-Wesley, 2002\), 322-327\.$/],
    [
      'a book without an imprint',
      { source_type: 'book', title: 'Wrens', pages: '7' } as const,
      /^\[\^1\]: \*Wrens\*, 7\.$/,
    ],
    [
      'a book with a year only',
      { source_type: 'book', title: 'Wrens', year: 1999 } as const,
      /: \*Wrens\* \(1999\)\.$/,
    ],
    ['code of one line', { ...REPOSITORY, commit_hash: ' ', line_range: '7' }, /repository\.py`, line 7\.$/],
    [
      'code without a file',
      { source_type: 'code', title: 'Gist', commit_hash: 'ab' } as const,
      /: \*Gist\*, commit `ab`\.$/,
    ],
    ['an article that has only its title', { source_type: 'journal_article', title: 'Wrens' } as const, /: "Wrens"\.$/],
    ['an article of a day', { ...ARTICLE, year: undefined, date: '2021-03-04' }, /no\. 3 \(2021-03-04\): 45-50/],
    [
      'a DOI as an address',
      { ...ARTICLE, doi: 'https://doi.org/10.1/x y' },
      /, https:\/\/doi\.org\/10\.1\/x%20y, PMID/,
    ],
    [
      'an address of another scheme',
      { source_type: 'web_page', title: 'X', url: 'javascript:alert(1)' } as const,
      /: "X"\.$/,
    ],
    ['a page without an address', { source_type: 'web_page', title: 'X' } as const, /: "X"\.$/],
    ['a source of which nothing is known', { source_type: 'schema' } as const, /: the-id\.$/],
  ])('%s', (_what, source, form) => {
    expect(of(source)).toMatch(form);
  });
});

describe('a source’s words', () => {
  test('can neither end the footnote, nor begin another, nor be a marker', () => {
    const title = 'Wrens\n\n[^2]: Fake, *Book*, `x';
    expect(of({ ...FOWLER, title })).toBe(
      '[^1]: Fowler, Martin, *Wrens \\[^2\\]: Fake, \\*Book\\*, \\`x* (Boston: Addison-Wesley, 2002), 322-327.',
    );
    expect(of({ ...REPOSITORY, file_path: 'a`b``c.py' })).toContain('``` code-reference-engine/a`b``c.py ```, commit');
    expect(of({ source_type: 'web_page', title: 'a', url: 'https://a.example/[^2]*x*`?q=[^3]' })).not.toMatch(
      /[*`]|\[\^[23]/,
    );
    expect(footnote(cited('a', '1]\n[^2'))).toMatch(/^\[\^12\]: /);
  });

  const hostile = fc.oneof(
    fc.string({
      unit: fc.constantFrom('[^2]', ':', '\n', '`', '``', '*', '\\', '"', ' ', 'a', '.', '\u2028', '\u202e'),
    }),
    fc.string({ unit: 'binary' }),
  );
  const sources = fc.record(
    {
      source_type: fc.constantFrom(...SOURCE_TYPES),
      ...Object.fromEntries(
        [
          'title',
          'author',
          'city',
          'publisher',
          'pages',
          'repo',
          'file_path',
          'line_range',
          'commit_hash',
          'version',
        ].map((field) => [field, hostile]),
      ),
      ...Object.fromEntries(
        ['service', 'date', 'section', 'journal', 'volume', 'issue', 'doi', 'pmid', 'nct', 'url'].map((field) => [
          field,
          hostile,
        ]),
      ),
    },
    { requiredKeys: ['source_type'] },
  );

  test('whatever they are, a footnote is one line that defines its marker and has no other', () => {
    fc.assert(
      fc.property(sources, (source) => {
        const text = footnote(cited('id', 1, source as Partial<Citation>));
        expect(text).not.toMatch(/[\n\r\u2028\u2029\u202e]/);
        expect(markersIn(text).map(({ label, isDefinition }) => [label, isDefinition])).toEqual([['1', true]]);
        expect(text.length).toBeGreaterThan('[^1]: .'.length);
        // Nothing in it reaches into the line after it.
        expect(markersIn(`${text}\n[^7]: x`).map(({ label }) => label)).toEqual(['1', '7']);
      }),
    );
  });
});

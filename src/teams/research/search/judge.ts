/**
 * Of the works that were found, those that name what they must name and meet what is required; those that name it in their title first,
 * then the stronger evidence. Each is quoted by its findings.
 */
import { EVIDENCE_LEVELS } from '../requirements.ts';
import { quoteOf, SNIPPET_CHARS } from './findings.ts';
import { failureOf } from './meets.ts';
import { isNamed, namedText, namesAny } from './names.ts';
import type { Searched, SearchQuery, SearchResult, Work } from './search.ts';

type Found = { result: Work; rank: number };
/** `named`: how many words of the query it names, beyond what it must. */
type Judged = Found & { coverage: number; named: number };

const IN_TITLE = 2;
const IN_TEXT = 1;

export function judge(found: readonly Found[], query: SearchQuery): Pick<Searched, 'results' | 'left_out'> {
  const { groups = [], requirements = {}, limit } = query;
  const words = query.words.split(/\s+/);
  const counts = new Map<string, number>();
  const passed = found.flatMap(({ result: work, rank }): Judged[] => {
    const coverage = coverageOf(work, groups);
    if (coverage === null) return [];
    const whole = namedText(`${work.title}\n${textOf(work)}`);
    const failure = failureOf(work, whole, requirements);
    if (failure) counts.set(failure, (counts.get(failure) ?? 0) + 1);
    return failure
      ? []
      : [{ result: work, rank, coverage, named: words.filter((word) => isNamed(whole, word)).length }];
  });
  const results = passed
    .sort((a, b) => b.coverage - a.coverage || byStrength(a, b, groups.length > 0))
    .slice(0, limit)
    .map(({ result }) => quoted(result, groups.length > 0 ? groups : words.map((word) => [word])));
  return { results, left_out: [...counts].map(([reason, count]) => ({ reason, count })) };
}

/**
 * How well a work covers the groups; null if it does not name one of them. A work of which only the title is known was found by the
 * service in the rest of it, and need not name all in its title.
 */
function coverageOf(work: Work, groups: readonly (readonly string[])[]): number | null {
  const title = namedText(work.title);
  const text = namedText(textOf(work));
  const each = groups.map((names) => (namesAny(title, names) ? IN_TITLE : namesAny(text, names) ? IN_TEXT : 0));
  const sum = each.reduce<number>((all, one) => all + one, 0);
  const named = each.filter(Boolean).length;
  const enough = work.text === undefined ? Math.min(1, groups.length) : groups.length;
  return named >= enough ? sum : null;
}

/** Without groups by rank first, so that every place is represented. */
function byStrength(a: Judged, b: Judged, isJudged: boolean): number {
  const strength = ({ result }: Judged) => EVIDENCE_LEVELS.indexOf(result.evidence);
  const stronger = strength(a) - strength(b);
  return isJudged ? b.named - a.named || stronger || later(a, b) || a.rank - b.rank : a.rank - b.rank || stronger;
}

function later(a: Judged, b: Judged): number {
  return (b.result.date ?? '').localeCompare(a.result.date ?? '');
}

function textOf({ text, snippet, fields = '' }: Work): string {
  return `${text ?? snippet}\n${fields}`;
}

function quoted(work: Work, groups: readonly (readonly string[])[]): SearchResult {
  const { text, fields: _fields, populations: _populations, language: _language, ...result } = work;
  if (text === undefined) return { ...result, snippet: result.snippet.slice(0, SNIPPET_CHARS) };
  return { ...result, ...quoteOf(text, groups) };
}

/** What a model is told so that it cites: the functions document's addition to the system prompt. */
import type { Citation } from '../../engine/models/citation.ts';
import { inertMarker, oneLine } from './inert-text.ts';

/** A title that is longer is cut: the model needs to tell sources apart, not to quote their titles. */
const MAX_CHARS = 80;

/** Empty where there are no sources. */
export function citingInstruction(sources: readonly Citation[]): string {
  if (sources.length === 0) return '';
  return [
    'When citing sources, use [^N] inline markers.',
    'Available sources:',
    ...sources.map((source) => `${inertMarker(source)} = ${shortForm(source)}`),
    'Always cite when referencing patterns or code.',
  ].join('\n');
}

/** Fowler, Patterns of Enterprise Application Architecture, pp. 322-327 */
function shortForm(source: Citation): string {
  const { source_type, author, title, repo, file_path, line_range, version, pages, section, url, id } = source;
  const file = [repo, file_path].map(words).filter(Boolean).join('/');
  const isFile = source_type === 'code' || source_type === 'schema';
  const parts = [
    isFile ? '' : words(author).split(',')[0],
    shortened((isFile && file) || words(title) || file || words(url) || words(id)),
    pages && `${/^\d+$/.test(pages) ? 'p.' : 'pp.'} ${words(pages)}`,
    isFile && line_range && `lines ${words(line_range)}`,
    isFile && version && `version ${words(version)}`,
    section && `§${words(section)}`,
    place(source),
  ];
  return parts.filter(Boolean).join(', ');
}

/** What tells one study from another with a similar title. */
function place({ source_type, journal, year, nct, service, date }: Citation): string {
  if (source_type === 'journal_article') return [words(journal), year].filter(Boolean).join(' ');
  if (source_type === 'trial') return words(nct);
  return source_type === 'internal_doc' ? [words(service), words(date)].filter(Boolean).join(' ') : '';
}

/** Without brackets: no title can look like the line of another source. */
function words(text: string | undefined): string {
  return oneLine(text).replace(/[[\]]/g, '');
}

function shortened(text: string): string {
  return text.length <= MAX_CHARS ? text : `${text.slice(0, MAX_CHARS - 3).trimEnd()}...`;
}

/**
 * The sources of a report, as data again: between agents a report is text. Reads the lines that `reportMessage` writes,
 * `[^1] Title (systematic review, 2026-03). PMID 1, doi:10.1/x`; of any other line nothing is made.
 */
import type { Citation } from '../../../engine/models/citation.ts';
import { type Identifiers, identityOf } from '../search/search.ts';

/** What found it, as far as the one who reports to the user knows. */
const SOURCE = 'research';

export function sourceOf(line: string): Citation | null {
  const [whole = '', marker = ''] = /^(\[\^\d{1,6}\]) /.exec(line) ?? [];
  // A title may have brackets of its own; an identifier has none after a space.
  const opening = line.lastIndexOf(' (');
  const closing = line.indexOf(')', opening);
  if (whole === '' || opening < whole.length || closing < 0) return null;
  const date =
    line
      .slice(opening + 2, closing)
      .split(', ')
      .at(-1) ?? '';
  const found = {
    title: line.slice(whole.length, opening),
    ...identifiersIn(line.slice(closing + 1).replace(/^\. /, '')),
  };
  const { url, ...fields } = found;
  return {
    id: identityOf(found),
    marker,
    source: SOURCE,
    source_type: typeOf(found),
    ...fields,
    ...(url && { url }),
    ...(/^\d{4}/.test(date) && { date, year: Number(date.slice(0, 4)) }),
    supports: [],
  };
}

function identifiersIn(names: string): Omit<Identifiers, 'title'> {
  const found: Omit<Identifiers, 'title'> = { url: null };
  for (const name of names.split(', ')) {
    if (name.startsWith('PMID ')) found.pmid = name.slice('PMID '.length);
    else if (name.startsWith('doi:')) found.doi = name.slice('doi:'.length);
    else if (/^NCT\d/i.test(name)) found.nct = name;
    else if (/^https?:\/\//.test(name)) found.url = name;
  }
  return found;
}

function typeOf({ pmid, doi, nct }: Identifiers): Citation['source_type'] {
  if (pmid || doi) return 'journal_article';
  return nct ? 'trial' : 'web_page';
}

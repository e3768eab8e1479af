/**
 * Footnotes in Chicago style, one template for each type of source. The first four are the functions document's. A field that is missing
 * is left out with its punctuation; a source that has none of its template's fields is named by its title, its address or its id.
 */
import type { Citation, SourceMetadata, SourceType } from '../../engine/models/citation.ts';
import { codeSpan, inert, inertMarker, oneLine, webAddress } from './inert-text.ts';

/** Without the marker and the full stop. */
type Template = (source: SourceMetadata) => string;

const TEMPLATES: Readonly<Record<SourceType, Template>> = {
  /** LastName, FirstName, *Title* (City: Publisher, Year), pages */
  book({ author, title, city, publisher, year, pages }) {
    const imprint = joined(', ', joined(': ', inert(city), inert(publisher)), year);
    return joined(', ', joined(' ', joined(', ', inert(author), italic(title)), bracketed(imprint)), inert(pages));
  },
  /** `repo/path/file.py`, commit `hash`, lines X-Y */
  code: ({ repo, file_path, title, commit_hash, line_range }) =>
    joined(', ', file(repo, file_path, title), after('commit ', codeSpan(commit_hash)), lines(line_range)),
  /** `repo/schemas/file.json`, version X.Y.Z */
  schema: ({ repo, file_path, title, version }) =>
    joined(', ', file(repo, file_path, title), after('version ', inert(version))),
  /** service, *Document* (Date), §Section */
  internal_doc({ service, title, date, section }) {
    const dated = joined(' ', joined(', ', inert(service), italic(title)), bracketed(inert(date)));
    return joined(', ', dated, after('§', inert(section)));
  },
  /** Author, "Title," *Journal* volume, no. issue (year): pages, https://doi.org/..., PMID ... */
  journal_article({ author, title, journal, volume, issue, year, date, pages, doi, pmid, url }) {
    const number = joined(', ', joined(' ', italic(journal), inert(volume)), after('no. ', inert(issue)));
    const place = joined(': ', joined(' ', number, bracketed(yearOf(year, date))), inert(pages));
    const address = doiAddress(doi) || webAddress(url);
    return titled(author, title, joined(', ', place, address, after('PMID ', inert(pmid))));
  },
  /** Author, "Title," ClinicalTrials.gov NCT01234567 (date), https://clinicaltrials.gov/study/NCT01234567 */
  trial({ author, title, nct, date, year, url }) {
    const id = inert(nct).toUpperCase();
    const entry = joined(' ', after('ClinicalTrials.gov ', id), bracketed(inert(date) || yearOf(year)));
    const address = webAddress(url) || webAddress(after('https://clinicaltrials.gov/study/', id));
    return titled(author, title, joined(', ', entry, address));
  },
  /** Author, "Title," publisher, date, https://... */
  web_page({ author, title, publisher, date, year, url }) {
    const address = webAddress(url);
    // Searches that know no title give the address in its place.
    const name = address !== '' && webAddress(title) === address ? undefined : title;
    return titled(author, name, joined(', ', inert(publisher), inert(date) || yearOf(year), address));
  },
};

/** One line, whatever the source's fields hold. */
export function footnote(citation: Citation): string {
  const { title, url, id } = citation;
  const body = TEMPLATES[citation.source_type](citation) || italic(title) || webAddress(url) || inert(id);
  return `${inertMarker(citation)}: ${body}${body.endsWith('.') ? '' : '.'}`;
}

/** Those that are there. */
function joined(separator: string, ...parts: (string | number | undefined)[]): string {
  return parts.filter((part) => part !== undefined && part !== '').join(separator);
}

function after(prefix: string, text: string): string {
  return text === '' ? '' : `${prefix}${text}`;
}

function bracketed(text: string): string {
  return text === '' ? '' : `(${text})`;
}

function italic(title: string | undefined): string {
  const name = inert(title);
  return name === '' ? '' : `*${name}*`;
}

/** The comma stands inside the quotation marks, and not after a question mark. Quotation marks in a title become single ones. */
function titled(author: string | undefined, title: string | undefined, rest: string): string {
  const name = inert(title)
    .replace(/(?<!\.)\.$/, '')
    .replaceAll('"', "'");
  if (name === '') return joined(', ', inert(author), rest);
  const comma = rest === '' || /[?!]$/.test(name) ? '' : ',';
  return joined(', ', inert(author), joined(' ', `"${name}${comma}"`, rest));
}

function file(repo: string | undefined, path: string | undefined, title: string | undefined): string {
  return codeSpan(joined('/', oneLine(repo).replace(/\/$/, ''), oneLine(path).replace(/^\//, ''))) || italic(title);
}

function lines(range: string | undefined): string {
  const numbers = inert(range);
  return after(/^\d+$/.test(numbers) ? 'line ' : 'lines ', numbers);
}

function yearOf(year: number | undefined, date?: string): string {
  return year === undefined ? inert(date) : String(year);
}

function doiAddress(doi: string | undefined): string {
  const name = oneLine(doi)
    .toWellFormed()
    .replace(/^(?:https?:\/\/(?:dx\.)?doi\.org\/|doi:\s?)/i, '');
  // Each part by itself: the slashes of a DOI stay.
  return webAddress(after('https://doi.org/', name.split('/').map(encodeURIComponent).join('/')));
}

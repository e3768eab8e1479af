/** The files that an offline research agent writes: it quotes and cites, weighs by kind of evidence, and says what was not found. */
import { EVIDENCE_LEVELS, type EvidenceLevel, identityOf, type SearchResult } from '../search/search.ts';
import { citation } from './report-message.ts';

export type Synthesis = {
  topic: string;
  /** ISO date of the search. */
  day: string;
  searched: string[];
  failed: { source: string; reason: string }[];
  /** What was not searched, and why. */
  notes: string[];
  fresh: SearchResult[];
  known: SearchResult[];
  requirements: string[];
};

export function reportFile({ topic, day, searched, failed, notes, fresh, known, requirements }: Synthesis): string {
  const all = strongestFirst([...fresh, ...known]);
  const isFresh = new Set(fresh.map(identityOf));
  return [
    `# ${topic.charAt(0).toUpperCase()}${topic.slice(1)}`,
    `As of ${day}. Searched: ${searched.join(', ') || 'nothing'}.${failures(failed)}${notes.map((note) => ` ${note}`).join('')}`,
    requirements.length > 0 ? `Asked for: ${requirements.join('; ')}. ${threshold(requirements, all)}` : '',
    '## What the sources say',
    ...all.map(
      (source, at) => `${at + 1}. ${quoted(source)} [${at + 1}]${isFresh.has(identityOf(source)) ? ' (new)' : ''}`,
    ),
    '## Evidence',
    ['| # | source | kind | date | where |', '| --- | --- | --- | --- | --- |', ...all.map(row)].join('\n'),
    '## What is missing',
    missing(all),
  ]
    .filter(Boolean)
    .join('\n\n')
    .concat('\n');
}

export function evidenceFile(topic: string, day: string, fresh: readonly SearchResult[]): string {
  const entries = fresh.map((source) =>
    [`## ${source.title}`, citation(source), `> ${oneLine(source.snippet)}`].join('\n\n'),
  );
  return `${[`# Found on ${day}: ${topic}`, ...entries].join('\n\n')}\n`;
}

export function strongestFirst(sources: readonly SearchResult[]): SearchResult[] {
  const strength = ({ evidence }: SearchResult) => EVIDENCE_LEVELS.indexOf(evidence);
  return sources.toSorted((a, b) => strength(a) - strength(b) || (b.date ?? '').localeCompare(a.date ?? ''));
}

function quoted({ title, snippet }: SearchResult): string {
  const words = oneLine(snippet);
  return words ? `${oneLine(title)}: "${words}"` : oneLine(title);
}

function row({ title, evidence, date, pmid, doi, nct, url, phase, status }: SearchResult, at: number): string {
  const where = [pmid && `PMID ${pmid}`, doi && `doi:${doi}`, nct, url].filter(Boolean).join(', ');
  const kind = [evidence, phase, status].filter(Boolean).join(', ');
  return `| ${at + 1} | ${cell(title)} | ${cell(kind)} | ${date ?? ''} | ${cell(where)} |`;
}

/** Whether something as strong as was asked for is among the sources. */
function threshold(requirements: readonly string[], all: readonly SearchResult[]): string {
  const said = requirements.join(' ').toLowerCase();
  const phase = /phase ([1-4])/.exec(said)?.[1];
  const level: EvidenceLevel | null = /guideline/.test(said)
    ? 'guideline'
    : /systematic|review/.test(said)
      ? 'systematic review'
      : /randomi|rct/.test(said)
        ? 'randomised trial'
        : null;
  const meets = (source: SearchResult) =>
    (!level || EVIDENCE_LEVELS.indexOf(source.evidence) <= EVIDENCE_LEVELS.indexOf(level)) &&
    (!phase ||
      new RegExp(`phase\\s*${phase}`, 'i').test(
        `${source.phase ?? ''} ${source.title} ${source.snippet}`.replaceAll('PHASE', 'phase '),
      ));
  if (!level && !phase) return '';
  const count = all.filter(meets).length;
  return count > 0 ? `${count} of ${all.length} sources meet that.` : `None of the ${all.length} sources meets that.`;
}

function missing(all: readonly SearchResult[]): string {
  const kinds = new Set(all.map(({ evidence }) => evidence));
  const absent = (['guideline', 'systematic review', 'randomised trial'] as const).filter((kind) => !kinds.has(kind));
  const undated = all.filter(({ date }) => !date).length;
  return [
    absent.length > 0
      ? `No ${absent.join(', no ')} was found.`
      : 'Guidelines, reviews and randomised trials are all among the sources.',
    undated > 0 ? `${undated} of the sources ${undated === 1 ? 'has' : 'have'} no date.` : '',
    'This is what a search of titles and abstracts gives; nobody has read the full texts.',
  ]
    .filter(Boolean)
    .join(' ');
}

function failures(failed: Synthesis['failed']): string {
  return failed.length > 0 ? ` Could not be searched: ${failed.map(({ source }) => source).join(', ')}.` : '';
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

function cell(text: string): string {
  return oneLine(text).replaceAll('|', '/');
}

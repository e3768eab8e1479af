/** The report that an offline research agent sends, and how the InteractionAgent parses it. In one file, so that both agree. */
import type { Citation } from '../../../engine/models/citation.ts';
import type { SearchResult } from '../search/search.ts';
import { sourceOf } from './report-sources.ts';

export type Findings = {
  topic: string;
  fresh: SearchResult[];
  known: number;
  reportFile: string;
  /** What was not searched, and why. */
  notes: string[];
  next: string | null;
};

const NOTHING = 'Nothing new';
const MAX_SOURCES = 5;

export function reportMessage({ topic, fresh, known, reportFile, notes, next }: Findings): string {
  if (fresh.length === 0 && known === 0) {
    return [
      [`Summary: No source about ${topic} was found in what can be searched here.`, ...notes].join(' '),
      `Next: ${next ?? 'none'}`,
    ].join('\n');
  }
  if (fresh.length === 0) return `${NOTHING} about ${topic} since the last look; ${known} sources are on file.`;
  const count = `${fresh.length} ${known > 0 ? 'new ' : ''}${fresh.length === 1 ? 'source' : 'sources'}`;
  return [
    `Summary: ${count} about ${topic}${known > 0 ? `, besides ${known} known before` : ''}. Strongest kind of evidence: ${fresh[0]?.evidence ?? 'unknown'}.`,
    ...fresh.slice(0, MAX_SOURCES).map((source, index) => `[^${index + 1}] ${citation(source)}`),
    `Report: ${reportFile}`,
    `Next: ${next ?? 'none'}`,
  ].join('\n');
}

/** Title, kind, date and identifier: enough to find it again. */
export function citation({ title, evidence, date, pmid, doi, nct, url, phase, status }: SearchResult): string {
  const names = [pmid && `PMID ${pmid}`, doi && `doi:${doi}`, nct, !pmid && !doi && !nct && url].filter(Boolean);
  const details = [evidence, phase, status?.toLowerCase().replaceAll('_', ' '), date ?? 'no date'].filter(Boolean);
  // A title must not have a marker, which would stand for another source.
  const name = title.replace(/\s+/g, ' ').replace(/\[\^+/g, '[').trim();
  return `${name} (${details.join(', ')})${names.length > 0 ? `. ${names.join(', ')}` : ''}`;
}

export type ReadReport = {
  agent: string;
  nothingNew: boolean;
  paused: string | null;
  message: string;
  citations: Citation[];
};

/** Parses "Report of X:" and the lines of `reportMessage` into the text for the user. */
export function readReport(text: string): ReadReport {
  const agent = /^Report of (.+?):\n/.exec(text)?.[1] ?? 'A research agent';
  const body = text.replace(/^Report of .+?:\n/, '').trim();
  const paused = /^It has paused: (.+?\.)(?: Ask the user.*)?$/s.exec(body)?.[1] ?? null;
  const line = (name: string) => new RegExp(`^${name}: (.+)$`, 'm').exec(body)?.[1];
  const sources = body.split('\n').filter((each) => /^\[\^?\d{1,6}\] /.test(each));
  const next = line('Next');
  const report = line('Report');
  const message = [
    `${agent} has looked: ${lower(line('Summary') ?? body)}`,
    ...sources,
    report ? `The whole report, with a table of the evidence, is in ${report} of its files.` : '',
    next && next !== 'none' ? `Next: ${next}` : '',
  ]
    .filter(Boolean)
    .join('\n');
  const citations = sources.flatMap((each) => sourceOf(each) ?? []);
  return { agent, nothingNew: body.startsWith(NOTHING), paused, message, citations };
}

function lower(words: string): string {
  return /^[A-Z][a-z]/.test(words) ? words.charAt(0).toLowerCase() + words.slice(1) : words;
}

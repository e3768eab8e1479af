/** The report that an offline research agent sends, and how the InteractionAgent parses it. In one file, so that both agree. */
import type { Citation } from '../../../engine/models/citation.ts';
import { EVIDENCE_LEVELS, requirementsText } from '../requirements.ts';
import type { SearchResult } from '../search/search.ts';
import type { Harvest } from './harvest.ts';
import { sourceOf } from './report-sources.ts';
import type { Task } from './task.ts';
import { leftOutText, verdict } from './verdict.ts';

export type Findings = { task: Task; harvest: Harvest; reportFile: string };

const NOTHING = 'Nothing new';
/** Before sources that name only wider terms. */
const WIDER = 'Wider than asked';
const MAX_SOURCES = 5;

export function reportMessage({ task, harvest, reportFile }: Findings): string {
  const { topic, watch } = task;
  const { fresh, known, notes } = harvest;
  const required = requirementsText(task.requirements);
  const about = `${topic}${required ? ` (${required})` : ''}`;
  const next = `Next: ${watch ? `look again ${watch}` : 'none'}`;
  const shown = fresh.length > 0 ? fresh : known;
  const wider = harvest.related.slice(0, Math.max(0, MAX_SOURCES - shown.length));
  const listed = [...shown.slice(0, MAX_SOURCES), ...wider].map((source, at) => `[^${at + 1}] ${citation(source)}`);
  const label = `${WIDER} (${harvest.widened.join('; ')}):`;
  const sources = wider.length > 0 ? listed.toSpliced(-wider.length, 0, label) : listed;
  const summary = summaryOf(about, fresh, known);
  return [
    [`Summary: ${summary}`, leftOutText(harvest), verdict(task, harvest), ...(shown.length === 0 ? notes : [])]
      .filter(Boolean)
      .join(' '),
    ...sources,
    ...(shown.length > 0 ? [`Report: ${reportFile}`] : []),
    next,
  ].join('\n');
}

function summaryOf(about: string, fresh: readonly SearchResult[], known: readonly SearchResult[]): string {
  const count = (number: number, kind = '') => `${number} ${kind}${number === 1 ? 'source' : 'sources'}`;
  if (fresh.length + known.length === 0) return `No source about ${about} was found in what can be searched here.`;
  if (fresh.length === 0) return `${NOTHING} about ${about} since the last look; ${count(known.length)} on file.`;
  const before = known.length > 0 ? `, besides ${known.length} known before` : '';
  return `${count(fresh.length, before && 'new ')} about ${about}${before}. Strongest kind of evidence: ${strongest(fresh)}.`;
}

function strongest(sources: readonly SearchResult[]): string {
  return EVIDENCE_LEVELS.find((level) => sources.some(({ evidence }) => evidence === level)) ?? 'unknown';
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
  const sources = body.split('\n').filter((each) => /^\[\^?\d{1,6}\] /.test(each) || each.startsWith(WIDER));
  const next = line('Next');
  const report = line('Report');
  const message = [
    `${agent} reports: ${lower(line('Summary') ?? body)}`,
    ...sources,
    report ? `The whole report, with a table of the evidence, is in ${report} of its files.` : '',
    next && next !== 'none' ? `Next: ${next}` : '',
  ]
    .filter(Boolean)
    .join('\n');
  const citations = sources.flatMap((each) => sourceOf(each) ?? []);
  return { agent, nothingNew: body.startsWith(`Summary: ${NOTHING}`), paused, message, citations };
}

function lower(words: string): string {
  return /^[A-Z][a-z]/.test(words) ? words.charAt(0).toLowerCase() + words.slice(1) : words;
}

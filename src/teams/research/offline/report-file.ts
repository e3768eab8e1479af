/** The files that an offline research agent writes: it quotes and cites, weighs by kind of evidence, and says what was not found. */
import { requirementsText } from '../requirements.ts';
import { identityOf, type SearchResult } from '../search/search.ts';
import type { Harvest } from './harvest.ts';
import { citation } from './report-message.ts';
import type { Task } from './task.ts';
import { leftOutText, verdict } from './verdict.ts';

/** Wider sources are named, not quoted. */
const MAX_RELATED = 10;

export function reportFile(task: Task, harvest: Harvest, day: string): string {
  const { topic, requirements } = task;
  const { fresh, known, related, widened, searched, failed, notes } = harvest;
  const all = [...fresh, ...known];
  const isFresh = new Set(fresh.map(identityOf));
  const required = requirementsText(requirements);
  return [
    `# ${topic.charAt(0).toUpperCase()}${topic.slice(1)}`,
    `As of ${day}. Searched: ${searched.join(', ') || 'nothing'}.${failures(failed)}${notes.map((note) => ` ${note}`).join('')}`,
    required ? `Required: ${required}. ${leftOutText(harvest)}`.trim() : '',
    verdict(task, harvest),
    '## What the sources say',
    ...all.map(
      (source, at) => `${at + 1}. ${quoted(source)} [${at + 1}]${isFresh.has(identityOf(source)) ? ' (new)' : ''}`,
    ),
    '## Evidence',
    ['| # | source | kind | date | where |', '| --- | --- | --- | --- | --- |', ...all.map(row)].join('\n'),
    related.length > 0 ? `## Wider than asked (${widened.join('; ')})` : '',
    ...related.slice(0, MAX_RELATED).map((source) => `- ${citation(source)}`),
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

/** Only results and conclusions are quoted as what a source says. */
function quoted({ title, snippet, finding }: SearchResult): string {
  const words = oneLine(snippet);
  if (words === '') return oneLine(title);
  return finding === false
    ? `${oneLine(title)}: it states no result. It says: "${words}"`
    : `${oneLine(title)}: "${words}"`;
}

function row({ title, evidence, date, pmid, doi, nct, url, phase, status }: SearchResult, at: number): string {
  const where = [pmid && `PMID ${pmid}`, doi && `doi:${doi}`, nct, url].filter(Boolean).join(', ');
  const kind = [evidence, phase, status].filter(Boolean).join(', ');
  return `| ${at + 1} | ${cell(title)} | ${cell(kind)} | ${date ?? ''} | ${cell(where)} |`;
}

function missing(all: readonly SearchResult[]): string {
  const kinds = new Set(all.map(({ evidence }) => evidence));
  const absent = (['guideline', 'systematic review', 'randomised trial'] as const).filter((kind) => !kinds.has(kind));
  const undated = all.filter(({ date }) => !date).length;
  const silent = all.filter(({ finding }) => finding === false).length;
  return [
    absent.length > 0
      ? `No ${absent.join(', no ')} was found.`
      : 'Guidelines, reviews and randomised trials are all among the sources.',
    undated > 0 ? `${undated} of the sources ${undated === 1 ? 'has' : 'have'} no date.` : '',
    silent > 0 ? `${silent} of the sources ${silent === 1 ? 'states' : 'state'} no result in the abstract.` : '',
    'This is what a search of titles and abstracts gives; nobody has read the full texts.',
  ]
    .filter(Boolean)
    .join(' ');
}

function failures(failed: Harvest['failed']): string {
  return failed.length > 0 ? ` Could not be searched: ${failed.map(({ source }) => source).join(', ')}.` : '';
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

function cell(text: string): string {
  return oneLine(text).replaceAll('|', '/');
}

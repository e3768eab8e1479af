/**
 * What a run of `npm run eval` writes, in a git-ignored folder: the figures as JSON, the last figures of each provider to
 * compare with, and the cases that went wrong, which may quote the data sets and so must never be committed.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Confusion, Score } from './scorer.ts';

export const EVAL_DIR = join('.data', 'eval');

/** What is to be said about a scorer beside its figures. */
export type Note = { scorer: string; why: string };

export type Results = {
  provider: string;
  at: string;
  /** Rows taken of each file, if not all. */
  limit?: number;
  scores: Score[];
  skipped: Note[];
  /** Rows and scorers that threw. */
  failed: Note[];
};

/** Examples listed for one score. */
const EXAMPLES = 60;
const LONGEST_EXAMPLE = 300;

export function readResults(file: string): Results {
  return JSON.parse(readFileSync(file, 'utf8')) as Results;
}

export function lastResults(provider: string): Results | null {
  const file = lastFile(provider);
  return existsSync(file) ? readResults(file) : null;
}

/** Writes the figures and the confusions; returns where. */
export function writeResults(
  results: Results,
  confusions: Confusion[],
  out?: string,
): { figures: string; cases: string } {
  const figures = out ?? join(EVAL_DIR, `${results.at.replace(/[:.]/g, '-')}.json`);
  mkdirSync(dirname(figures), { recursive: true });
  mkdirSync(EVAL_DIR, { recursive: true });
  writeJson(figures, results);
  // Always in the ignored folder, wherever the figures go: the cases may quote the data.
  const cases = join(EVAL_DIR, `${results.at.replace(/[:.]/g, '-')}.confusions.md`);
  writeFileSync(cases, confusionText(confusions));
  if (results.limit === undefined)
    writeJson(lastFile(results.provider), merged(lastResults(results.provider), results));
  return { figures, cases };
}

/** A run of some scorers leaves the figures of the others as they were. */
function merged(last: Results | null, results: Results): Results {
  const names = new Set(results.scores.map(({ name }) => name));
  return { ...results, scores: [...(last?.scores.filter(({ name }) => !names.has(name)) ?? []), ...results.scores] };
}

function lastFile(provider: string): string {
  return join(EVAL_DIR, provider === 'offline' ? 'last.json' : `last-${provider}.json`);
}

function writeJson(file: string, value: unknown): void {
  writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`);
}

function confusionText(confusions: Confusion[]): string {
  const byScore = new Map<string, Confusion[]>();
  for (const one of confusions) byScore.set(one.score, [...(byScore.get(one.score) ?? []), one]);
  const parts = [...byScore].map(([score, cases]) => {
    const lines = cases.slice(0, EXAMPLES).map(({ expected, got, text }) => {
      const said = text.replace(/\s+/g, ' ').slice(0, LONGEST_EXAMPLE);
      return `- expected ${expected}, got ${got}: ${said}`;
    });
    const more = cases.length > EXAMPLES ? `\n- … and ${cases.length - EXAMPLES} more` : '';
    return `## ${score} (${cases.length})\n\n${lines.join('\n')}${more}\n`;
  });
  return `# What went wrong\n\n${parts.join('\n')}`;
}

/** Lines of code, comments and nesting in any language. Nesting is read from the indentation, so that one rule serves all languages. */
import type { Analysis } from './analysers.ts';
import { type Artifact, findingsOf } from './artifact.ts';
import { isJavascript, type Language } from './language.ts';

export const LINES = 'lines';

const MAX_DEPTH = 6;
const MAX_FILE_LINES = 500;
const MAX_LINE = 200;
const TAB = 4;
const NOTE = /\b(?:TODO|FIXME|XXX|HACK)\b/;

const HASH_COMMENTS: ReadonlySet<Language> = new Set(['python', 'ruby', 'shell', 'unknown']);

type Line = { text: string; number: number; isComment: boolean };

export function measureLines({ text, analysis_type, language }: Artifact): Analysis {
  const findings = findingsOf(LINES);
  const lines = linesOf(text, language);
  const code = lines.filter(({ isComment }) => !isComment);
  const metrics: Record<string, number> = { LOC: code.length, comment_lines: lines.length - code.length };
  if (!isJavascript(language)) metrics.max_nesting = depthOf(code).depth;
  if (analysis_type !== 'quality') return findings.with(metrics);

  for (const { text: line, number } of lines) {
    const at = { line: number };
    if (NOTE.test(line))
      findings.add('unfinished', { severity: 'info', message: 'A note says that work is left.', at });
    if (line.length > MAX_LINE)
      findings.add('long-line', { severity: 'info', message: `The line has more than ${MAX_LINE} characters.`, at });
  }
  if (code.length > MAX_FILE_LINES) {
    const message = `The file has ${code.length} lines of code, more than ${MAX_FILE_LINES}.`;
    findings.add('long-file', { severity: 'minor', message, fix: 'Split it by responsibility.' });
  }
  const { depth, line } = depthOf(code);
  if (!isJavascript(language) && depth > MAX_DEPTH) {
    const message = `Lines are indented ${depth} levels deep.`;
    findings.add('deep-indentation', {
      severity: 'minor',
      message,
      at: { line },
      fix: 'Move the inner block into a function.',
    });
  }
  return findings.with(metrics);
}

/** Lines that are not blank. A comment beside code counts as code. */
function linesOf(text: string, language: Language): Line[] {
  let inBlock = false;
  return text.split('\n').flatMap((raw, index) => {
    const line = raw.trim();
    if (line === '') return [];
    const begins = line.startsWith('/*');
    const isComment = inBlock || begins || isLineComment(line, language);
    if (begins || inBlock) inBlock = !line.includes('*/', begins ? 2 : 0);
    return [{ text: raw.trimEnd(), number: index + 1, isComment }];
  });
}

function isLineComment(line: string, language: Language): boolean {
  if (line.startsWith('//')) return true;
  if (line.startsWith('--')) return language === 'sql';
  return line.startsWith('#') && HASH_COMMENTS.has(language) && !line.startsWith('#!');
}

/** Each line that is indented further than those around it opens a level. */
function depthOf(lines: readonly Line[]): { depth: number; line: number } {
  const open: number[] = [];
  let deepest = { depth: 0, line: 1 };
  for (const { text, number } of lines) {
    const width = indentation(text);
    while (open.length > 0 && (open.at(-1) ?? 0) >= width) open.pop();
    if (open.length > deepest.depth) deepest = { depth: open.length, line: number };
    open.push(width);
  }
  return deepest;
}

function indentation(line: string): number {
  let width = 0;
  for (const character of line) {
    if (character === '\t') width += TAB;
    else if (character === ' ') width += 1;
    else break;
  }
  return width;
}

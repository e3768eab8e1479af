/** Checks a document in Markdown or plain text: structure, links and markers inside it, notes of unfinished work, readability. */
import type { Analysis } from './analysers.ts';
import { type Artifact, findingsOf } from './artifact.ts';

export const DOCUMENT = 'document';

const MAX_LINE = 5_000;
const MAX_SENTENCE = 40;
const UNFINISHED = /\b(?:TODO|FIXME|TBD|XXX)\b|lorem ipsum/i;
const HEADING = /^(#{1,6})\s+(\S.*)$/;

type Heading = { level: number; title: string; line: number; isEmpty: boolean };
type Line = { text: string; number: number };

export function checkDocument({ text, analysis_type }: Artifact): Analysis {
  const findings = findingsOf(DOCUMENT);
  const { prose, headings, unclosed } = partsOf(text);
  const links = prose.flatMap(({ text: line, number }) =>
    Array.from(line.matchAll(/\]\(([^()\s]{0,500})\)/g), ([, to = '']) => ({ to, at: { line: number } })),
  );
  const readability = readabilityOf(prose);
  const metrics = { headings: headings.length, links: links.length, ...readability.metrics };

  if (analysis_type === 'security' || analysis_type === 'dependencies')
    for (const { to, at } of links) {
      if (/^(?:javascript|data|vbscript):/i.test(to))
        findings.add('script-link', { severity: 'critical', message: 'A link runs a script.', at });
      else if (/^http:/i.test(to))
        findings.add('insecure-link', {
          severity: 'minor',
          message: 'A link is not encrypted.',
          at,
          fix: 'Use https.',
        });
    }
  if (analysis_type === 'security' || analysis_type === 'dependencies') return findings.with(metrics);

  headings.forEach(({ level, title, line, isEmpty }, index) => {
    const at = { line };
    const previous = headings[index - 1]?.level;
    if (previous !== undefined && level > previous + 1)
      findings.add('heading-order', {
        severity: 'minor',
        message: `A heading of level ${level} follows one of level ${previous}.`,
        at,
      });
    const next = headings[index + 1];
    if (isEmpty && (!next || next.level <= level))
      findings.add('empty-section', {
        severity: 'minor',
        message: 'The section is empty.',
        at,
        fix: 'Write it, or remove the heading.',
      });
    if (title.length > 120)
      findings.add('long-heading', { severity: 'info', message: 'The heading is a paragraph.', at });
  });
  if (unclosed)
    findings.add('unclosed-code', {
      severity: 'minor',
      message: 'A block of code is not closed.',
      at: { line: unclosed },
    });

  const anchors = new Set(headings.map(({ title }) => anchorOf(title)));
  for (const { to, at } of links) {
    if (to === '') findings.add('empty-link', { severity: 'minor', message: 'A link has no address.', at });
    else if (to.startsWith('#') && !anchors.has(to.slice(1).toLowerCase()))
      findings.add('broken-link', { severity: 'major', message: 'A link leads to a heading that does not exist.', at });
  }
  checkMarkers(prose, findings);
  for (const { text: line, number } of prose)
    if (UNFINISHED.test(line))
      findings.add('unfinished', {
        severity: 'minor',
        message: 'A note says that work is left.',
        at: { line: number },
      });
  for (const line of readability.long)
    findings.add('long-sentence', {
      severity: 'info',
      message: `A sentence has more than ${MAX_SENTENCE} words.`,
      at: { line },
    });
  return findings.with(metrics);
}

/** Footnotes that are used and not given. */
function checkMarkers(prose: readonly Line[], findings: ReturnType<typeof findingsOf>): void {
  const given = new Set<string>();
  for (const { text } of prose) {
    const name = /^\[\^([^\]\s]{1,50})\]:/.exec(text)?.[1];
    if (name !== undefined) given.add(name);
  }
  for (const { text, number } of prose)
    for (const [, name = ''] of text.matchAll(/\[\^([^\][\s^]{1,50})\](?!:)/g))
      if (!given.has(name))
        findings.add('broken-marker', {
          severity: 'major',
          message: 'A footnote is used and not given.',
          at: { line: number },
        });
}

/** The lines outside blocks of code, and the headings among them. */
function partsOf(text: string): { prose: Line[]; headings: Heading[]; unclosed: number } {
  const prose: Line[] = [];
  const headings: Heading[] = [];
  let fence = '';
  let opened = 0;
  text.split('\n').forEach((raw, index) => {
    const line = raw.slice(0, MAX_LINE).trimEnd();
    const mark = /^\s{0,3}(```|~~~)/.exec(line)?.[1] ?? '';
    const last = headings.at(-1);
    if (mark !== '' && (fence === '' || fence === mark)) {
      fence = fence === '' ? mark : '';
      opened = index + 1;
    } else if (fence === '') {
      prose.push({ text: line, number: index + 1 });
      const [, marks, title = ''] = HEADING.exec(line) ?? [];
      if (marks) {
        headings.push({ level: marks.length, title, line: index + 1, isEmpty: true });
        return;
      }
    }
    if (last && line.trim() !== '') last.isEmpty = false;
  });
  return { prose, headings, unclosed: fence === '' ? 0 : opened };
}

/** As GitHub makes it. */
function anchorOf(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
}

/** The automated readability index: it counts letters, words and sentences, so that it needs no dictionary of syllables. */
function readabilityOf(prose: readonly Line[]): { metrics: Record<string, number>; long: number[] } {
  let [letters, words, sentences, current] = [0, 0, 0, 0];
  const long: number[] = [];
  const end = (line: number) => {
    if (current > MAX_SENTENCE) long.push(line);
    if (current > 0) sentences += 1;
    current = 0;
  };
  for (const { text, number } of prose) {
    if (text.trim() === '' || /^\s*(?:[#|>*-]|\d+\.)/.test(text)) end(number);
    for (const word of text.split(/\s/)) {
      const length = word.replace(/[^\p{L}\p{N}]/gu, '').length;
      if (length === 0) continue;
      letters += length;
      words += 1;
      current += 1;
      if (/[.!?]["')\]]?$/.test(word)) end(number);
    }
  }
  end(prose.at(-1)?.number ?? 1);
  if (words === 0) return { metrics: { words: 0, sentences: 0 }, long };
  const index = 4.71 * (letters / words) + 0.5 * (words / sentences) - 21.43;
  return { metrics: { words, sentences, readability_index: Math.round(index * 10) / 10 }, long };
}

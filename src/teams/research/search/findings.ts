/**
 * The words of a work that are worth quoting: its results and conclusions. By the headings of a structured abstract, else by sentences
 * that state a result. Background, aims and plans are not findings.
 */
import { patternsOf } from '../../../clinical/index.ts';
import { namedText, namesAny } from './names.ts';

export const SNIPPET_CHARS = 500;

const { pattern } = patternsOf('research-offline', 'findings');

const HEADING = pattern('HEADING', 'g');
const OF_RESULTS = /^(?:Results?|Findings)$/;
const OF_CONCLUSIONS = /^(?:Conclusions?|Interpretation)$/;
const STATES_RESULT = pattern('STATES_RESULT', 'i');
/** An aim, a plan, or what is not known yet. */
const STATES_AIM = pattern('STATES_AIM', 'i');

/** `finding`: it is a result or a conclusion; otherwise what the work is about. */
export function quoteOf(text: string, groups: readonly (readonly string[])[]): { snippet: string; finding: boolean } {
  const sections = sectionsOf(text);
  const results = sections.find(({ heading }) => OF_RESULTS.test(heading))?.body ?? '';
  const conclusions = sections.find(({ heading }) => OF_CONCLUSIONS.test(heading))?.body ?? '';
  const stated = [conclusions, results].filter(Boolean);
  if (stated.length > 0) {
    const each = Math.floor(SNIPPET_CHARS / stated.length);
    return { snippet: stated.map((body) => from(sentencesOf(body), 0, each)).join(' '), finding: true };
  }
  const sentences = sentencesOf(text);
  const scores = sentences.map((sentence) => {
    if (STATES_AIM.test(sentence) || !STATES_RESULT.test(sentence)) return 0;
    const about = namedText(sentence);
    return 1 + groups.filter((names) => namesAny(about, names)).length;
  });
  const best = Math.max(...scores, 0);
  if (best > 0) return { snippet: from(sentences, scores.lastIndexOf(best), SNIPPET_CHARS), finding: true };
  return { snippet: from(sentences, aboutAt(sentences, groups), SNIPPET_CHARS), finding: false };
}

type Section = { heading: string; body: string };

function sectionsOf(text: string): Section[] {
  const headings = [...text.matchAll(HEADING)];
  return headings.map((match, at) => ({
    heading: match[1] ?? '',
    body: text.slice(match.index + match[0].length, headings[at + 1]?.index).trim(),
  }));
}

/** The first sentence that names most of the groups. */
function aboutAt(sentences: readonly string[], groups: readonly (readonly string[])[]): number {
  const hits = sentences.map((sentence) => {
    const about = namedText(sentence);
    return groups.filter((names) => namesAny(about, names)).length;
  });
  return Math.max(0, hits.indexOf(Math.max(...hits, 0)));
}

/** Whole sentences from one on, as many as fit; at least a part of the first. */
function from(sentences: readonly string[], at: number, most: number): string {
  let chosen = '';
  for (const sentence of sentences.slice(at)) {
    if (chosen !== '' && chosen.length + sentence.length + 1 > most) break;
    chosen = `${chosen} ${sentence}`.trim();
  }
  return chosen.length > most ? `${chosen.slice(0, most - 2).replace(/\s\S*$/, '')} …` : chosen;
}

export function sentencesOf(text: string): string[] {
  return text
    .replace(/\s+/g, ' ')
    .split(/(?<=[.!?]["')\]]?) (?=[A-Z0-9"'(])/)
    .map((part) => part.trim())
    .filter(Boolean);
}

/** The rules of extract_structure: what is a keyword, a concept, an entity or an item of the outline. */
import { isCode } from './code.ts';
import { domainStems } from './domain-terms.ts';
import { entitiesOf } from './entities.ts';
import { outlineOf } from './outline.ts';
import { type Phrase, phrasesOf } from './phrases.ts';
import { stemOf } from './words.ts';

export type Item = { text: string; confidence: number; kind?: string; level?: number };

export const MOST_ITEMS = 200;
const KEYWORDS = 30;
const CONCEPTS = 25;
const ENTITIES = 100;
const IN_DOMAIN = 1.3;
const IN_HEADING = 1.5;

export function keywordsOf(content: string, domain: string): Item[] {
  const phrases = phrasesOf(content, { code: isCode(content) }).filter(({ words }) => words <= 2);
  return ranked(phrases, domain, new Set(), KEYWORDS);
}

/** Phrases of several words, and single ones that a heading or a declaration names. */
export function conceptsOf(content: string, domain: string): Item[] {
  const named = new Set(outlineOf(content).flatMap(({ text }) => phrasesOf(text).map((phrase) => keyOf(phrase.text))));
  const phrases = phrasesOf(content).filter(({ text, words }) => words > 1 || named.has(keyOf(text)));
  return ranked(phrases, domain, named, CONCEPTS);
}

export function namedThings(content: string): Item[] {
  return entitiesOf(content).slice(0, ENTITIES);
}

export function outlineItems(content: string): Item[] {
  return outlineOf(content)
    .slice(0, MOST_ITEMS)
    .map(({ text, level, kind }) => ({ text, level, kind, confidence: kind === 'heading' ? 0.95 : 0.85 }));
}

/** The best ones; of phrases that have a word in common with a better one inside, only the better one. */
function ranked(phrases: readonly Phrase[], domain: string, named: ReadonlySet<string>, limit: number): Item[] {
  const inDomain = domainStems(domain);
  const scored = phrases
    .map((phrase) => {
      const stems = keyOf(phrase.text).split(' ');
      const bonus =
        (stems.some((stem) => inDomain.has(stem)) ? IN_DOMAIN : 1) * (named.has(stems.join(' ')) ? IN_HEADING : 1);
      return { text: phrase.text, stems, score: phrase.score * bonus };
    })
    .sort((one, other) => other.score - one.score || (one.text < other.text ? -1 : 1));
  const highest = scored[0]?.score ?? 1;
  const kept: typeof scored = [];
  for (const one of scored) {
    if (kept.length >= limit) break;
    if (!kept.some((better) => isInside(one.stems, better.stems))) kept.push(one);
  }
  return kept.map(({ text, score }) => ({ text, confidence: rounded(score / highest) }));
}

function isInside(one: readonly string[], other: readonly string[]): boolean {
  return ` ${other.join(' ')} `.includes(` ${one.join(' ')} `);
}

function keyOf(phrase: string): string {
  return phrase
    .split(/[\s-]/)
    .map((word) => stemOf(word.toLowerCase()))
    .join(' ');
}

function rounded(confidence: number): number {
  return Math.round(Math.min(1, Math.max(0, confidence)) * 100) / 100;
}

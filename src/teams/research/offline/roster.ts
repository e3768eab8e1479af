/** Which agent of the roster a topic belongs to: by the medical terms it names, by its words, or by an abbreviation. */
import { findTerms } from '../../../clinical/index.ts';
import { contentWords } from './content-words.ts';

export type RosterAgent = {
  id: string;
  name: string;
  description: string;
  status: string;
  last_active: string;
  planned: { trigger_id: string; schedule: string; fire_at: string | null }[];
  last_report: { at: string; text: string } | null;
};

/** More than half of what the topic says. */
const ENOUGH = 0.5;

export function agentFor(topic: string, roster: readonly RosterAgent[]): RosterAgent | null {
  let best: { agent: RosterAgent; score: number } | null = null;
  for (const agent of roster) {
    const score = likeness(topic, agent);
    if (score > ENOUGH && (!best || score > best.score)) best = { agent, score };
  }
  return best?.agent ?? null;
}

/** From 0 to 1: how much of the topic the agent covers. */
function likeness(topic: string, { name, description }: RosterAgent): number {
  const covered = `${name}. ${description}`;
  const wanted = new Set(findTerms(topic).map(({ term }) => term.name));
  const named = new Set(findTerms(covered).map(({ term }) => term.name));
  if (wanted.size > 0 && [...wanted].every((term) => named.has(term))) return 1;
  const words = contentWords(topic);
  if (words.length === 0) return 0;
  const theirs = new Set(contentWords(covered).map(stem));
  const shortForms = abbreviations(covered);
  const found = words.filter((word) => theirs.has(stem(word)) || shortForms.has(word)).length;
  return found / words.length;
}

/** "Duchenne MD Research" -> dm, dmd, md …: the first letters of consecutive words; of a word in capitals, all letters. */
function abbreviations(text: string): Set<string> {
  const words = text.match(/[A-Za-z][A-Za-z0-9-]*/g) ?? [];
  const letters = words.map((word) =>
    /^[A-Z0-9-]{2,6}$/.test(word) ? word.toLowerCase() : word.charAt(0).toLowerCase(),
  );
  const found = new Set<string>();
  for (let from = 0; from < letters.length; from += 1) {
    for (let to = from + 2; to <= Math.min(letters.length, from + 5); to += 1) {
      const short = letters.slice(from, to).join('');
      if (short.length >= 3) found.add(short);
    }
  }
  return found;
}

function stem(word: string): string {
  return word.replace(/(?:ies|es|s|al|ic)$/, '');
}

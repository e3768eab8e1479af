/**
 * The sides of a topic for which the other tables have no cell, and topics that the vocabulary does not know, in sentences that can be
 * quoted one by one. The rows are our own words with the public source that says the same. Read when it is first needed.
 */
import { ofWord } from '../text/cache.ts';
import { matchesOf } from '../text/matches.ts';
import { listOf, readTable } from '../vocabulary/table.ts';
import type { Aspect } from './aspects.ts';

export type Passage = { side: string; text: string; source: string };
/** Sentences of a passage that answer a question, and where they stand. */
export type Quote = { text: string; source: string };

type Topics = {
  passages: Map<string, Passage[]>;
  /** The topic that each name stands for. */
  names: Map<string, string>;
  /** How many words the longest name has that begins with this one. */
  longest: Map<string, number>;
};

const WORD = /[\p{L}\p{N}][\p{L}\p{N}'’-]*/gu;
const MOST_WORDS = 6;
const MOST_SENTENCES = 3;
const MOST_CHARS = 520;
const LEAST_STEM = 5;
/** One word in common is chance. */
const LEAST_SHARED = 2;

/** The words by which a sentence speaks of a side of its topic. Sides that no text of this kind has are missing. */
const SPEAKS_OF: Partial<Record<Aspect, RegExp>> = {
  signs: /\b(?:symptoms?|signs?|feel|pain|warning)\b/i,
  causes:
    /\b(?:caus\w+|risk|due to|result(?:s)? (?:of|from)|because|triggers?|more likely|comes? from|develops? when)\b/i,
  care: /\b(?:treat\w*|therap\w+|medicines?|medications?|drugs?|surgery|helps?|manage\w*|relieve\w*|exercise|rest)\b/i,
  prevention: /\b(?:prevent\w*|avoid\w*|protect\w*|vaccin\w+|lower (?:your|the) risk|wash)\b/i,
  course:
    /\b(?:cure[sd]?|go(?:es)? away|lasts?|lifelong|surviv\w+|recover\w*|outlook|fatal|heals?|get better|most people|for life)\b/i,
  test: /\b(?:diagnos\w+|tests?|tested|exams?|scans?|biops\w+|x-?rays?|screening)\b/i,
  spread:
    /\b(?:spreads?|contagious|infected|catch|pass(?:es|ed)?|contact|mosquito\w*|ticks?|from person|transmit\w*)\b/i,
  heredity: /\b(?:inherit\w*|genes?|genetic|famil(?:y|ies)|born with|parents?)\b/i,
  see: /\b(?:doctor|emergency|serious|severe|dangerous|life-threatening|death|medical care|call|immediately|complications?|harmless|go(?:es)? away)\b/i,
  pregnancy: /\b(?:pregnan\w+|unborn|birth|breast-?feed\w*)\b/i,
  diet: /\b(?:eat\w*|foods?|diet\w*|drink\w*|salt|fat)\b/i,
  range: /\b(?:normal|levels?|high|low|percent|mg\/dL)\b/i,
  use: /\b(?:used|treats?|help(?:s)?|works?)\b/i,
  side_effects: /\b(?:side effects?|risks?|complications?)\b/i,
};
/** Sides that ask for the topic as a whole. */
const WHOLE: ReadonlySet<Aspect> = new Set<Aspect>(['what', 'other', 'difference', 'diagnosis']);

let read: Topics | undefined;

function topics(): Topics {
  if (read) return read;
  read = { passages: new Map(), names: new Map(), longest: new Map() };
  for (const { topic, names, side, text, source } of readTable('health-topics', TABLE)) {
    const known = read.passages.get(topic);
    if (known) known.push({ side, text, source });
    else read.passages.set(topic, [{ side, text, source }]);
    for (const name of [topic, ...listOf(names)])
      if (!read.names.has(keyOf(name)) || keyOf(name) === keyOf(topic)) read.names.set(keyOf(name), topic);
  }
  for (const name of read.names.keys()) {
    const first = firstOf(name);
    read.longest.set(first, Math.max(read.longest.get(first) ?? 0, name.split(' ').length));
  }
  return read;
}

const TABLE = ['topic', 'names', 'side', 'text', 'source'] as const;

/** What is said to one side of a topic, by any of its names; null where nothing is. */
export function quoteOn(names: readonly string[], aspect: Aspect): Quote | null {
  for (const name of names) {
    const topic = topics().names.get(keyOf(name));
    const quote = topic && quoteFrom(topics().passages.get(topic) ?? [], aspect);
    if (quote) return quote;
  }
  return null;
}

/** The row of exactly that side, by any of the names. */
export function rowOn(names: readonly string[], side: string): Quote | null {
  for (const name of names) {
    const row = topics()
      .passages.get(topics().names.get(keyOf(name)) ?? '')
      ?.find((passage) => passage.side === side);
    if (row) return { text: row.text, source: row.source };
  }
  return null;
}

/** The sentences of a topic that share words with the question besides the topic's own name; null where none does. */
export function quoteMatching(names: readonly string[], question: string): Quote | null {
  const own = new Set(names.flatMap(stems));
  const wanted = new Set(stems(question).filter((stem) => !own.has(stem) && stem.length >= LEAST_STEM));
  for (const name of names) {
    const passages = topics().passages.get(topics().names.get(keyOf(name)) ?? '') ?? [];
    const found = passages.flatMap((passage) =>
      sentencesOf(passage.text).flatMap((sentence) => {
        const shared = new Set(stems(sentence).filter((stem) => wanted.has(stem))).size;
        return shared >= LEAST_SHARED ? [{ sentence, passage, shared }] : [];
      }),
    );
    const [best] = found.toSorted((a, b) => b.shared - a.shared);
    if (best)
      return quoted(
        found.filter(({ passage }) => passage === best.passage).map(({ sentence }) => sentence),
        best.passage,
      );
  }
  return null;
}

/** Words without their endings; short ones say little about what is asked. */
function stems(text: string): string[] {
  const words = text.toLowerCase().match(/\p{L}{4,}/gu) ?? [];
  return words.map((word) => word.replace(/(?:ing|ies|ed|es|e|s|y)$/u, ''));
}

/** The topics that a question names in words of theirs, the longest names first, with where they stand. */
export function topicsNamedIn(text: string): { topic: string; start: number; end: number }[] {
  const words = matchesOf(WORD, text);
  const begins: { first: number; longest: number }[] = [];
  for (const [first, { 0: word }] of words.entries()) {
    const longest = longestFrom(word);
    if (longest > 0) begins.push({ first, longest });
  }
  const found: { topic: string; start: number; end: number }[] = [];
  for (let size = begins.length > 0 ? MOST_WORDS : 0; size > 0; size -= 1) {
    for (const { first, longest } of begins) {
      if (size > longest || first + size > words.length) continue;
      const start = words[first]?.index ?? 0;
      const last = words[first + size - 1];
      const end = (last?.index ?? 0) + (last?.[0].length ?? 0);
      const topic = topics().names.get(keyOf(text.slice(start, end)));
      if (topic && isSituation(topic) && !found.some((other) => other.start < end && start < other.end))
        found.push({ topic, start, end });
    }
  }
  return found;
}

/** Topics that have only sides of a class of medicines are no answer by themselves. */
function isSituation(topic: string): boolean {
  return (
    topics()
      .passages.get(topic)
      ?.some(({ side }) => side === 'what' || side === 'care') ?? false
  );
}

/** The passage of that side, or else the sentences of the general one that speak of it. */
export function quoteFrom(passages: readonly Passage[], aspect: Aspect): Quote | null {
  const whole = passages.find(({ side }) => side === 'what') ?? passages.find(({ side }) => side === 'care');
  if (WHOLE.has(aspect)) return whole ? quoted(sentencesOf(whole.text), whole) : null;
  const own = passages.find(({ side }) => side === aspect);
  if (own) return quoted(sentencesOf(own.text), own);
  const speaks = SPEAKS_OF[aspect];
  if (!whole || !speaks) return null;
  const [, ...rest] = sentencesOf(whole.text);
  const said = rest.filter((sentence) => speaks.test(sentence));
  return said.length > 0 ? quoted(said, whole) : null;
}

function quoted(sentences: readonly string[], { source }: Passage): Quote {
  const kept: string[] = [];
  for (const sentence of sentences.slice(0, MOST_SENTENCES)) {
    if (kept.length > 0 && kept.join(' ').length + sentence.length > MOST_CHARS) break;
    kept.push(sentence);
  }
  return { text: kept.join(' '), source };
}

export function sentencesOf(text: string): string[] {
  return text.split(/(?<=[.!?])\s+(?=["“]?\p{Lu})/u).filter((sentence) => sentence !== '');
}

/** The first word of a name, in the singular: in a longer name it may stand in the plural. */
function firstOf(key: string): string {
  return singular(key.split(' ', 1)[0] ?? '');
}

function singular(word: string): string {
  return word.replace(/(?<=\p{L}{3})s$/u, '');
}

/** Every word of a message is looked up. */
const longestFrom = ofWord((word) => topics().longest.get(firstOf(keyOf(word))) ?? 0);

/** Singular and plural are one name. */
const keyOf = ofWord((name) => {
  const words = name
    .toLowerCase()
    .replace(/[’']s\b/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ');
  return singular(words.trim());
});

/**
 * The rules of red-flag-rules.psv: which concepts, how near to one another, make which family. A name with `@` is a concept
 * made of others, for later rules. A need with `~` is only circumstance (a bee sting, a fall): that it is told as past, or in
 * another sentence, takes nothing away. One with `~~` is a state that lasts (a pregnancy, an age, diabetes): it holds for the
 * whole message, since it is told once and the danger perhaps much later. `a/b` is either.
 */
import { listOf, readTable } from '../vocabulary/table.ts';
import type { Assertions, Mood } from './assertion.ts';
import type { Found } from './phrases.ts';
import type { Message, Span, Token } from './words.ts';

type Need = { names: string[]; circumstance: boolean; lasts: boolean };
type Rule = { family: string; reach: number; needs: Need[]; unless: string[]; mood: Mood };

/** How far apart in words; a sentence and a message have no such limit. */
const WHOLE_SENTENCE = 1000;
const WHOLE_MESSAGE = 2000;
const WHOLE_STORY = 3000;
/** Of a word that is repeated many times only the first few are tried. */
const MOST_TRIED = 24;
/** In a message, what is said within this many sentences belongs together. */
const NEAR_SENTENCES = 2;
const NEAR_WORDS = 30;
/** Beyond this a message is a document, about more than one day. */
const STORY_WORDS = 150;

const RULES: readonly Rule[] = readTable('red-flag-rules', ['family', 'reach', 'needs', 'unless', 'mood']).map(
  (row) => ({
    family: row.family,
    reach: row.reach === 'message' ? WHOLE_MESSAGE : row.reach === 'sentence' ? WHOLE_SENTENCE : Number(row.reach || 0),
    needs: listOf(row.needs)
      .map((need) => ({
        names: need.replace(/^~+/, '').split('/'),
        circumstance: need.startsWith('~'),
        lasts: need.startsWith('~~'),
      }))
      .sort((one, other) => Number(one.circumstance) - Number(other.circumstance)),
    unless: listOf(row.unless),
    mood: row.mood === '' ? 'now' : (row.mood as Mood),
  }),
);
const MADE = RULES.filter(({ family }) => family.startsWith('@'));
const FAMILY_RULES = RULES.filter(({ family }) => !family.startsWith('@'));
/** Which of them begin with a need for this concept. */
const ASKING = new Map<string, number[]>();
FAMILY_RULES.forEach(({ needs }, index) => {
  for (const name of needs[0]?.names ?? []) ASKING.set(name, [...(ASKING.get(name) ?? []), index]);
});

/** Where each family that somebody needs help with now stands in the message. */
export function familiesIn(message: Message, found: readonly Found[], assertions: Assertions): Map<string, Span> {
  const concepts = new Map<string, Found[]>();
  for (const one of found) put(concepts, one);
  for (const rule of MADE) {
    if (!isPossible(rule, concepts)) continue;
    for (const match of matches(rule, message, concepts)) put(concepts, { concept: rule.family, ...match });
  }
  const families = new Map<string, Span>();
  for (const rule of rulesAsking(concepts)) {
    if (!isPossible(rule, concepts) || families.has(rule.family)) continue;
    const evidence = evidenceOf(rule, message, concepts, assertions);
    if (evidence) families.set(rule.family, evidence);
  }
  return families;
}

/** Of some 300 rules, a message has what is needed for a handful. In the order of the table. */
function rulesAsking(concepts: ReadonlyMap<string, Found[]>): Rule[] {
  const asking = new Uint8Array(FAMILY_RULES.length);
  for (const name of concepts.keys()) for (const index of ASKING.get(name) ?? NO_RULES) asking[index] = 1;
  const rules: Rule[] = [];
  for (let index = asking.indexOf(1); index >= 0; index = asking.indexOf(1, index + 1))
    rules.push(FAMILY_RULES[index] as Rule);
  return rules;
}

const NO_RULES: readonly number[] = [];

function isPossible({ needs }: Rule, concepts: ReadonlyMap<string, Found[]>): boolean {
  for (const { names } of needs) if (!names.some((name) => concepts.has(name))) return false;
  return true;
}

type Stretch = { from: number; to: number };

function evidenceOf(rule: Rule, message: Message, concepts: Map<string, Found[]>, assertions: Assertions): Span | null {
  for (const { parts, ...whole } of matches(rule, message, concepts)) {
    const claimed = rule.needs.flatMap(({ circumstance }, index) => (circumstance ? [] : [parts[index] as Stretch]));
    const told = rule.reach < WHOLE_SENTENCE && claimed.length > 1 ? [whole] : claimed;
    const denied = told !== claimed && claimed.some((part) => assertions.denied(spanOf(message, part)));
    if (!denied && told.every((part) => assertions.holds(spanOf(message, part), sentenceOf(message, part), rule.mood)))
      return spanOf(message, rule.reach < WHOLE_SENTENCE ? whole : (claimed[0] ?? whole));
  }
  return null;
}

/** Each place where the needs stand together: for each of the first need, the nearest of the others. What is claimed comes first. */
function* matches(
  { needs, reach, unless }: Rule,
  message: Message,
  concepts: Map<string, Found[]>,
): Generator<Stretch & { parts: Stretch[] }> {
  const lists: Found[][] = [];
  for (const { names } of needs) {
    const list =
      names.length === 1 ? concepts.get(names[0] as string) : names.flatMap((name) => concepts.get(name) ?? []);
    if (!list || list.length === 0) return;
    lists.push(list.slice(0, MOST_TRIED));
  }
  for (const first of lists[0] as Found[]) {
    const parts: Stretch[] = [first];
    let { from, to } = first;
    for (let nth = 1; nth < lists.length; nth += 1) {
      const next = nearest(lists[nth] as Found[], first, message, reach, needs[nth]?.lasts ?? false);
      if (!next) break;
      parts.push(next);
      if (needs[nth]?.lasts) continue;
      from = Math.min(from, next.from);
      to = Math.max(to, next.to);
    }
    if (parts.length < lists.length) continue;
    const sentence = sentenceOf(message, first);
    if (unless.some((name) => concepts.get(name)?.some((one) => isSaidIn(message, one, sentence)))) continue;
    yield { from, to, parts };
  }
}

/** "Numb, like after the dentist" is no visit to one. */
function isSaidIn(message: Message, one: Found, sentence: number): boolean {
  if (sentenceOf(message, one) !== sentence) return false;
  return ![1, 2, 3].some((step) => message.tokens[one.from - step]?.fold === 'like');
}

function nearest(list: readonly Found[], first: Found, message: Message, reach: number, lasts: boolean): Found | null {
  let best: Found | null = null;
  let least = Number.POSITIVE_INFINITY;
  const sentence = sentenceOf(message, first);
  for (const one of list) {
    const apart = one.from > first.to ? one.from - first.to - 1 : first.from > one.to ? first.from - one.to - 1 : 0;
    if (apart > least || (apart === 0 && one.concept === first.concept && one.from <= first.to && first.from <= one.to))
      continue;
    const sentences = Math.abs(sentenceOf(message, one) - sentence);
    if (isFar(sentences, apart, lasts ? WHOLE_STORY : reach)) continue;
    best = one;
    least = apart;
  }
  return best;
}

function isFar(sentences: number, apart: number, reach: number): boolean {
  if (reach === WHOLE_STORY) return apart > STORY_WORDS;
  return reach === WHOLE_MESSAGE ? sentences > NEAR_SENTENCES || apart > NEAR_WORDS : sentences > 0 || apart > reach;
}

function put(concepts: Map<string, Found[]>, { concept, from, to }: Found): void {
  const known = concepts.get(concept);
  if (known) known.push({ concept, from, to });
  else concepts.set(concept, [{ concept, from, to }]);
}

function sentenceOf({ tokens }: Message, { from }: Stretch): number {
  return (tokens[from] as Token).sentence;
}

function spanOf({ tokens }: Message, { from, to }: Stretch): Span {
  return { start: (tokens[from] as Token).start, end: (tokens[to] as Token).end };
}

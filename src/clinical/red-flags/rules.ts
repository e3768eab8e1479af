/** Which families the concepts of a message make: for each rule of the tables, where its needs stand together and are said of somebody. */
import type { Assertions } from './assertion.ts';
import type { Found } from './phrases.ts';
import { type Need, RULES, type Rule, WHOLE_MESSAGE, WHOLE_SENTENCE, WHOLE_STORY } from './rule-table.ts';
import { agrees, urgentParts } from './second-reader.ts';
import type { Message, Span, Token } from './words.ts';

/** Of a word that is repeated many times only the first few are tried. */
const MOST_TRIED = 24;
/** In a message, what is said within this many sentences belongs together. */
const NEAR_SENTENCES = 2;
const NEAR_WORDS = 30;
/** Beyond this a message is a document, about more than one day. */
const STORY_WORDS = 150;

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
    for (const { from, to } of matches(rule, message, concepts)) put(concepts, { concept: rule.family, from, to });
  }
  const families = new Map<string, Span>();
  const weak: Rule[] = [];
  for (const rule of rulesAsking(concepts)) {
    if (!isPossible(rule, concepts, 1) || families.has(rule.family)) continue;
    if (rule.weak) {
      weak.push(rule);
      continue;
    }
    const evidence = evidenceOf(rule, message, concepts, assertions);
    if (evidence) families.set(rule.family, spanOf(message, evidence));
  }
  return families.size > 0 ? families : weakFamily(weak, message, concepts, found, assertions);
}

/** Of the weak frames in what sounds urgent the one that says most, and then the one that the second reader is surest of. */
function weakFamily(
  weak: readonly Rule[],
  message: Message,
  concepts: Map<string, Found[]>,
  found: readonly Found[],
  assertions: Assertions,
): Map<string, Span> {
  const families = new Map<string, Span>();
  if (weak.length === 0) return families;
  let best = { needs: 0, vote: 0 };
  for (const { vote, ...part } of urgentParts(message, found)) {
    for (const rule of weak) {
      const needs = rule.needs.length;
      if (!agrees(vote, needs) || needs < best.needs || (needs === best.needs && vote <= best.vote)) continue;
      const evidence = evidenceOf(rule, message, concepts, assertions, part);
      if (!evidence) continue;
      best = { needs, vote };
      families.clear();
      families.set(rule.family, spanOf(message, evidence));
    }
  }
  return families;
}

/** Those whose first need is met: of some 400 rules, a message has what is needed for a handful. In the order of the table. */
function rulesAsking(concepts: ReadonlyMap<string, Found[]>): Rule[] {
  asking.fill(0);
  for (const name of concepts.keys()) for (const index of ASKING.get(name) ?? NO_RULES) asking[index] = 1;
  const rules: Rule[] = [];
  for (let index = 0; index < asking.length; index += 1)
    if (asking[index] === 1) rules.push(FAMILY_RULES[index] as Rule);
  return rules;
}

/** 1 for each rule that asks for a concept of the message. One list for all messages. */
const asking = new Uint8Array(FAMILY_RULES.length);
const NO_RULES: readonly number[] = [];

/** Whether each need from the nth on is met. */
function isPossible({ needs }: Rule, concepts: ReadonlyMap<string, Found[]>, from = 0): boolean {
  for (let nth = from; nth < needs.length; nth += 1) if (!isMet((needs[nth] as Need).names, concepts)) return false;
  return true;
}

function isMet(names: readonly string[], concepts: ReadonlyMap<string, Found[]>): boolean {
  for (const name of names) if (concepts.has(name)) return true;
  return false;
}

type Stretch = { from: number; to: number };
/** `parts`: one for each need. */
type Match = Stretch & { parts: Stretch[] };

function evidenceOf(
  rule: Rule,
  message: Message,
  concepts: Map<string, Found[]>,
  assertions: Assertions,
  within?: Stretch,
): Stretch | null {
  for (const match of matches(rule, message, concepts)) {
    if (within && (match.to < within.from || match.from > within.to)) continue;
    const told = toldIn(rule, match);
    if (isDeniedIn(rule, match, message, assertions) || isUnrelatedIn(rule, match, message, assertions)) continue;
    const finding = told[0] ?? match;
    if (LASTING.has(rule.family) && assertions.isUnchanged(spanOf(message, finding), sentenceOf(message, finding)))
      continue;
    if (told.every((part) => assertions.holds(spanOf(message, part), sentenceOf(message, part), rule.mood)))
      return finding;
  }
  return null;
}

/** What must be so: the words of one finding as one stretch, and each other claim by itself. */
function toldIn({ needs }: Rule, { parts }: Match): Stretch[] {
  const told: Stretch[] = [];
  let finding: Stretch | null = null;
  needs.forEach(({ circumstance, reach }, nth) => {
    if (circumstance) return;
    const part = parts[nth] as Stretch;
    if (reach >= WHOLE_SENTENCE) told.push(part);
    else finding = finding ? union(finding, part) : part;
  });
  return finding ? [finding, ...told] : told;
}

/** A denial right before one of several words ("a lump, no pain"), unless the denial is itself part of it ("no … feeling"). */
function isDeniedIn({ needs }: Rule, { parts }: Match, message: Message, assertions: Assertions): boolean {
  const close = needs.filter(({ circumstance, reach }) => !circumstance && reach < WHOLE_SENTENCE);
  if (close.length < 2) return false;
  return needs.some(({ circumstance, reach }, nth) => {
    if (circumstance || reach >= WHOLE_SENTENCE) return false;
    const part = parts[nth] as Stretch;
    const isPart = parts.some(({ to }) => to < part.from && to >= part.from - 2);
    return !isPart && assertions.denied(spanOf(message, part));
  });
}

/** Signs with which some people live. A pain in the chest that is as always is still told to a doctor at once. */
const LASTING = new Set(['stroke', 'cauda_equina', 'eye']);

/** Heat and cold harm only who is in them. */
const EXPOSURE = 'heat_cold';

/** A circumstance from another sentence that has nothing to do with the finding. */
function isUnrelatedIn({ family, needs }: Rule, { parts }: Match, message: Message, assertions: Assertions): boolean {
  const finding = spanOf(message, parts[0] as Stretch);
  return needs.some(({ circumstance, lasts }, nth) => {
    if (!circumstance || lasts || nth === 0) return false;
    const told = spanOf(message, parts[nth] as Stretch);
    return !assertions.bearsOn(told, finding) || (family === EXPOSURE && assertions.isOfAnother(told, finding));
  });
}

/** Each place where the needs stand together: for each of the first need, the nearest of the others. What is claimed comes first. */
function* matches({ needs, unless, apart }: Rule, message: Message, concepts: Map<string, Found[]>): Generator<Match> {
  const lists: Found[][] = [];
  for (const { names } of needs) {
    const list =
      names.length === 1 ? concepts.get(names[0] as string) : names.flatMap((name) => concepts.get(name) ?? []);
    if (!list || list.length === 0) return;
    lists.push(list.slice(0, MOST_TRIED));
  }
  // A word that only a later need can have is left to it.
  const sole = lists.map((list) => (list.length === 1 ? list : []));
  const later = apart ? lists.map((_, nth) => sole.slice(nth + 1).flat()) : [];
  for (const first of lists[0] as Found[]) {
    const parts: Stretch[] = [first];
    let { from, to } = first;
    for (let nth = 1; nth < lists.length; nth += 1) {
      const need = needs[nth] as Need;
      const taken = apart ? [...parts, ...(later[nth] as Found[])] : NO_PARTS;
      const next = nearest(lists[nth] as Found[], first, message, need.reach, taken);
      if (!next) break;
      parts.push(next);
      if (!need.lasts) ({ from, to } = union({ from, to }, next));
    }
    if (parts.length < lists.length) continue;
    const found = { from, to };
    if (unless.some((name) => concepts.get(name)?.some((one) => isSaidOf(message, one, first, found)))) continue;
    yield { ...found, parts };
  }
}

/**
 * Whether an exception is said of what was found: near it, and in the same part of its sentence ("my boyfriend hits me, my therapist
 * knows" is no therapy). "Numb, like after the dentist" is no visit to one.
 */
function isSaidOf(message: Message, one: Found, first: Found, { from, to }: Stretch): boolean {
  if (sentenceOf(message, one) !== sentenceOf(message, first)) return false;
  const [before, after] = one.from > to ? [to, one.from] : [one.to, from];
  const between = spanBetween(message, before, after);
  if (after - before > EXCEPTION_REACH || PART_ENDS.test(between)) return false;
  return ![1, 2, 3].some((step) => message.tokens[one.from - step]?.fold === 'like');
}

/** The words between two tokens; empty where they overlap. */
function spanBetween({ text, tokens }: Message, before: number, after: number): string {
  return after > before ? text.slice(tokens[before]?.end, tokens[after]?.start) : '';
}

/** In words. */
const EXCEPTION_REACH = 12;
const PART_ENDS = /[,;:]|\band (?:i|my|he|she|we)\b/i;
const NO_PARTS: readonly Stretch[] = [];

/** Of those that overlap none of `taken`. */
function nearest(
  list: readonly Found[],
  first: Found,
  message: Message,
  reach: number,
  taken: readonly Stretch[],
): Found | null {
  let best: Found | null = null;
  let least = Number.POSITIVE_INFINITY;
  const sentence = sentenceOf(message, first);
  for (const one of list) {
    const apart = one.from > first.to ? one.from - first.to - 1 : first.from > one.to ? first.from - one.to - 1 : 0;
    if (apart > least || (apart === 0 && one.concept === first.concept && one.from <= first.to && first.from <= one.to))
      continue;
    if (taken.some(({ from, to }) => one.from <= to && from <= one.to)) continue;
    if (isFar(Math.abs(sentenceOf(message, one) - sentence), apart, reach)) continue;
    best = one;
    least = apart;
  }
  return best;
}

function isFar(sentences: number, apart: number, reach: number): boolean {
  if (reach === WHOLE_STORY) return apart > STORY_WORDS;
  return reach === WHOLE_MESSAGE ? sentences > NEAR_SENTENCES || apart > NEAR_WORDS : sentences > 0 || apart > reach;
}

function put(concepts: Map<string, Found[]>, one: Found): void {
  const known = concepts.get(one.concept);
  if (known) known.push(one);
  else concepts.set(one.concept, [one]);
}

function union(one: Stretch, other: Stretch): Stretch {
  return { from: Math.min(one.from, other.from), to: Math.max(one.to, other.to) };
}

function sentenceOf({ tokens }: Message, { from }: Stretch): number {
  return (tokens[from] as Token).sentence;
}

function spanOf({ tokens }: Message, { from, to }: Stretch): Span {
  return { start: (tokens[from] as Token).start, end: (tokens[to] as Token).end };
}

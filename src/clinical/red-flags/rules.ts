/** Which families the concepts of a message make: for each rule of the tables, where its needs stand together and are said of somebody. */
import type { Assertions, Holder } from './assertion.ts';
import type { Found } from './phrases.ts';
import { type Concepts, type Match, matches, type Stretch, sentenceOf, spanOf, union } from './rule-matches.ts';
import { RULES, type Rule, WHOLE_SENTENCE } from './rule-table.ts';
import { agrees, urgentParts } from './second-reader.ts';
import { LASTING as LASTING_STATES, type States } from './states.ts';
import type { Message, Span } from './words.ts';

const MADE = RULES.filter(({ family }) => family.startsWith('@'));
const FAMILY_RULES = RULES.filter(({ family }) => !family.startsWith('@'));
/** Those that a lasting state can complete. */
const COMPLETED = FAMILY_RULES.filter(({ needs }) =>
  needs.some(({ circumstance, names }) => circumstance && names.some((name) => LASTING_STATES.has(name))),
);
/** Which of them begin with a need for this concept. */
const ASKING = new Map<string, number[]>();
FAMILY_RULES.forEach(({ needs }, index) => {
  for (const name of needs[0]?.names ?? []) ASKING.set(name, [...(ASKING.get(name) ?? []), index]);
});

/** What the rules ask about: a message as it was read. */
export type Told = { message: Message; found: readonly Found[]; concepts: Concepts; assertions: Assertions };

/** Where each family that somebody needs help with now stands in the message. */
export function familiesIn(told: Told): Map<string, Span> {
  return madeBy(rulesAsking(told.concepts), told);
}

/** The same of rules that a lasting state of the same person completes: "a headache and sparkles" of who is pregnant. */
export function familiesWith(states: States, told: Told): Map<string, Span> {
  for (const holder of ['self', 'other'] as const) {
    const families = madeBy(completedBy(states[holder]), told, holder);
    if (families.size > 0) return families;
  }
  return new Map();
}

/** The rules without what these states complete. Kept as long as the states: those that any record can hold are asked about with each message. */
function completedBy(states: ReadonlySet<string>): readonly Rule[] {
  if (states.size === 0) return [];
  const kept = completed.get(states);
  if (kept) return kept;
  const rules = COMPLETED.flatMap((rule) => withoutStates(rule, states));
  completed.set(states, rules);
  return rules;
}

const completed = new WeakMap<ReadonlySet<string>, readonly Rule[]>();

/** The rule without the circumstances that these states are; none if it needs none of them. */
function withoutStates(rule: Rule, states: ReadonlySet<string>): Rule[] {
  let weak: boolean = rule.weak;
  const needs = rule.needs.filter(({ circumstance, names }) => {
    const known = circumstance ? names.filter((name) => states.has(name)) : [];
    if (known.length > 0 && known.every((name) => LASTING_STATES.get(name))) weak = true;
    return known.length === 0;
  });
  return needs.length > 0 && needs.length < rule.needs.length ? [{ ...rule, needs, weak }] : [];
}

export function conceptsOf(message: Message, found: readonly Found[]): Concepts {
  const concepts = new Map<string, Found[]>();
  for (const one of found) put(concepts, one);
  for (const rule of MADE) {
    if (!isPossible(rule, concepts)) continue;
    for (const { from, to } of matches(rule, message, concepts)) put(concepts, { concept: rule.family, from, to });
  }
  return concepts;
}

/** `holder`: of whom the findings must be told. */
function madeBy(rules: readonly Rule[], told: Told, holder?: Holder): Map<string, Span> {
  const { message, concepts } = told;
  const families = new Map<string, Span>();
  const weak: Rule[] = [];
  for (const rule of rules) {
    if (!isPossible(rule, concepts) || families.has(rule.family)) continue;
    if (rule.weak) {
      weak.push(rule);
      continue;
    }
    const evidence = evidenceOf(rule, told, { holder });
    if (evidence) families.set(rule.family, spanOf(message, evidence));
  }
  return families.size > 0 ? families : weakFamily(weak, told, holder);
}

/** Of the weak frames in what sounds urgent the one that says most, and then the one that the second reader is surest of. */
function weakFamily(weak: readonly Rule[], told: Told, holder: Holder | undefined): Map<string, Span> {
  const families = new Map<string, Span>();
  const { message, found } = told;
  if (weak.length === 0) return families;
  let best = { needs: 0, vote: 0 };
  for (const { vote, ...part } of urgentParts(message, found)) {
    for (const rule of weak) {
      const needs = rule.needs.length;
      if (!agrees(vote, needs) || needs < best.needs || (needs === best.needs && vote <= best.vote)) continue;
      const evidence = evidenceOf(rule, told, { holder, within: part });
      if (!evidence) continue;
      best = { needs, vote };
      families.clear();
      families.set(rule.family, spanOf(message, evidence));
    }
  }
  return families;
}

/** Those whose first need is met: of some 400 rules, a message has what is needed for a handful. In the order of the table. */
function rulesAsking(concepts: Concepts): Rule[] {
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

function isPossible({ needs }: Rule, concepts: Concepts): boolean {
  for (const { names } of needs) if (!isMet(names, concepts)) return false;
  return true;
}

function isMet(names: readonly string[], concepts: Concepts): boolean {
  for (const name of names) if (concepts.has(name)) return true;
  return false;
}

/** `holder`: of whom it must be told, where it is asked of one person only. */
type Wanted = { holder: Holder | undefined; within?: Stretch };

function evidenceOf(rule: Rule, { message, concepts, assertions }: Told, { holder, within }: Wanted): Stretch | null {
  for (const match of matches(rule, message, concepts)) {
    if (within && (match.to < within.from || match.from > within.to)) continue;
    const told = toldIn(rule, match);
    if (isDeniedIn(rule, match, message, assertions) || isUnrelatedIn(rule, match, message, assertions)) continue;
    const finding = told[0] ?? match;
    if (holder && assertions.holderOf(spanOf(message, finding)) !== holder) continue;
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

const NO: ReadonlySet<string> = new Set(['no', 'not', 'without', 'never']);

/** A denial right before one of several words ("a lump, no pain"), unless the denial is itself part of it ("no … feeling"). */
function isDeniedIn({ needs }: Rule, { parts }: Match, message: Message, assertions: Assertions): boolean {
  const close = needs.filter(({ circumstance, reach }) => !circumstance && reach < WHOLE_SENTENCE);
  if (close.length < 2) return false;
  return needs.some(({ circumstance, reach }, nth) => {
    if (circumstance || reach >= WHOLE_SENTENCE) return false;
    const part = parts[nth] as Stretch;
    // "My testicle, no pain": there the denial stands between the two, and is part of neither.
    const isBetween = NO.has(message.tokens[part.from - 1]?.fold ?? '');
    const isPart = parts.some(({ to }) => to < part.from && to >= part.from - (isBetween ? 1 : 2));
    return !isPart && assertions.denied(spanOf(message, part));
  });
}

/** Heat and cold harm only who is in them. */
const EXPOSURE = 'heat_cold';

/** Signs with which some people live. A pain in the chest that is as always is still told to a doctor at once. */
const LASTING = new Set(['stroke', 'cauda_equina', 'eye', EXPOSURE]);

/** A circumstance from another sentence that has nothing to do with the finding. */
function isUnrelatedIn({ family, needs }: Rule, { parts }: Match, message: Message, assertions: Assertions): boolean {
  const finding = spanOf(message, parts[0] as Stretch);
  return needs.some(({ circumstance, lasts }, nth) => {
    if (!circumstance || lasts || nth === 0) return false;
    const told = spanOf(message, parts[nth] as Stretch);
    return !assertions.bearsOn(told, finding) || (family === EXPOSURE && assertions.isOfAnother(told, finding));
  });
}

function put(concepts: Map<string, Found[]>, one: Found): void {
  const known = concepts.get(one.concept);
  if (known) known.push(one);
  else concepts.set(one.concept, [one]);
}

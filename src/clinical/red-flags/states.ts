/**
 * What lasts: a pregnancy, diabetes, a blood thinner. Told in a message before, or on record, it is a circumstance of what the same person
 * tells now. red-flag-states.psv says which concepts last; rules.ts reads the rules that need one of them.
 */
import { createTextCache } from '../text/cache.ts';
import { listOf, readTable } from '../vocabulary/table.ts';
import { Assertions, type Holder } from './assertion.ts';
import { findAll } from './find-all.ts';
import { type Known, presentConcepts } from './known.ts';
import type { Found } from './phrases.ts';
import { type Message, readWords, type Token } from './words.ts';

/** The lasting concepts of the writer, and those of whoever else was told of. */
export type States = Readonly<Record<Holder, ReadonlySet<string>>>;

const ROWS = readTable('red-flag-states', ['concepts', 'told', 'weak']).map(({ concepts, told, weak }) => ({
  concepts: listOf(concepts),
  told: listOf(told),
  weak: weak !== '',
}));
/** Whether a rule that only this state completes needs the second reader, by concept. */
export const LASTING: ReadonlyMap<string, boolean> = new Map(
  ROWS.flatMap(({ concepts, weak }) => concepts.map((concept) => [concept, weak] as const)),
);
/** How many messages are looked back at. */
const BEFORE = 20;

const NONE: States = { self: new Set(), other: new Set() };
/** Whatever a record can hold of the writer. */
export const EVERY_STATE: States = { self: new Set(LASTING.keys()), other: new Set() };

const memory = createTextCache<States>();

/** What was told before, and what stands in the record. */
export function statesOf(earlier: readonly string[], known: Known): States {
  const self = new Set(presentConcepts(known).filter((concept) => LASTING.has(concept)));
  const other = new Set<string>();
  for (const message of earlier.slice(-BEFORE)) {
    const told = statesTold(message);
    for (const concept of told.self) self.add(concept);
    for (const concept of told.other) other.add(concept);
  }
  return self.size + other.size === 0 ? NONE : { self, other };
}

export function areNone({ self, other }: States): boolean {
  return self.size + other.size === 0;
}

function statesTold(text: string): States {
  return memory(text, () => {
    const message = readWords(text);
    const found = findAll(message);
    const states = { self: new Set<string>(), other: new Set<string>() };
    let assertions: Assertions | null = null;
    for (const { concepts, told } of ROWS) {
      for (const one of found) {
        if (!told.includes(one.concept)) continue;
        assertions ??= new Assertions(message);
        const holder = holderOf(message, one, assertions);
        if (holder) for (const concept of concepts) states[holder].add(concept);
      }
    }
    return states;
  });
}

function holderOf({ tokens }: Message, { from, to }: Found, assertions: Assertions): Holder | null {
  const [first, last] = [tokens[from] as Token, tokens[to] as Token];
  const span = { start: first.start, end: last.end };
  return assertions.holds(span, first.sentence, 'always') ? assertions.holderOf(span) : null;
}

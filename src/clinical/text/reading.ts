/** A text read once for all that is asked of it: tokens, triggers, clauses, and whom it is about. Every finding asks for the same text. */

import { createTextCache } from './cache.ts';
import { clauseStarts } from './clauses.ts';
import { type PersonSpan, peopleOf } from './people.ts';
import type { Stretch } from './places.ts';
import { indexFrom, startOf } from './places.ts';
import { type Section, sectionsOf } from './sections.ts';
import { sentencesOf } from './sentences.ts';
import { type Token, tokensOf } from './tokens.ts';
import { findTriggers, type Trigger } from './triggers.ts';

export type Reading = {
  tokens: readonly Token[];
  /** Which words there are: so that a search for a few words can be skipped at once. */
  words: ReadonlySet<string>;
  lowerCase: string;
  triggers: readonly Trigger[];
  /** Tokens at which a clause begins. */
  clauses: readonly number[];
  people: readonly PersonSpan[];
  sections: readonly Section[];
};

/** A turn asks about the message and about parts of it (what is to be recorded), in any order. */
const memory = createTextCache<Reading>();

export function readingOf(text: string): Reading {
  return memory(text, () => read(text));
}

function read(text: string): Reading {
  const tokens = tokensOf(text);
  const triggers = findTriggers(tokens);
  const clauses = clauseStarts(tokens);
  const sentences: Stretch[] = sentencesOf(text).map(({ start, end }) => ({
    start: firstFrom(tokens, start),
    end: firstFrom(tokens, end),
  }));
  return {
    tokens,
    words: new Set(tokens.map(({ word }) => word)),
    lowerCase: text.toLowerCase(),
    triggers,
    clauses,
    people: peopleOf(text, tokens, triggers, sentences, clauses),
    sections: sectionsOf(text, tokens, triggers),
  };
}

/** The first token that begins at this offset of the text, or later. */
export function firstFrom(tokens: readonly Token[], offset: number): number {
  return indexFrom(tokens, offset, startOf);
}

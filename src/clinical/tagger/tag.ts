/**
 * Finds medical stretches of a text by how they are written and what stands around them, also where the vocabulary knows no
 * such word. A small model, trained by test/train/tagger.ts; docs/decisions has the reasons and the figures.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createMemory } from '../text/memory.ts';
import { sentencesOf } from '../text/sentences.ts';
import { findTerms } from '../vocabulary/find-terms.ts';
import { decode } from './decode.ts';
import { kindsOf } from './features.ts';
import { SPAN_TYPES, type SpanType } from './labels.ts';
import { type Model, unpackModel } from './model.ts';
import { isLay } from './register.ts';
import { scoresOf } from './score.ts';
import { type Token, tokensOf } from './tokens.ts';

/** `score` is how sure the model is that these words are of this type: 0 to 1. */
export type TaggedSpan = { type: SpanType; start: number; end: number; score: number };

const WEIGHTS = join(import.meta.dirname, '..', 'data', 'tagger-weights.bin');

type Tagged = { spans: TaggedSpan[]; tokens: Token[]; outside: number[] };

let model: Model | undefined;
/** Several extractors ask for the same text. */
const memory = createMemory<Tagged>();

/** In reading order, never overlapping. */
export function tagText(text: string): TaggedSpan[] {
  return read(text).spans;
}

/** How sure the tagger is that nothing medical stands here: 0 to 1. */
export function refusalAt(text: string, start: number, end: number): number {
  const { tokens, outside } = read(text);
  let sum = 0;
  let count = 0;
  for (
    let index = firstAfter(tokens, start);
    index < tokens.length && (tokens[index] as Token).start < end;
    index += 1
  ) {
    sum += outside[index] as number;
    count += 1;
  }
  return count === 0 ? 1 : sum / count;
}

export function tagWith(model: Model, text: string): TaggedSpan[] {
  return tagAll(model, text).spans;
}

function read(text: string): Tagged {
  model ??= unpackModel(readFileSync(WEIGHTS));
  const trained = model;
  return memory(text, () => tagAll(trained, text));
}

function tagAll(model: Model, text: string): Tagged {
  const terms = findTerms(text);
  const lay = isLay(text);
  const all: Tagged = { spans: [], tokens: [], outside: [] };
  for (const { start, end } of sentencesOf(text)) {
    const tokens = tokensOf(text, start, end);
    const { spans, outside } = decode(
      scoresOf(model, text, tokens, kindsOf(tokens, terms), lay),
      model.transitions,
      tokens.length,
    );
    for (const { type, from, to, score } of spans) {
      const [first, final] = [tokens[from] as Token, tokens[to - 1] as Token];
      all.spans.push({ type: SPAN_TYPES[type] as SpanType, start: first.start, end: final.end, score });
    }
    all.tokens.push(...tokens);
    all.outside.push(...outside);
  }
  return all;
}

/** The first token that ends after this place. */
function firstAfter(tokens: readonly Token[], place: number): number {
  let [low, high] = [0, tokens.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((tokens[middle] as Token).end > place) high = middle;
    else low = middle + 1;
  }
  return low;
}

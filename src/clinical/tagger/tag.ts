/**
 * Finds medical stretches of a text by how they are written and what stands around them, also where the vocabulary knows no
 * such word. A small model, trained by test/train/tagger.ts; docs/decisions has the reasons and the figures.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sentencesOf } from '../text/sentences.ts';
import { findTerms, type TermMatch } from '../vocabulary/find-terms.ts';
import { decode } from './decode.ts';
import { featuresOf, kindsOf } from './features.ts';
import { LABEL_COUNT, SPAN_TYPES, type SpanType } from './labels.ts';
import { featureKey, type Model, unpackModel } from './model.ts';
import { isLay } from './register.ts';
import { type Token, tokensOf } from './tokens.ts';

/** `score` is how sure the model is that these words are of this type: 0 to 1. */
export type TaggedSpan = { type: SpanType; start: number; end: number; score: number };

const WEIGHTS = join(import.meta.dirname, '..', 'data', 'tagger-weights.bin');

type Tagged = { spans: TaggedSpan[]; tokens: Token[]; outside: number[] };

let model: Model | undefined;
/** The last text read: several extractors ask for the same one. */
let last: { text: string; tagged: Tagged } = { text: '', tagged: { spans: [], tokens: [], outside: [] } };

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
  if (last.text !== text) {
    model ??= unpackModel(readFileSync(WEIGHTS));
    last = { text, tagged: tagAll(model, text) };
  }
  return last.tagged;
}

function tagAll(model: Model, text: string): Tagged {
  const terms = findTerms(text);
  const lay = isLay(text);
  const all: Tagged = { spans: [], tokens: [], outside: [] };
  for (const { start, end } of sentencesOf(text)) {
    const tokens = tokensOf(text, start, end);
    const { spans, outside } = decode(scoresOf(model, text, tokens, terms, lay), model.transitions, tokens.length);
    for (const { type, from, to, score } of spans) {
      const [first, final] = [tokens[from] as Token, tokens[to - 1] as Token];
      all.spans.push({ type: SPAN_TYPES[type] as SpanType, start: first.start, end: final.end, score });
    }
    all.tokens.push(...tokens);
    all.outside.push(...outside);
  }
  return all;
}

function scoresOf(
  model: Model,
  text: string,
  tokens: readonly Token[],
  terms: readonly TermMatch[],
  lay: boolean,
): Float32Array {
  const { hashes, from } = featuresOf(text, tokens, kindsOf(tokens, terms), lay);
  const scores = new Float32Array(tokens.length * LABEL_COUNT);
  for (let index = 0; index < tokens.length; index += 1) {
    const row = index * LABEL_COUNT;
    for (let at = from[index] as number; at < (from[index + 1] as number); at += 1) {
      model.add(featureKey(hashes[at] as number), scores, row);
    }
  }
  return scores;
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

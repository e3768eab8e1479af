/**
 * Finds medical stretches of a text by how they are written and what stands around them, also where the vocabulary knows no
 * such word. A small model, trained by test/train/tagger.ts; docs/decisions has the reasons and the figures.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sentencesOf } from '../text/sentences.ts';
import { findTerms, type TermMatch } from '../vocabulary/find-terms.ts';
import { decode } from './decode.ts';
import { featuresOf, isLay, kindsOf } from './features.ts';
import { LABEL_COUNT, SPAN_TYPES, type SpanType } from './labels.ts';
import { featureKey, type Model, unpackModel } from './model.ts';
import { type Token, tokensOf } from './tokens.ts';

/** `score` is how sure the model is that these words are of this type: 0 to 1. */
export type TaggedSpan = { type: SpanType; start: number; end: number; score: number };

const WEIGHTS = join(import.meta.dirname, '..', 'data', 'tagger-weights.bin');

let model: Model | undefined;
/** The last text read: several extractors ask for the same one. */
let last: { text: string; spans: TaggedSpan[] } = { text: '', spans: [] };

export function tagText(text: string): TaggedSpan[] {
  if (last.text !== text) {
    model ??= unpackModel(readFileSync(WEIGHTS));
    last = { text, spans: tagWith(model, text) };
  }
  return last.spans;
}

export function tagWith(model: Model, text: string): TaggedSpan[] {
  const terms = findTerms(text);
  const lay = isLay(text);
  return sentencesOf(text).flatMap(({ start, end }) =>
    tagSentence(model, text, tokensOf(text, start, end), terms, lay),
  );
}

function tagSentence(
  model: Model,
  text: string,
  tokens: readonly Token[],
  terms: readonly TermMatch[],
  lay: boolean,
): TaggedSpan[] {
  const { hashes, from } = featuresOf(text, tokens, kindsOf(tokens, terms), lay);
  const scores = new Float32Array(tokens.length * LABEL_COUNT);
  for (let index = 0; index < tokens.length; index += 1) {
    const row = index * LABEL_COUNT;
    for (let at = from[index] as number; at < (from[index + 1] as number); at += 1) {
      model.add(featureKey(hashes[at] as number), scores, row);
    }
  }
  return decode(scores, model.transitions, tokens.length).map(({ type, from: first, to, score }) => ({
    type: SPAN_TYPES[type] as SpanType,
    start: (tokens[first] as Token).start,
    end: (tokens[to - 1] as Token).end,
    score,
  }));
}

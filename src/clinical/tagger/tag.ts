/**
 * Finds medical stretches of a text by how they are written and what stands around them, also where the vocabulary knows no
 * such word. A small model, trained by test/train/tagger.ts; docs/decisions has the reasons and the figures.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createMemory } from '../text/memory.ts';
import { type Stretch, sentencesOf } from '../text/sentences.ts';
import { findTerms } from '../vocabulary/find-terms.ts';
import { decode, outsideOf } from './decode.ts';
import { kindsOf } from './features.ts';
import { SPAN_TYPES, type SpanType } from './labels.ts';
import { type Model, unpackModel } from './model.ts';
import { overlapping } from './overlapping.ts';
import { isLay } from './register.ts';
import { scoresOf } from './score.ts';
import { type Token, tokensOf } from './tokens.ts';

/** `score` is how sure the model is that these words are of this type: 0 to 1. */
export type TaggedSpan = { type: SpanType; start: number; end: number; score: number };

const WEIGHTS = join(import.meta.dirname, '..', 'data', 'tagger-weights.bin');

/** What was made of a sentence. `scores` are kept for whoever asks how sure it is that nothing stands there. */
type Sentence = { spans: TaggedSpan[]; tokens: Token[]; scores: Float32Array };

let model: Model | undefined;
/** Several extractors ask for the same text, and not for all of its sentences: each is read when it is first asked for. */
const memory = createMemory<Map<number, Sentence>>();

/** In reading order, never overlapping. */
export function tagText(text: string): TaggedSpan[] {
  return tagSentences(text, sentencesOf(text));
}

/** The same for some of the sentences. */
export function tagSentences(text: string, sentences: readonly Stretch[]): TaggedSpan[] {
  const spans: TaggedSpan[] = [];
  for (const sentence of sentences) spans.push(...read(text, sentence).spans);
  return spans;
}

/** How sure the tagger is that nothing medical stands here: 0 to 1. */
export function refusalAt(text: string, place: Stretch): number {
  let sum = 0;
  let count = 0;
  for (const sentence of overlapping(sentencesOf(text), place)) {
    const { tokens, scores } = read(text, sentence);
    const outside = outsideOf(scores, trained().transitions, tokens.length);
    tokens.forEach(({ start, end }, index) => {
      if (end <= place.start || start >= place.end) return;
      sum += outside[index] as number;
      count += 1;
    });
  }
  return count === 0 ? 1 : sum / count;
}

/** For training: what these weights make of a text. */
export function tagWith(model: Model, text: string): TaggedSpan[] {
  return sentencesOf(text).flatMap((sentence) => tag(model, text, sentence).spans);
}

function read(text: string, sentence: Stretch): Sentence {
  const known = memory(text, () => new Map());
  const before = known.get(sentence.start);
  if (before) return before;
  const tagged = tag(trained(), text, sentence);
  known.set(sentence.start, tagged);
  return tagged;
}

function trained(): Model {
  model ??= unpackModel(readFileSync(WEIGHTS));
  return model;
}

function tag(model: Model, text: string, { start, end }: Stretch): Sentence {
  const tokens = tokensOf(text, start, end);
  const scores = scoresOf(model, text, tokens, kindsOf(tokens, findTerms(text)), isLay(text));
  const spans = decode(scores, model.transitions, tokens.length).map(({ type, from, to, score }) => ({
    type: SPAN_TYPES[type] as SpanType,
    start: (tokens[from] as Token).start,
    end: (tokens[to - 1] as Token).end,
    score,
  }));
  return { spans, tokens, scores };
}

/**
 * Finds medical stretches of a text by how they are written and what is around them, also where the vocabulary knows no
 * such word. A small model, trained by test/train/tagger.ts; docs/decisions has the reasons and the figures.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createTextCache } from '../text/cache.ts';
import type { Stretch } from '../text/places.ts';
import { indexFrom, overlapping, startOf } from '../text/places.ts';
import { sentencesOf } from '../text/sentences.ts';
import { findTerms, type TermMatch } from '../vocabulary/find-terms.ts';
import { chanceOf, decode } from './decode.ts';
import { kindsOf } from './features.ts';
import { LABEL_COUNT, OUTSIDE, SPAN_TYPES, type SpanType } from './labels.ts';
import { type Model, unpackModel } from './model.ts';
import { isLay } from './register.ts';
import { scoresOf } from './score.ts';
import { type Token, tokensOf } from './tokens.ts';

/** `score` is how sure the model is that these words are of this type: 0 to 1. */
export type TaggedSpan = { type: SpanType; start: number; end: number; score: number };

/** In characters; a term that began before a sentence may reach into it. */
const LONGEST_TERM = 200;
const WEIGHTS = join(import.meta.dirname, '..', 'data', 'tagger-weights.bin');

/** What was made of a sentence. */
type Sentence = { spans: TaggedSpan[]; tokens: Token[]; likely(): Float64Array };

const ENDS = new Set(['.', '!', '?']);

let model: Model | undefined;
/** What holds for a whole text: who writes, and which terms of the vocabulary are in it. */
type Whole = { text: string; lay: boolean; terms: readonly TermMatch[] };

/** Several extractors ask for the same text, and not for all of its sentences: each is read when it is first asked for. */
const memory = createTextCache<{ whole: Whole; sentences: Map<number, Sentence> }>();

/** In reading order, never overlapping. */
export function tagText(text: string): TaggedSpan[] {
  return tagSentences(text, sentencesOf(text));
}

/** The same for the sentences in which these places are. */
export function tagAround(text: string, places: readonly Stretch[]): TaggedSpan[] {
  if (places.length === 0) return [];
  return tagSentences(
    text,
    sentencesOf(text).filter((sentence) => overlapping(places, sentence).length > 0),
  );
}

function tagSentences(text: string, sentences: readonly Stretch[]): TaggedSpan[] {
  const spans: TaggedSpan[] = [];
  for (const sentence of sentences) spans.push(...read(text, sentence).spans);
  return spans;
}

/** How likely the words of a place belong to a type, and how likely to nothing: 0 to 1. */
export function chancesAt(text: string, place: Stretch, types: readonly SpanType[]): { of: number[]; none: number } {
  const of = types.map(() => 0);
  let none = 0;
  let count = 0;
  for (const sentence of overlapping(sentencesOf(text), place)) {
    const { tokens, likely } = read(text, sentence);
    tokens.forEach(({ start, end }, token) => {
      if (end <= place.start || start >= place.end) return;
      count += 1;
      none += likely()[token * LABEL_COUNT + OUTSIDE] as number;
      types.forEach((type, nth) => {
        of[nth] = (of[nth] as number) + chanceOf(likely(), token, SPAN_TYPES.indexOf(type));
      });
    });
  }
  return count === 0 ? { of, none: 1 } : { of: of.map((sum) => sum / count), none: none / count };
}

/** For training: what these weights make of a text. */
export function tagWith(model: Model, text: string): TaggedSpan[] {
  const whole = wholeOf(text);
  return sentencesOf(text).flatMap((sentence) => tag(model, whole, sentence).spans);
}

function read(text: string, sentence: Stretch): Sentence {
  const { whole, sentences } = memory(text, () => ({ whole: wholeOf(text), sentences: new Map() }));
  const before = sentences.get(sentence.start);
  if (before) return before;
  const tagged = tag(trained(), whole, sentence);
  sentences.set(sentence.start, tagged);
  return tagged;
}

function wholeOf(text: string): Whole {
  return { text, lay: isLay(text), terms: findTerms(text) };
}

function trained(): Model {
  model ??= unpackModel(readFileSync(WEIGHTS));
  return model;
}

function tag(model: Model, { text, lay, terms }: Whole, { start, end }: Stretch): Sentence {
  const tokens = tokensOf(text, start, end);
  const here = terms.slice(indexFrom(terms, start - LONGEST_TERM, startOf), indexFrom(terms, end, startOf));
  const words = tokens.map((token) => text.slice(token.start, token.end));
  // The same words are the same findings, whether or not a full stop was typed behind them.
  if (!ENDS.has(words.at(-1) ?? '')) words.push('.');
  const scores = scoresOf(model, words, kindsOf(tokens, here), lay);
  const { spans, likely } = decode(scores, model.transitions, words.length);
  const placed = spans
    .filter(({ to }) => to <= tokens.length)
    .map(({ type, from, to, score }) => ({
      type: SPAN_TYPES[type] as SpanType,
      start: (tokens[from] as Token).start,
      end: (tokens[to - 1] as Token).end,
      score,
    }));
  return { spans: placed, tokens, likely };
}

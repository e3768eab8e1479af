/** The quick way to a token's scores says the same as the features that training counts: else the weights would be read wrongly. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { kindsOf } from '../../src/clinical/tagger/features.ts';
import { LABEL_COUNT as L } from '../../src/clinical/tagger/labels.ts';
import { featureKey, unpackModel } from '../../src/clinical/tagger/model.ts';
import { isLay } from '../../src/clinical/tagger/register.ts';
import { scoresOf } from '../../src/clinical/tagger/score.ts';
import { tokensOf } from '../../src/clinical/tagger/tokens.ts';
import { findTerms } from '../../src/clinical/vocabulary/find-terms.ts';
import { featuresOf } from '../train/tagger-features.ts';

const MODEL = unpackModel(readFileSync(join(import.meta.dirname, '../../src/clinical/data/tagger-weights.bin')));

test.each([
  'Fever.',
  'I have had a dull ache (left side, since Monday) and take ibuprofen 400 mg three times a day.',
  'A 54-year-old woman presented with dyspnoea; hemoglobin was 8.2 g/dL (reference 12-15), CRP 41 mg/L.',
  'Ödem, 3,5 µg – “brain zaps”?! 120/80 120/80 120/80',
])('%s', (text) => {
  const tokens = tokensOf(text);
  const kinds = kindsOf(tokens, findTerms(text));
  const { hashes, from } = featuresOf(text, tokens, kinds, isLay(text));
  const sums = new Int32Array(tokens.length * L);
  for (let index = 0; index < tokens.length; index += 1) {
    for (let at = from[index] as number; at < (from[index + 1] as number); at += 1)
      MODEL.add(featureKey(hashes[at] as number), sums, index * L);
  }
  const scores = scoresOf(
    MODEL,
    tokens.map(({ start, end }) => text.slice(start, end)),
    kinds,
    isLay(text),
  );
  expect(scores.some((score) => score !== 0)).toBe(true);
  expect(scores).toEqual(Float32Array.from(sums, (sum) => sum * MODEL.scale));
});

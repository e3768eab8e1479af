/** The tagger finds words that are in no table, says where they are, and stays silent where nothing medical is said. */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { decode } from '../../src/clinical/tagger/decode.ts';
import { beginOf, insideOf, LABEL_COUNT as L, mayFollow } from '../../src/clinical/tagger/labels.ts';
import { unpackModel } from '../../src/clinical/tagger/model.ts';
import { tagText } from '../../src/clinical/tagger/tag.ts';
import { tokensOf } from '../../src/clinical/tagger/tokens.ts';
import { packClasses, packModel } from '../train/tagger-files.ts';

const DATA = join(import.meta.dirname, '../../src/clinical/data');
const found = (text: string, type: string) =>
  tagText(text)
    .filter((span) => span.type === type)
    .map(({ start, end }) => text.slice(start, end));

test('a medicine that no table knows is found where one is given, with its dose', () => {
  const text = 'She was treated with intravenous zolvirafine 250 mg twice daily for ten days.';
  expect(found(text, 'Medication').join(' ')).toContain('zolvirafine');
  expect(found(text, 'Dosage').join(' ')).toContain('250 mg');
});

test('results are found with their numbers', () => {
  expect(found('Laboratory tests showed a creatinine of 2.4 mg/dL and normal sodium.', 'Lab_value')).toEqual([
    '2.4 mg/dL',
    'normal',
  ]);
});

test("a patient's own words for a complaint are found", () => {
  const text = 'Since I started it I have terrible brain zaps, sweaty palms and no sex drive.';
  const complaints = [...found(text, 'Sign_symptom'), ...found(text, 'Disease_disorder')].join(', ');
  expect(complaints).toMatch(/brain zaps/);
  expect(complaints).toMatch(/sweaty palms/);
});

test('text about other things has no spans', () => {
  expect(tagText('Please book a table for two at the Italian place on Friday evening.')).toEqual([]);
  expect(tagText('')).toEqual([]);
  expect(tagText('   \n\t ')).toEqual([]);
});

test('spans stand in reading order, do not overlap, and begin and end at words, also over several sentences', () => {
  const text = 'I had a fever of 39 °C.\nThe doctor gave me amoxicillin 500 mg. Now my stomach cramps are worse 😟!';
  const spans = tagText(text);
  expect(spans.length).toBeGreaterThan(1);
  spans.forEach((span, index) => {
    expect(span.start).toBeGreaterThanOrEqual(spans[index - 1]?.end ?? 0);
    expect(text.slice(span.start, span.end)).toBe(text.slice(span.start, span.end).trim());
    expect(span.score).toBeGreaterThan(0);
    expect(span.score).toBeLessThanOrEqual(1.000001);
  });
});

test('the same text twice gives the same spans, whatever was read between', () => {
  const text = 'I have had heartburn and a rash since Monday.';
  const first = structuredClone(tagText(text));
  tagText('Something else.');
  expect(tagText(text)).toEqual(first);
});

test('a number and its unit are two tokens, a name with digits is one', () => {
  const text = "40mg HbA1c don't 1,200.5";
  expect(tokensOf(text).map(({ start, end }) => text.slice(start, end))).toEqual([
    '40',
    'mg',
    'HbA1c',
    "don't",
    '1,200.5',
  ]);
});

test('an inside label never opens a span, and a span ends where another begins', () => {
  const scores = new Float32Array(4 * L);
  scores[insideOf(0)] = 9;
  scores[1 * L + beginOf(1)] = 9;
  scores[2 * L + beginOf(1)] = 9;
  scores[3 * L + insideOf(1)] = 9;
  const transitions = Float32Array.from({ length: L * L }, (_, at) =>
    mayFollow(Math.floor(at / L), at % L) ? 0 : -1e4,
  );
  const spans = decode(scores, transitions, 4).spans.map(({ type, from, to }) => [type, from, to]);
  expect(spans.at(-1)).toEqual([1, 2, 4]);
  expect(spans).toContainEqual([1, 1, 2]);
});

test('weights come back from the file as they were put in, within one step of a byte', () => {
  const transitions = new Float32Array(L * L).fill(0.5);
  const features = [5, 70_000, 66_000_000].map((feature, at) => ({ feature, weights: [[at, 1.27 - at]] as const }));
  const model = unpackModel(packModel(features, transitions));
  const sums = new Int32Array(L);
  for (const { feature } of features) model.add(feature, sums, 0);
  model.add(6, sums, 0);
  expect([...sums.subarray(0, 4)].map((sum) => Math.round(sum * model.scale * 100) / 100)).toEqual([
    1.27, 0.27, -0.73, 0,
  ]);
  expect(() => unpackModel(packClasses([]))).toThrow(/train again/);
});

test('the weights stay small', () => {
  const size = ['tagger-weights.bin', 'tagger-classes.bin'].reduce(
    (sum, file) => sum + statSync(join(DATA, file)).size,
    0,
  );
  expect(size).toBeLessThan(1.5 * 1024 * 1024);
});

/**
 * Trains the tagger and writes its weights:
 *
 *   node --import tsx test/train/tagger.ts --data DIR [--all] [--prune 0.1] [--sizes] [--dry]
 *
 * Without `--all` a fifth of the documents is held out and judged; the shipped weights are trained on all of them. The same data,
 * vocabulary and seed give the same file. Train again whenever the vocabulary or the features have changed.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { LABEL_COUNT as L, SPAN_TYPES } from '../../src/clinical/tagger/labels.ts';
import { featureKey, type Model, unpackModel } from '../../src/clinical/tagger/model.ts';
import { tagWith } from '../../src/clinical/tagger/tag.ts';
import { hashOf } from '../../src/clinical/tagger/token-facts.ts';
import { useClasses } from '../../src/clinical/tagger/word-classes.ts';
import { spanScores } from '../eval/spans.ts';
import { wordClasses } from './tagger-classes.ts';
import { type Example, exampleOf, readCorpus, seenTexts } from './tagger-corpus.ts';
import { type Learned, learn, type Sample } from './tagger-crf.ts';
import { type FeatureWeights, packClasses, packModel } from './tagger-files.ts';
import { readNames, swapped } from './tagger-swaps.ts';

const { values } = parseArgs({
  options: {
    data: { type: 'string', default: '../shared/data' },
    all: { type: 'boolean', default: false },
    prune: { type: 'string', default: '0.1' },
    dry: { type: 'boolean', default: false },
    sizes: { type: 'boolean', default: false },
  },
});
const DATA = join(import.meta.dirname, '../../src/clinical/data');
const SETTINGS = { epochs: 12, averaged: 5, alpha: 0.1, l1: 1, l2: 0.5, dropout: 0.5 };
/** A feature seen once or twice teaches nothing about the next text: docs/decisions/015 has the figures on a fold of its own. */
const SEEN_AT_LEAST = 3;
const SWAPPED_SHARE = 0.5;
const SEED = 7;
/** What `--sizes` compares: how much smaller the file is without the small weights, and what that costs. */
const PRUNES = [0.02, 0.1, 0.15, 0.2, 0.3];
/** How many fine and how many coarse classes of words. */
const CLASSES = [200, 40];

const began = Date.now();
const random = seeded(SEED);
const classes = packClasses(classesFrom(values.data));
useClasses(classes);
const { training, unseen } = readCorpus(values.data, values.all);
const names = readNames(values.data);
const copies = training.flatMap(({ row }) => {
  if (!row.id.startsWith('maccrobat')) return [];
  const copy = swapped(row, names, SWAPPED_SHARE, random);
  return copy ? [exampleOf(copy)] : [];
});
const examples = [...training, ...copies];
const ids = numbered(examples);
print(`${examples.length} sentences (${copies.length} with other names), ${ids.size} features`);
const learned = learn(
  examples.map((example) => sampleOf(example, ids)),
  ids.size,
  SETTINGS,
  random,
);
const file = packModel(rowsOf(learned, ids, Number(values.prune)), learned.transitions);
const model = unpackModel(file);
if (!values.dry) {
  writeFileSync(join(DATA, 'tagger-classes.bin'), classes);
  writeFileSync(join(DATA, 'tagger-weights.bin'), file);
}
print(
  `${kib(file)} KiB of weights, ${kib(classes)} KiB of word classes, after ${((Date.now() - began) / 1000).toFixed(0)} s`,
);
if (values.sizes) for (const prune of PRUNES) sizeLine(prune);
if (!values.all) report('held out', unseen, model);
report('training', training, model);

function classesFrom(dataDir: string): [hash: number, fine: number, coarse: number][] {
  const found = wordClasses(dataDir, seenTexts(dataDir, values.all), CLASSES, random);
  return [...found].map(([word, [fine = 0, coarse = 0]]) => [hashOf(word), fine, coarse]);
}

/** Features that occur often enough, each with a number of its own. */
function numbered(examples: readonly Example[]): Map<number, number> {
  const counts = new Map<number, number>();
  for (const { features } of examples) {
    for (const hash of features.hashes) counts.set(featureKey(hash), (counts.get(featureKey(hash)) ?? 0) + 1);
  }
  const ids = new Map<number, number>();
  for (const [feature, count] of counts) if (count >= SEEN_AT_LEAST) ids.set(feature, ids.size);
  return ids;
}

function sampleOf({ features, gold }: Example, ids: ReadonlyMap<number, number>): Sample {
  const kept: number[] = [];
  const from = new Uint32Array(gold.length + 1);
  for (let t = 0; t < gold.length; t += 1) {
    for (let at = features.from[t] as number; at < (features.from[t + 1] as number); at += 1) {
      const id = ids.get(featureKey(features.hashes[at] as number));
      if (id !== undefined) kept.push(id);
    }
    from[t + 1] = kept.length;
  }
  return { ids: Uint32Array.from(kept), from, gold };
}

function rowsOf({ weights }: Learned, ids: ReadonlyMap<number, number>, prune: number): FeatureWeights[] {
  return [...ids].flatMap(([feature, id]) => {
    const row = [...weights.subarray(id * L, id * L + L)].map((weight, label) => [label, weight] as const);
    const kept = row.filter(([, weight]) => Math.abs(weight) >= prune);
    return kept.length > 0 ? [{ feature, weights: kept }] : [];
  });
}

/** Overlap and strict F1 of each type, as the product would read the rows. Only rows that say this type at all are gold for it. */
function report(part: string, examples: readonly Example[], model: Model): void {
  print(
    `\n${part.padEnd(24)}${'precision'.padStart(10)}${'recall'.padStart(8)}${'F1'.padStart(8)}${'strict'.padStart(8)}${'gold'.padStart(7)}`,
  );
  const rows = examples.map(({ row }) => ({ row, found: tagWith(model, row.text) }));
  const reports = rows.filter(({ row }) => row.id.startsWith('maccrobat'));
  for (const type of SPAN_TYPES) {
    line(type, reports, (span) => span.type === type);
  }
  const complaint = (type: string) => type === 'Sign_symptom' || type === 'Disease_disorder';
  line(
    'lay complaint',
    rows.filter(({ row }) => row.id.startsWith('psytar')),
    ({ type }) => complaint(type) || !SPAN_TYPES.some((known) => known === type),
  );
}

/** The size of the file at one threshold, and the mean F1 over the five types that are promised. */
function sizeLine(prune: number): void {
  const file = packModel(rowsOf(learned, ids, prune), learned.transitions);
  const model = unpackModel(file);
  const reports = unseen.filter(({ row }) => row.id.startsWith('maccrobat'));
  const rows = reports.map(({ row }) => ({ row, found: tagWith(model, row.text) }));
  const f1s = SPAN_TYPES.slice(0, 5).map((type) => {
    const of = <T extends { type: string }>(spans: readonly T[]) => spans.filter((span) => span.type === type);
    const judged = rows.map(({ row, found }) => ({ text: row.text, gold: of(row.entities), found: of(found) }));
    return spanScores(type, judged).find(({ name }) => name.endsWith('overlap.f1'))?.value ?? 0;
  });
  print(
    `weights from ${prune}: ${kib(file)} KiB, mean F1 ${(f1s.reduce((sum, f1) => sum + f1, 0) / f1s.length).toFixed(3)}`,
  );
}

type Found = { row: Example['row']; found: ReturnType<typeof tagWith> };
function line(name: string, rows: readonly Found[], counts: (span: { type: string }) => boolean): void {
  const judged = rows.map(({ row, found }) => ({
    text: row.text,
    gold: row.entities.filter(counts),
    found: found.filter(counts),
  }));
  const [precision, recall, f1, , , strict] = spanScores(name, judged).map(({ value }) => value.toFixed(3));
  const gold = judged.reduce((sum, one) => sum + one.gold.length, 0);
  print(
    `${name.padEnd(24)}${precision?.padStart(10)}${recall?.padStart(8)}${f1?.padStart(8)}${strict?.padStart(8)}${String(gold).padStart(7)}`,
  );
}

function kib(file: Buffer): string {
  return (file.length / 1024).toFixed(0);
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** Mulberry32: small, and the same on every machine. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

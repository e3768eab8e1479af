/**
 * Groups words by the company they keep, from text without labels: words that stand between the same neighbours ("nausea",
 * "dizziness") come to stand in one class, so that what is learned of one is known of the other. Counts of neighbours, made
 * into a matrix of positive pointwise mutual information, its main directions, and k-means over them.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { wordKey } from '../../src/clinical/tagger/token-facts.ts';
import { tokensOf } from '../../src/clinical/tagger/tokens.ts';

export type WordClasses = Map<string, number[]>;

const FILES: readonly [string, readonly string[]][] = [
  ['corpus/nih_consumer_health_docs.jsonl', ['text']],
  ['corpus/elife_clinical_abstracts.jsonl', ['title', 'abstract']],
  ['corpus/medlineplus_lab_tests.jsonl', ['what', 'used_for', 'results_mean']],
  ['corpus/clinicaltrials_records.jsonl', ['title', 'summary', 'interventions', 'primary_outcome']],
  ['extraction/mts_dialog.jsonl', ['dialogue', 'note']],
  ['triage/health_open.jsonl', ['text']],
];
const NEIGHBOURS = 1500;
const SEEN_AT_LEAST = 4;
const DIRECTIONS = 48;
const ROUNDS = 12;

type Sparse = { columns: Uint32Array; values: Float32Array }[];

export function wordClasses(
  dataDir: string,
  texts: readonly string[],
  sizes: readonly number[],
  random: () => number,
): WordClasses {
  const sentences = [...FILES.flatMap(([file, fields]) => textsOf(join(dataDir, file), fields)), ...texts].map(keysOf);
  const counts = new Map<string, number>();
  for (const keys of sentences) for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  const ranked = [...counts]
    .filter(([, count]) => count >= SEEN_AT_LEAST)
    .sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
  const words = ranked.map(([word]) => word);
  const vectors = mainDirections(pmi(sentences, words), 2 * NEIGHBOURS, random);
  const groupings = sizes.map((size) => kMeans(vectors, size, random));
  return new Map(words.map((word, at) => [word, groupings.map((grouping) => grouping[at] as number)]));
}

function textsOf(file: string, fields: readonly string[]): string[] {
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .flatMap((line) => {
      const row = JSON.parse(line) as Record<string, unknown>;
      return fields.flatMap((field) => (typeof row[field] === 'string' ? [row[field] as string] : []));
    });
}

function keysOf(text: string): string[] {
  return tokensOf(text).map(({ start, end }) => wordKey(text.slice(start, end)));
}

/** For each word, how much more often than by chance each frequent word stands left of it, and right of it. */
function pmi(sentences: readonly string[][], words: readonly string[]): Sparse {
  const numbers = new Map(words.map((word, at) => [word, at]));
  const rows = words.map(() => new Map<number, number>());
  for (const keys of sentences) {
    const ids = keys.map((key) => numbers.get(key) ?? -1);
    ids.forEach((id, at) => {
      if (id < 0) return;
      const row = rows[id] as Map<number, number>;
      for (const [step, offset] of [
        [-1, 0],
        [1, NEIGHBOURS],
      ] as const) {
        const other = ids[at + step] ?? -1;
        if (other >= 0 && other < NEIGHBOURS) row.set(other + offset, (row.get(other + offset) ?? 0) + 1);
      }
    });
  }
  const columnSums = new Float64Array(2 * NEIGHBOURS);
  const rowSums = rows.map((row) => [...row.values()].reduce((sum, count) => sum + count, 0));
  for (const row of rows)
    for (const [column, count] of row) columnSums[column] = (columnSums[column] as number) + count ** 0.75;
  const all = columnSums.reduce((sum, value) => sum + value, 0);
  return rows.map((row, at) => {
    const cells = [...row]
      .map(
        ([column, count]) =>
          [column, Math.log((count * all) / ((rowSums[at] as number) * (columnSums[column] as number)))] as const,
      )
      .filter(([, value]) => value > 0);
    return {
      columns: Uint32Array.from(cells, ([column]) => column),
      values: Float32Array.from(cells, ([, value]) => value),
    };
  });
}

/** The strongest directions of the matrix by subspace iteration, and each word's place in them, at length one. */
function mainDirections(matrix: Sparse, columns: number, random: () => number): Float32Array[] {
  let basis = Array.from({ length: columns }, () => Float32Array.from({ length: DIRECTIONS }, () => random() - 0.5));
  for (let round = 0; round < 4; round += 1) {
    const places = project(matrix, basis);
    basis = Array.from({ length: columns }, () => new Float32Array(DIRECTIONS));
    matrix.forEach(({ columns: at, values }, row) => {
      at.forEach((column, cell) => {
        addTo(basis[column] as Float32Array, places[row] as Float32Array, values[cell] as number);
      });
    });
    orthogonal(basis);
  }
  const places = project(matrix, basis);
  for (const place of places) {
    const length = Math.sqrt(place.reduce((sum, value) => sum + value * value, 0)) || 1;
    place.forEach((value, at) => {
      place[at] = value / length;
    });
  }
  return places;
}

function project(matrix: Sparse, basis: readonly Float32Array[]): Float32Array[] {
  return matrix.map(({ columns, values }) => {
    const place = new Float32Array(DIRECTIONS);
    columns.forEach((column, cell) => {
      addTo(place, basis[column] as Float32Array, values[cell] as number);
    });
    return place;
  });
}

/** Gram-Schmidt over the columns. */
function orthogonal(basis: readonly Float32Array[]): void {
  for (let a = 0; a < DIRECTIONS; a += 1) {
    for (let b = 0; b < a; b += 1) {
      let dot = 0;
      for (const row of basis) dot += (row[a] as number) * (row[b] as number);
      for (const row of basis) row[a] = (row[a] as number) - dot * (row[b] as number);
    }
    let length = 0;
    for (const row of basis) length += (row[a] as number) ** 2;
    length = Math.sqrt(length) || 1;
    for (const row of basis) row[a] = (row[a] as number) / length;
  }
}

function kMeans(vectors: readonly Float32Array[], size: number, random: () => number): Uint8Array {
  let centres: Float32Array[] = Array.from({ length: size }, () =>
    Float32Array.from(vectors[Math.floor(random() ** 2 * vectors.length)] as Float32Array),
  );
  const grouping = new Uint8Array(vectors.length);
  for (let round = 0; round < ROUNDS; round += 1) {
    vectors.forEach((vector, at) => {
      let top = Number.NEGATIVE_INFINITY;
      centres.forEach((centre, number) => {
        let dot = 0;
        for (let d = 0; d < DIRECTIONS; d += 1) dot += (vector[d] as number) * (centre[d] as number);
        if (dot > top) {
          top = dot;
          grouping[at] = number;
        }
      });
    });
    const sums = centres.map(() => new Float32Array(DIRECTIONS));
    vectors.forEach((vector, at) => {
      addTo(sums[grouping[at] as number] as Float32Array, vector, 1);
    });
    centres = sums.map((sum, number) => {
      const length = Math.sqrt(sum.reduce((total, value) => total + value * value, 0));
      return length === 0 ? (centres[number] as Float32Array) : sum.map((value) => value / length);
    });
  }
  return grouping;
}

function addTo(sum: Float32Array, vector: Float32Array, times: number): void {
  for (let d = 0; d < DIRECTIONS; d += 1) sum[d] = (sum[d] as number) + times * (vector[d] as number);
}

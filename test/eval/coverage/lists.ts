/** Public lists of names to hold the vocabulary against: an entry is known if the vocabulary knows one of its names. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { termNamed } from '../../../src/clinical/vocabulary/find-terms.ts';
import type { TermKind } from '../../../src/clinical/vocabulary/term.ts';

export type Entry = { names: string[] };

export type List = { name: string; kinds: readonly TermKind[]; entries: Entry[] };

const FINDINGS: readonly TermKind[] = ['condition', 'symptom'];
/** What a topic for patients may be about. */
const TOPICS: readonly TermKind[] = ['condition', 'symptom', 'drug', 'observation', 'procedure', 'allergen'];

export function readLists(dataDir: string): List[] {
  const rows = (file: string) => readTsv(join(dataDir, 'vocab', file));
  const topics = rows('lay_topics_medquad.tsv');
  const healthTopics = topics.filter(({ collections }) => collections?.includes('MPlus_Health_Topics'));
  const known = new Set(topics.flatMap((row) => namesOf(row, 'name')).map((name) => name.toLowerCase()));
  const doid = rows('diseases_doid.tsv').map((row) => ({ names: namesOf(row, 'name') }));
  const mesh = rows('diseases_mesh.tsv');
  const isCommon = ({ names }: Entry) => names.some((name) => known.has(name.toLowerCase()));
  return [
    // Of 12,000 diseases those that the National Library of Medicine has a page for patients about.
    { name: 'DOID, with a page for patients', kinds: FINDINGS, entries: doid.filter(isCommon) },
    {
      name: 'MeSH diseases, with a page for patients',
      kinds: FINDINGS,
      entries: mesh.map((row) => ({ names: namesOf(row, 'name') })).filter(isCommon),
    },
    {
      name: 'MeSH signs and symptoms',
      kinds: FINDINGS,
      entries: mesh.filter((row) => row.is_sign_or_symptom === '1').map((row) => ({ names: namesOf(row, 'name') })),
    },
    {
      name: 'MedlinePlus health topics: diseases',
      kinds: TOPICS,
      entries: healthTopics
        .filter(({ category }) => category === 'Disease')
        .map((row) => ({ names: namesOf(row, 'name') })),
    },
    {
      name: 'MedlinePlus health topics: other',
      kinds: TOPICS,
      entries: healthTopics
        .filter(({ category }) => category !== 'Disease')
        .map((row) => ({ names: namesOf(row, 'name') })),
    },
    {
      name: 'MedlinePlus encyclopedia: diseases',
      kinds: TOPICS,
      entries: topics
        .filter(({ category, collections }) => category === 'Disease' && collections?.includes('ADAM'))
        .map((row) => ({ names: namesOf(row, 'name') })),
    },
    {
      name: 'SYMP symptoms',
      kinds: FINDINGS,
      entries: rows('symptoms_symp.tsv').map((row) => ({ names: namesOf(row, 'name') })),
    },
    {
      name: 'MedlinePlus lab tests',
      kinds: ['observation', 'procedure'],
      entries: rows('lab_tests_medlineplus.tsv').map((row) => ({
        names: [...namesOf(row, 'test'), ...split(row.other_names)].map((name) =>
          name.replace(/\s*\(.*?\)|\s+tests?$/gi, ''),
        ),
      })),
    },
    {
      name: 'MedlinePlus drugs',
      kinds: ['drug'],
      entries: rows('drugs_medlineplus_index.tsv').map((row) => ({ names: namesOf(row, 'name') })),
    },
  ];
}

/** Which entries of a list the vocabulary does not know. */
export function missingOf({ entries, kinds }: List): Entry[] {
  return entries.filter(({ names }) => !names.some((name) => termNamed(name, kinds)));
}

/** Three-character categories of diseases and symptoms (A to R, without the chapters of birth and injury). */
export function icdCategories(dataDir: string): { code: string; title: string }[] {
  return readTsv(join(dataDir, 'vocab', 'icd10cm_categories.tsv')).flatMap(({ code, title }) =>
    code && title ? [{ code, title }] : [],
  );
}

export function readTsv(file: string): Record<string, string>[] {
  const [head = '', ...lines] = readFileSync(file, 'utf8').split('\n');
  const columns = head.split('\t');
  return lines
    .filter((line) => line !== '')
    .map((line) => Object.fromEntries(line.split('\t').map((cell, index) => [columns[index] ?? '', cell])));
}

function namesOf(row: Record<string, string>, column: string): string[] {
  return [row[column] ?? '', ...split(row.synonyms)].filter(Boolean);
}

function split(cell = ''): string[] {
  return cell
    .split('|')
    .map((name) => name.trim())
    .filter(Boolean);
}

/** What share of the things that annotators marked the vocabulary alone finds, and what it finds where there is nothing. */
import { join } from 'node:path';
import { findTerms, termNamed } from '../../../src/clinical/vocabulary/find-terms.ts';
import type { TermKind } from '../../../src/clinical/vocabulary/term.ts';
import { type GoldRow, isUnseen } from '../gold.ts';
import type { DataFolder } from '../rows.ts';
import { readTsv } from './lists.ts';

export type Coverage = { name: string; seen: Share; unseen: Share; missing: Map<string, number> };
export type Share = { found: number; all: number };

const FINDINGS: readonly TermKind[] = ['condition', 'symptom'];
export const NON_HEALTH = 'triage/non_health';
export const GOLD: readonly { name: string; set: string; types: readonly string[]; kinds: readonly TermKind[] }[] = [
  { name: 'maccrobat.Disease_disorder', set: 'extraction/maccrobat', types: ['Disease_disorder'], kinds: FINDINGS },
  { name: 'maccrobat.Sign_symptom', set: 'extraction/maccrobat', types: ['Sign_symptom'], kinds: FINDINGS },
  { name: 'maccrobat.Medication', set: 'extraction/maccrobat', types: ['Medication'], kinds: ['drug'] },
  {
    name: 'psytar.complaint',
    set: 'extraction/psytar_lay',
    types: ['ADR', 'Withdrawal', 'SignSymptomIllness', 'DrugIndication'],
    kinds: FINDINGS,
  },
];

export async function goldCoverage(data: DataFolder): Promise<Coverage[]> {
  const all: Coverage[] = [];
  for (const { name, set, types, kinds } of GOLD) {
    const coverage: Coverage = { name, seen: { found: 0, all: 0 }, unseen: { found: 0, all: 0 }, missing: new Map() };
    await data.judge<GoldRow, void>(set, (row) => {
      const terms = findTerms(row.text).filter(({ term }) => kinds.includes(term.kind));
      const unseen = isUnseen(row);
      for (const { start, end } of row.entities.filter(({ type }) => types.includes(type))) {
        const share = unseen ? coverage.unseen : coverage.seen;
        share.all += 1;
        if (terms.some((term) => term.start < end && start < term.end)) share.found += 1;
        // What is missing in the held-out part nobody looks at.
        else if (!unseen) count(coverage.missing, row.text.slice(start, end).toLowerCase());
      }
    });
    all.push(coverage);
  }
  return all;
}

/** Terms in messages that have nothing to do with health: how many messages have one, and which words they are. */
export async function falseTerms(data: DataFolder): Promise<{
  messages: number;
  withTerm: number;
  guesses: number;
  words: Map<string, number>;
}> {
  const words = new Map<string, number>();
  let withTerm = 0;
  let guesses = 0;
  const rows = await data.judge<{ text: string }, void>(NON_HEALTH, ({ text }) => {
    const terms = findTerms(text).filter(({ term }) =>
      ['condition', 'symptom', 'drug', 'observation', 'procedure'].includes(term.kind),
    );
    if (terms.length > 0) withTerm += 1;
    for (const { text: written, fuzzy, term } of terms) {
      if (fuzzy) guesses += 1;
      count(words, `${written.toLowerCase()} (${fuzzy ? 'guess: ' : ''}${term.name})`);
    }
  });
  return { messages: rows.length, withTerm, guesses, words };
}

/** Real names of substances that we do not have, and take for a typing error in one that we have. */
export function wrongGuesses(dataDir: string): { names: number; wrong: Map<string, number> } {
  const wrong = new Map<string, number>();
  let names = 0;
  for (const { name = '' } of readTsv(join(dataDir, 'vocab', 'drugs_rxnorm_names.tsv'))) {
    if (!/^[a-z]{6,}$/i.test(name) || termNamed(name)) continue;
    names += 1;
    const [guess] = findTerms(name.toLowerCase());
    if (guess?.fuzzy) count(wrong, `${name} -> ${guess.term.name}`);
  }
  return { names, wrong };
}

function count(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

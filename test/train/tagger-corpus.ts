/**
 * Turns the gold sentences of the data folder into what the tagger learns from: tokens, features and one label for each
 * token. Rows are split by document, so that the sentences of a held-out document are never in the training part.
 */
import { join } from 'node:path';
import { dosesIn } from '../../src/clinical/medicines/dosage.ts';
import { kindsOf } from '../../src/clinical/tagger/features.ts';
import { beginOf, insideOf, SPAN_TYPES, type SpanType } from '../../src/clinical/tagger/labels.ts';
import { isLay } from '../../src/clinical/tagger/register.ts';
import { type Token, tokensOf } from '../../src/clinical/tagger/tokens.ts';
import { findTerms, type TermMatch } from '../../src/clinical/vocabulary/find-terms.ts';
import { type GoldRow, type GoldSpan, isUnseen } from '../eval/gold.ts';
import { readRows } from '../eval/rows.ts';
import { type Features, featuresOf } from './tagger-features.ts';

export type Example = { row: GoldRow; tokens: Token[]; features: Features; gold: Uint8Array };

/** PsyTAR has its own types: all of them are complaints or illnesses, and the vocabulary knows which of the two. */
const COMPLAINTS: ReadonlySet<string> = new Set(['ADR', 'Withdrawal', 'SignSymptomIllness', 'DrugIndication']);
const FILES = ['extraction/maccrobat2020_sentences.jsonl', 'extraction/psytar_lay_sentences.jsonl'];
/** Messages about anything else: nothing in them is medical, whatever the words. */
const OTHER_TALK = 'triage/non_health_open.jsonl';

/** `all`: nothing is held out. */
export function readCorpus(dataDir: string, all: boolean): { training: Example[]; unseen: Example[] } {
  const examples = rowsIn(dataDir, FILES).map(exampleOf);
  const otherTalk = rowsIn(dataDir, [OTHER_TALK]).map((row) => exampleOf({ ...row, entities: [] }));
  return {
    training: [...examples, ...otherTalk].filter(({ row }) => all || !isUnseen(row)),
    unseen: examples.filter(({ row }) => isUnseen(row)),
  };
}

/** The words of the training part, without their labels. */
export function seenTexts(dataDir: string, all: boolean): string[] {
  return rowsIn(dataDir, FILES).flatMap((row) => (!all && isUnseen(row) ? [] : [row.text]));
}

function rowsIn(dataDir: string, files: readonly string[]): GoldRow[] {
  return files.flatMap((file) => readRows<GoldRow>(join(dataDir, file))).filter(({ text }) => text.trim() !== '');
}

export function exampleOf(row: GoldRow): Example {
  const tokens = tokensOf(row.text);
  const terms = findTerms(row.text);
  const features = featuresOf(row.text, tokens, kindsOf(tokens, terms), isLay(row.text));
  const gold = new Uint8Array(tokens.length);
  const spans = [...row.entities, ...unmarked(row, terms)]
    .map((span) => {
      if (!COMPLAINTS.has(span.type)) return span;
      const known = terms.find(({ start, end }) => start < span.end && span.start < end);
      return { ...span, type: known?.term.kind === 'condition' ? 'Disease_disorder' : 'Sign_symptom' };
    })
    .filter(({ type }) => SPAN_TYPES.includes(type as SpanType))
    .sort((a, b) => SPAN_TYPES.indexOf(a.type as SpanType) - SPAN_TYPES.indexOf(b.type as SpanType));
  for (const { type, start, end } of spans) {
    const covered = tokens.flatMap((token, index) => (token.start < end && start < token.end ? [index] : []));
    if (covered.some((index) => gold[index] !== 0)) continue;
    const number = SPAN_TYPES.indexOf(type as SpanType);
    covered.forEach((index, nth) => {
      gold[index] = nth === 0 ? beginOf(number) : insideOf(number);
    });
  }
  return { row, tokens, features, gold };
}

/** PsyTAR marks complaints alone. Its medicines and doses are marked here by the rules, or the tagger would learn that they are not. */
function unmarked({ id, text }: GoldRow, terms: readonly TermMatch[]): GoldSpan[] {
  if (!id.startsWith('psytar')) return [];
  return [
    ...terms.filter(({ term }) => term.kind === 'drug').map(({ start, end }) => ({ type: 'Medication', start, end })),
    ...dosesIn(text).map(({ start, end }) => ({ type: 'Dosage', start, end })),
  ];
}

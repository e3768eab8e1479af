/**
 * What the product finds in text that clinicians and patients wrote, by type, against gold spans. Conditions, symptoms and
 * medicines are the mentions of the extractors; doses and results are spans of their own. The shipped weights have learned from all
 * documents of the development folder, so its figures flatter; any other folder gives honest ones. `--held-out` scores a fifth apart
 * (`.held_out`), for weights that were trained without it.
 */
import { dosagesIn } from '../../../src/clinical/medicines/dosage.ts';
import { labValueSpans } from '../../../src/clinical/tagger/value-spans.ts';
import { findTerms, type TermKind } from '../../../src/clinical/vocabulary/find-terms.ts';
import type { MentionInput } from '../../../src/record/mention.ts';
import { type GoldRow, isUnseen } from '../gold.ts';
import type { Reader } from '../reader.ts';
import { readSet } from '../rows.ts';
import type { Scored, Scorer } from '../scorer.ts';
import { type Judged, type Span, spanConfusions, spanScores } from '../spans.ts';

type Found = { mentions: MentionInput[]; text: string };
type Type = {
  name: string;
  /** The gold types that count as this one. */
  gold: readonly string[];
  find(found: Found): Span[];
  target?: number;
};

const ofKind =
  (...kinds: string[]) =>
  ({ mentions }: Found): Span[] =>
    places(mentions.filter(({ kind }) => kinds.includes(kind)));

const CASE_REPORTS: readonly Type[] = [
  { name: 'Medication', gold: ['Medication'], find: ofKind('medication'), target: 0.72 },
  { name: 'Dosage', gold: ['Dosage'], find: ({ text }) => dosagesIn(text), target: 0.75 },
  { name: 'Lab_value', gold: ['Lab_value'], find: ({ text }) => labValueSpans(text), target: 0.65 },
  { name: 'Disease_disorder', gold: ['Disease_disorder'], find: ofKind('condition'), target: 0.6 },
  { name: 'Sign_symptom', gold: ['Sign_symptom'], find: ofKind('symptom'), target: 0.5 },
  // Which of the two a finding is, annotators often saw otherwise than a vocabulary does.
  { name: 'finding', gold: ['Disease_disorder', 'Sign_symptom'], find: ofKind('condition', 'symptom') },
];
const LAY: readonly Type[] = [
  {
    name: 'complaint',
    gold: ['ADR', 'Withdrawal', 'SignSymptomIllness', 'DrugIndication'],
    find: ofKind('condition', 'symptom'),
  },
];
type Dialog = { section: string; note: string; dialogue: string };
const SECTIONS: readonly { section: string; kind: string; terms: readonly TermKind[] }[] = [
  { section: 'MEDICATIONS', kind: 'medication', terms: ['drug'] },
  { section: 'ALLERGY', kind: 'allergy', terms: ['drug', 'allergen'] },
  { section: 'PASTMEDICALHX', kind: 'condition', terms: ['condition'] },
];
const TRIALS: readonly Type[] = [
  { name: 'disease', gold: ['chronic_disease', 'cancer'], find: ofKind('condition', 'symptom') },
  { name: 'treatment', gold: ['treatment'], find: ofKind('medication', 'procedure') },
];

export const entitiesScorer = scorer('entities', 'extraction/maccrobat', CASE_REPORTS);
export const layEntitiesScorer = scorer('entities.lay', 'extraction/psytar_lay', LAY);
/** Nothing is trained on these, and nothing is promised: criteria of trials are neither a patient's words nor a report. */
export const trialEntitiesScorer = scorer('entities.trial', 'extraction/clinical_trial_parser', TRIALS, () => false);

/** What the doctor wrote down afterwards, by name, against what was read in the conversation. Report only: much is said in other words. */
export const dialogEntitiesScorer: Scorer = {
  name: 'entities.dialog',
  sets: ['extraction/mts_dialog'],
  async run(dataDir, reader) {
    const rows = readSet<Dialog>(dataDir, 'extraction/mts_dialog');
    const scored: Scored = { scores: [], confusions: [] };
    for (const { section, kind, terms } of SECTIONS) {
      const sums = { noted: 0, read: 0, both: 0 };
      for (const row of rows.filter((one) => one.section === section)) {
        const noted = new Set(
          findTerms(row.note).flatMap(({ term }) => (terms.includes(term.kind) ? [term.name] : [])),
        );
        const mentions = (await reader.extract(row.dialogue)).filter((mention) => mention.kind === kind);
        const read = new Set(mentions.map(({ name }) => name));
        sums.noted += noted.size;
        sums.read += read.size;
        sums.both += [...noted].filter((name) => read.has(name)).length;
      }
      const name = `entities.dialog.${kind}`;
      scored.scores.push(
        { name: `${name}.precision`, value: sums.both / Math.max(sums.read, 1), count: sums.read },
        { name: `${name}.recall`, value: sums.both / Math.max(sums.noted, 1), count: sums.noted },
      );
    }
    return scored;
  },
};

function scorer(name: string, set: string, types: readonly Type[], heldOut = isUnseen): Scorer {
  return {
    name,
    sets: [set],
    run: (dataDir, reader) => score(name, readSet<GoldRow>(dataDir, set), types, reader, heldOut),
  };
}

async function score(
  name: string,
  rows: readonly GoldRow[],
  types: readonly Type[],
  reader: Reader,
  heldOut: (row: GoldRow) => boolean,
): Promise<Scored> {
  const judged: { row: GoldRow; found: Found }[] = [];
  for (const row of rows) judged.push({ row, found: { mentions: await reader.extract(row.text), text: row.text } });
  const unseen = process.argv.includes('--held-out') ? judged.filter(({ row }) => heldOut(row)) : [];
  const scored: Scored = { scores: [], confusions: [] };
  for (const type of types) {
    const of = (part: typeof judged): Judged[] =>
      part.map(({ row, found }) => ({
        text: row.text,
        gold: row.entities.filter((span) => type.gold.includes(span.type)),
        found: type.find(found),
      }));
    const label = `${name}.${type.name}`;
    scored.scores.push(...spanScores(label, of(judged), type.target));
    if (unseen.length > 0) scored.scores.push(...spanScores(`${label}.held_out`, of(unseen), type.target));
    scored.confusions.push(...spanConfusions(label, of(judged)));
  }
  return scored;
}

/** One place once, however many mentions quote it. */
function places(mentions: readonly MentionInput[]): Span[] {
  const spans = new Map<string, Span>();
  for (const { start, quote } of mentions) {
    if (start === undefined) continue;
    spans.set(`${start}+${quote.length}`, { start, end: start + quote.length });
  }
  return [...spans.values()];
}

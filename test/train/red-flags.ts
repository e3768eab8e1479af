/**
 * Trains the second reader of the red flags and writes its weights into src/clinical/data:
 *
 *   node --import tsx test/train/red-flags.ts --data DIR
 *
 * Emergencies are our own cases, but for the half that is only counted; the rest is what people ask in general, talk of other
 * things, ordinary complaints and near misses. A long text is read as the second reader reads it: the words around the evidence,
 * or, where there is none, sentence by sentence.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { findNumbers } from '../../src/clinical/red-flags/numbers.ts';
import { findConcepts } from '../../src/clinical/red-flags/phrases.ts';
import { redFlags } from '../../src/clinical/red-flags/red-flags.ts';
import { partsOf, URGENCY_BITS, urgencyFeatures } from '../../src/clinical/red-flags/second-reader.ts';
import { findNamed, plainly } from '../../src/clinical/red-flags/terms.ts';
import { fixTypos } from '../../src/clinical/red-flags/typos.ts';
import { readWords } from '../../src/clinical/red-flags/words.ts';
import {
  familyNames,
  halfOf,
  laterPhrasings,
  NEAR_MISSES,
  ORDINARY,
  phrasings,
} from '../eval/cases/red-flags/phrasings.ts';
import { type Example, trainLogistic } from './logistic.ts';

/** These are found by names and numbers, not by how they sound. */
const BY_NAME = new Set(['dangerous_combination', 'critical_value']);
const OWN_FILES = ['triage-everyday', 'triage-general', 'triage-other', 'triage-personal'];

const { values } = parseArgs({ options: { data: { type: 'string' } } });
const { data } = values;
if (!data) throw new Error('Say where the data is: --data DIR');

const later = new Set(laterPhrasings().map(({ text }) => text));
const urgent = [
  ...familyNames().flatMap((family) => phrasings(family).map((text) => ({ family, text }))),
  ...laterPhrasings(),
].filter(({ family, text }) => !BY_NAME.has(family) && (later.has(text) || halfOf(text) === 'tuned'));
const calm = [
  ...phrasings(ORDINARY),
  ...phrasings(NEAR_MISSES).filter((text) => halfOf(text) === 'tuned'),
  ...['health_open', 'non_health_open'].flatMap((name) => rowsOf(join(data, 'triage', `${name}.jsonl`))),
  ...OWN_FILES.flatMap((name) => linesOf(join(import.meta.dirname, `${name}.txt`))),
].filter((text) => redFlags(text).length === 0);

const examples: Example[] = [
  ...urgent.flatMap(({ text }) => urgentExamples(text)),
  ...calm.flatMap((text) => partsOf(readWords(text)).map((part) => exampleOf(text, part, false))),
];
const model = trainLogistic(examples, { bits: URGENCY_BITS, epochs: 8, shrink: 1e-5 });
writeFileSync(join(import.meta.dirname, '..', '..', 'src', 'clinical', 'data', 'red-flag-urgency.bin'), model.pack());

type Stretch = { from: number; to: number };

/** The parts that hold what raised the flag; a short text whole. */
function urgentExamples(text: string): Example[] {
  const message = readWords(text);
  const { tokens } = message;
  const parts = partsOf(message);
  if (parts.length === 1) return [exampleOf(text, parts[0] as Stretch, true)];
  const evidence = redFlags(text).map((flag) => flag.evidence);
  return parts
    .filter(({ from, to }) => {
      const [start, end] = [tokens[from]?.start ?? 0, tokens[to]?.end ?? 0];
      return evidence.some((one) => one.start >= start && one.end <= end);
    })
    .map((part) => exampleOf(text, part, true));
}

function exampleOf(text: string, stretch: Stretch, yes: boolean): Example {
  const message = plainly(fixTypos(readWords(text)));
  const phrased = findConcepts(message);
  const found = [...phrased, ...findNumbers(message), ...findNamed(message, phrased)];
  const { buckets, count } = urgencyFeatures(message, found, stretch);
  return { yes, buckets: buckets.slice(0, count), clues: [] };
}

function rowsOf(file: string): string[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => (JSON.parse(line) as { text: string }).text);
}

function linesOf(file: string): string[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
}

/**
 * Trains triage's two classifiers and writes their weights into src/clinical/data:
 *
 *   node --import tsx test/train/triage.ts --data DIR [--check]
 *
 * With --check it writes nothing and says how well the classifiers do on rows they have not seen: cross-validated, and with one whole
 * source left out at a time, which is how a set that nobody has seen will fare. The held-out fifth is never learned from.
 */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { cluesOf, medicalWords } from '../../src/clinical/triage/clues.ts';
import {
  createBag,
  MANNER_BITS,
  plainText,
  TOPIC_BITS,
  topicFeatures,
  wordsIn,
} from '../../src/clinical/triage/features.ts';
import { mannerFeatures } from '../../src/clinical/triage/manner.ts';
import { findTerms } from '../../src/clinical/vocabulary/find-terms.ts';
import { type Example, trainLogistic } from './logistic.ts';
import { backgroundRows, ownRows, publicRows, type Sentence } from './triage-corpus.ts';

type Learned = Example & { from: Sentence };

const PARTS = [1, 2, 3, 4];
/** 0 counts every row the same, 1 every source. */
const EVENNESS = 0.7;
/** Beside what others wrote, our own sentences about the subject count for so much: they are many and alike. Stories most of all. */
const OWN_WEIGHT = 0.5;
const WEIGHTS: Record<string, number> = { 'own stories': 0.05, 'visits told': 0.2 };
/** Sources that share rows, or whose names fill the frames, are left out together. */
const RELATED: Record<string, string[]> = {
  MedQuAD: ['topics'],
  'MeQSum-CHQ': ['RQE-AMIA2016-CHQ'],
  'RQE-AMIA2016-CHQ': ['MeQSum-CHQ'],
  CLINC150: ['CLINC150-oos'],
  'CLINC150-oos': ['CLINC150'],
};

const topicBag = createBag(TOPIC_BITS);
const mannerBag = createBag(MANNER_BITS);

const { values } = parseArgs({ options: { data: { type: 'string' }, check: { type: 'boolean', default: false } } });
const data = values.data ?? fail('Say where the data is: --data DIR');
const sentences = [...publicRows(data), ...backgroundRows(data), ...ownRows()];
const topic = sentences.flatMap((one) => (one.health === undefined ? [] : [topicExample(one, one.health)]));
const manner = sentences.flatMap((one) => (one.personal === undefined ? [] : [mannerExample(one, one.personal)]));

const trainTopic = (examples: Learned[]) =>
  trainLogistic(examples.map(weighed), { bits: TOPIC_BITS, epochs: 20, shrink: 2e-3, cluesAlone: 0.2 });
const trainManner = (examples: Learned[]) =>
  trainLogistic(evened(examples), { bits: MANNER_BITS, epochs: 15, shrink: 1e-3 });

if (values.check) {
  check('health', topic, trainTopic);
  check('personal', manner, trainManner);
} else {
  write('triage-health', trainTopic(topic.filter(({ from }) => from.part !== 0)).pack());
  write('triage-scope', trainManner(manner.filter(({ from }) => from.part !== 0)).pack());
}

function topicExample(from: Sentence, yes: boolean): Learned {
  const plain = plainText(from.text);
  const words = wordsIn(plain);
  const { clues } = cluesOf(plain, words, findTerms(from.text));
  const { buckets, count } = topicFeatures(topicBag, words);
  return { from, yes, buckets: buckets.slice(0, count), clues };
}

function mannerExample(from: Sentence, yes: boolean): Learned {
  const { buckets, count } = mannerFeatures(
    mannerBag,
    wordsIn(plainText(from.text)),
    medicalWords(findTerms(from.text)),
  );
  return { from, yes, buckets: buckets.slice(0, count), clues: [] };
}

function weighed(one: Learned): Learned {
  const { source } = one.from;
  return { ...one, weight: WEIGHTS[source] ?? (source.startsWith('own ') ? OWN_WEIGHT : 1) };
}

/** A large source counts for more than a small one, but not by its size: else its way of putting things is taken for the manner. */
function evened(examples: Learned[]): Learned[] {
  const kind = ({ from, yes }: Learned) => `${from.source} ${yes}`;
  const sizes = new Map<string, number>();
  for (const one of examples) sizes.set(kind(one), (sizes.get(kind(one)) ?? 0) + 1);
  const weights = examples.map((one) => (sizes.get(kind(one)) as number) ** -EVENNESS);
  const mean = weights.reduce((sum, weight) => sum + weight, 0) / weights.length;
  return examples.map((one, index) => ({ ...one, weight: (weights[index] as number) / mean }));
}

function check(name: string, all: Learned[], train: (examples: Learned[]) => ReturnType<typeof trainLogistic>): void {
  const known = all.filter(({ from }) => from.part !== 0);
  const folds = PARTS.map((part) => {
    const trained = train(known.filter(({ from }) => from.part !== part));
    return known.filter(({ from }) => from.part === part).map((one) => ({ one, score: trained.score(one) }));
  });
  say(`${name}, cross-validated: ${figures(folds.flat())}`);
  const whole = train(known);
  const heldOut = all.filter(({ from }) => from.part === 0).map((one) => ({ one, score: whole.score(one) }));
  say(`${name}, held out: ${figures(heldOut)}`);
  const sources = [...new Set(known.filter(({ from }) => from.part > 0).map(({ from }) => from.source))];
  const strange = sources.map((source) => {
    const out = new Set([source, ...(RELATED[source] ?? [])]);
    const trained = train(known.filter(({ from }) => !out.has(from.source)));
    const scored = known
      .filter(({ from }) => from.source === source)
      .map((one) => ({ one, score: trained.score(one) }));
    say(`  without ${source}: ${figures(scored)}`);
    return scored;
  });
  say(`${name}, each source unseen: ${figures(strange.flat())}`);
}

function figures(scored: { one: Learned; score: number }[]): string {
  const yes = scored.filter(({ one }) => one.yes);
  const no = scored.filter(({ one }) => !one.yes);
  const right = yes.filter(({ score }) => score > 0).length / yes.length;
  const wrong = no.filter(({ score }) => score > 0).length / no.length;
  const parts = [
    yes.length > 0 ? `recall ${right.toFixed(3)} of ${yes.length}` : '',
    no.length > 0 ? `false positives ${wrong.toFixed(3)} of ${no.length}` : '',
    yes.length > 0 && no.length > 0 ? `balanced ${((right + 1 - wrong) / 2).toFixed(3)}` : '',
  ];
  return parts.filter(Boolean).join(', ');
}

function write(name: string, file: Buffer): void {
  writeFileSync(new URL(`../../src/clinical/data/${name}.bin`, import.meta.url), file);
  say(`${name}.bin: ${file.length} bytes`);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

function fail(message: string): never {
  throw new Error(message);
}

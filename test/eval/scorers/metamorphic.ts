/**
 * Changes that must change nothing (test/metamorphic): a harmless sentence, no punctuation, another person, a typing error, a synonym.
 * Over a sample of our own messages that is the same on every run; `--all` takes them all. `--pool FILE`: harmless sentences from a
 * file, one a line, instead of those that the rules were tuned on.
 */
import { ownCases, sample } from '../../metamorphic/cases.ts';
import { judge, type Tally } from '../../metamorphic/judge.ts';
import { HARMLESS, sentencesIn, transformationsWith } from '../../metamorphic/transformations.ts';
import type { Confusion, Score, Scored, Scorer } from '../scorer.ts';

const ALL = process.argv.includes('--all');
const FILE = process.argv[process.argv.indexOf('--pool') + 1];
const POOL = process.argv.includes('--pool') && FILE ? sentencesIn(FILE) : HARMLESS;
/** Enough for one alarm in a thousand to show, and done in about a minute. */
const MOST_TEXTS = 1200;
const MOST_WITH_FACTS = 120;

type Measure = { name: string; of(tally: Tally): number; among(tally: Tally): number };
const MEASURES: readonly Measure[] = [
  { name: 'alarms_lost', of: ({ lost }) => lost, among: ({ alarms }) => alarms },
  { name: 'alarms_made', of: ({ made }) => made, among: ({ quiet }) => quiet },
  { name: 'facts_changed', of: ({ facts }) => facts, among: ({ read }) => read },
];
const SCORE_OF = { lost: 'alarms_lost', made: 'alarms_made', facts: 'facts_changed' } as const;

export const metamorphicScorer: Scorer = {
  name: 'metamorphic',
  sets: [],
  targets: {
    'metamorphic.alarms_lost': { target: 0.005, better: 'lower' },
    'metamorphic.alarms_made': { target: 0.005, better: 'lower' },
    'metamorphic.facts_changed': { target: 0.01, better: 'lower' },
  },
  async run(): Promise<Scored> {
    const texts = sample(ownCases(), ALL ? Number.POSITIVE_INFINITY : MOST_TEXTS);
    const withFacts = new Set(sample(texts, ALL ? texts.length : MOST_WITH_FACTS));
    const confusions: Confusion[] = [];
    const tallies = transformationsWith(POOL).map((transformation) => {
      const { tally, differences } = judge(texts, transformation, withFacts);
      for (const { kind, before, after, text } of differences)
        confusions.push({
          score: `metamorphic.${SCORE_OF[kind]}.${transformation.name}`,
          expected: before,
          got: after,
          text,
        });
      return tally;
    });
    const scores = MEASURES.flatMap((measure) => [
      score(`metamorphic.${measure.name}`, measure, tallies),
      ...tallies.map((tally) => score(`metamorphic.${measure.name}.${tally.transformation}`, measure, [tally])),
    ]);
    return { scores, confusions };
  },
};

function score(name: string, { of, among }: Measure, tallies: readonly Tally[]): Score {
  const sum = (count: (tally: Tally) => number): number => tallies.reduce((total, tally) => total + count(tally), 0);
  const count = sum(among);
  return { name, value: count === 0 ? 0 : sum(of) / count, count };
}

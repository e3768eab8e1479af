/** What `npm run eval` is made of: each scorer reads its own files of the data folder, runs the product on them and gives figures. */
import type { Reader } from './reader.ts';
import type { DataFolder } from './rows.ts';

/** `lower` is better for false alarms. */
export type Target = { target: number; better?: 'higher' | 'lower' };

export type Score = {
  /** "triage.health.recall": scorer, what, measure. */
  name: string;
  value: number;
  /** How many cases the figure is based on. */
  count: number;
} & Partial<Target>;

/** One case that went wrong, for the developer who fixes it. */
export type Confusion = { score: string; expected: string; got: string; text: string };

export type Scored = { scores: Score[]; confusions: Confusion[] };

export type Scorer = {
  name: string;
  /** Sets below the data folder, as the beginning of their files' names. What is missing is reported; a scorer without any is skipped. */
  sets: readonly string[];
  /** By the name of the score. Declared here and not with the figures, so that a scorer that fails misses its targets. */
  targets: Readonly<Record<string, Target>>;
  run(data: DataFolder, reader: Reader): Promise<Scored>;
};

/** What `npm run eval` is made of: each scorer reads its own files of the data folder, runs the product on them and gives figures. */
import type { Reader } from './reader.ts';

export type Score = {
  /** "triage.health.recall": scorer, what, measure. */
  name: string;
  value: number;
  /** How many cases the figure stands on. */
  count: number;
  /** What we promise, if we promise something. `lower` is better for false alarms. */
  target?: number;
  better?: 'higher' | 'lower';
};

/** One case that went wrong, for the person who mends it. */
export type Confusion = { score: string; expected: string; got: string; text: string };

export type Scored = { scores: Score[]; confusions: Confusion[] };

export type Scorer = {
  name: string;
  /** Sets below the data folder, as the beginning of their files' names. What is missing is said; a scorer without any is skipped. */
  sets: readonly string[];
  run(dataDir: string, reader: Reader): Promise<Scored>;
};

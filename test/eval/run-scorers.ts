/**
 * Runs scorers one after the other; one that fails does not stop the others. A failure never improves a figure: a row on which a
 * scorer threw is one more missed case of each of its targets, and a scorer that failed as a whole misses them all.
 */
import type { Reader } from './reader.ts';
import type { Note } from './results.ts';
import { dataFolder } from './rows.ts';
import type { Confusion, Score, Scorer, Target } from './scorer.ts';
import { findScorers } from './scorers.ts';

export type Request = { data: string; only?: readonly string[]; limit?: number };

/** `failed`: rows and scorers that threw. A run that has any has failed. */
export type Outcome = { scores: Score[]; confusions: Confusion[]; skipped: Note[]; failed: Note[] };

export async function runScorers({ data, only, limit }: Request, reader: Reader): Promise<Outcome> {
  const found = await findScorers();
  const unknown = only?.filter((name) => !found.some((one) => one.name === name)) ?? [];
  if (unknown.length > 0)
    throw new Error(`there is no scorer ${unknown.join(', ')}; there are ${found.map(({ name }) => name).join(', ')}`);
  const outcome: Outcome = { scores: [], confusions: [], skipped: [], failed: [] };
  for (const { name, scorer, problem } of found) {
    if (only && !only.includes(name)) continue;
    if (scorer) await runScorer(scorer, dataFolder(data, limit), reader, outcome);
    else outcome.failed.push({ scorer: name, why: problem ?? 'not there' });
  }
  return outcome;
}

export async function runScorer(
  scorer: Scorer,
  data: ReturnType<typeof dataFolder>,
  reader: Reader,
  into: Outcome,
): Promise<void> {
  const missing = scorer.sets.filter((set) => data.files(set).length === 0);
  // A scorer of our own cases needs no file of the folder.
  const none = scorer.sets.length > 0 && missing.length === scorer.sets.length;
  const files = missing.map((set) => `${set}*.jsonl`).join(', ');
  if (missing.length > 0) into.skipped.push({ scorer: scorer.name, why: `${none ? 'skipped' : 'without'} ${files}` });
  if (none) return;
  try {
    const { scores, confusions } = await scorer.run(data, reader);
    into.confusions.push(...confusions);
    const failures = data.failures.length;
    // A figure without cases is left out, unless its cases failed.
    const all = scores.map((score) => withTarget(score, scorer.targets[score.name], failures));
    into.scores.push(...all.filter(({ count }) => count > 0));
    if (failures > 0) into.scores.push(...unreached(scorer, scores));
  } catch (error) {
    into.failed.push({ scorer: scorer.name, why: `failed as a whole: ${(error as Error).message}` });
    into.scores.push(...unreached(scorer, []));
  }
  into.failed.push(...data.failures.map(({ place, why }) => ({ scorer: scorer.name, why: `${place}: ${why}` })));
}

function withTarget(score: Score, target: Target | undefined, failures: number): Score {
  if (!target) return score;
  const count = score.count + failures;
  const right = Number.isFinite(score.value) ? score.value * score.count : 0;
  return { ...score, value: (right + failures * worst(target)) / count, count, ...target };
}

/** The targets that no score was given for. */
function unreached({ targets }: Scorer, scores: readonly Score[]): Score[] {
  const given = new Set(scores.map(({ name }) => name));
  return Object.entries(targets)
    .filter(([name]) => !given.has(name))
    .map(([name, target]) => ({ name, value: worst(target), count: 0, ...target }));
}

function worst({ better }: Target): number {
  return better === 'lower' ? 1 : 0;
}

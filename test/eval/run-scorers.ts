/** Runs scorers one after the other. What is missing or fails is said in the table; the others still count. */
import { limitedData } from './limited-data.ts';
import type { Reader } from './reader.ts';
import type { Skipped } from './results.ts';
import { filesOf } from './rows.ts';
import type { Confusion, Score, Scorer } from './scorer.ts';
import { findScorers } from './scorers.ts';

export type Wish = { data: string; only?: readonly string[]; limit?: number };

export type Outcome = { scores: Score[]; confusions: Confusion[]; skipped: Skipped[] };

export async function runScorers({ data, only, limit }: Wish, reader: Reader): Promise<Outcome> {
  const found = await findScorers();
  const unknown = only?.filter((name) => !found.some((one) => one.name === name)) ?? [];
  if (unknown.length > 0)
    throw new Error(`there is no scorer ${unknown.join(', ')}; there are ${found.map(({ name }) => name).join(', ')}`);
  const outcome: Outcome = { scores: [], confusions: [], skipped: [] };
  for (const { name, scorer, problem } of found) {
    if (only && !only.includes(name)) continue;
    if (!scorer) {
      outcome.skipped.push({ scorer: name, why: problem ?? 'not there' });
      continue;
    }
    const missing = scorer.sets.filter((set) => filesOf(data, set).length === 0);
    const none = missing.length === scorer.sets.length;
    const files = missing.map((set) => `${set}*.jsonl`).join(', ');
    if (missing.length > 0) outcome.skipped.push({ scorer: name, why: `${none ? 'skipped' : 'without'} ${files}` });
    if (!none) await runOne(scorer, data, limit, reader, outcome);
  }
  return outcome;
}

async function runOne(
  scorer: Scorer,
  data: string,
  limit: number | undefined,
  reader: Reader,
  into: Outcome,
): Promise<void> {
  const limited = limit === undefined ? null : limitedData(data, scorer.sets, limit);
  try {
    const { scores, confusions } = await scorer.run(limited?.dir ?? data, reader);
    // Of nothing there is no share.
    into.scores.push(...scores.filter(({ count }) => count > 0));
    into.confusions.push(...confusions);
  } catch (error) {
    into.skipped.push({ scorer: scorer.name, why: `failed: ${(error as Error).message}` });
  } finally {
    limited?.remove();
  }
}

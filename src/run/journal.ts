/**
 * A run's journal: each model call and each tool call is a step. A step that an earlier attempt has finished is not done
 * again, whichever worker the run goes on at.
 */
import type { RunStore } from './run-store.ts';

export type Journal = {
  /** What the step gave: from the journal, or from doing it now. */
  step<T>(id: string, work: () => Promise<T>): Promise<T>;
  /** The same journal, for a run nested in this one. */
  nested(runId: string): Journal;
  /** The recorded result of a run, if this attempt began with one. */
  resultOf(runId: string): unknown;
  /** Time spent on this run's steps so far, in whichever attempt they were done. */
  spentMs(): number;
};

/** A finished step: what it gave, when, and how long it took. */
type Entry<T> = { at: number; ms: number; value: T };

export function createJournal(
  store: RunStore,
  turnId: string,
  runId: string,
  recorded: ReadonlyMap<string, unknown>,
): Journal {
  let spent = 0;
  return {
    async step<T>(id: string, work: () => Promise<T>): Promise<T> {
      const field = `${runId}/${id}`;
      const known = recorded.get(field) as Entry<T> | undefined;
      const entry = known ?? (await store.recordStep<Entry<T>>(turnId, field, await timed(work)));
      spent += entry.ms;
      return entry.value;
    },
    nested: (child) => createJournal(store, turnId, child, recorded),
    resultOf: (id) => recorded.get(`${id}/result`),
    spentMs: () => Math.round(spent),
  };
}

async function timed<T>(work: () => Promise<T>): Promise<Entry<T>> {
  const began = performance.now();
  const value = await work();
  return { at: Date.now(), ms: performance.now() - began, value };
}

/**
 * A run's journal: each model call and each tool call is a step. A step that an earlier attempt has finished is not done
 * again, whichever worker the run goes on at.
 */
import type { TurnUsage } from '../task/turn.ts';
import { createOutbox, type Outbox } from './outbox.ts';
import { addUsage, NO_USAGE, type RunResult } from './run-result.ts';
import type { RunStore } from './run-store.ts';
import { resultField, stepWrite } from './writes.ts';

export type Journal = {
  /** What the step gave: from the journal, or from doing it now. It is written down before the next step begins. */
  step<T>(id: string, work: () => Promise<T>): Promise<T>;
  /** The same journal, for a run nested in this one. */
  nested(runId: string): Journal;
  /** The recorded result of a run, if this attempt began with one. */
  resultOf(runId: string): RunResult | undefined;
  /** Time spent on this run's steps so far, in whichever attempt they were done. */
  spentMs(): number;
  spend(usage: TurnUsage): void;
  /** What this run and those nested in it have used so far: a run that fails leaves nothing else to count it by. */
  used(): TurnUsage;
  /** The job's one way to write, shared by all that is nested in it. */
  outbox: Outbox;
};

/** A finished step: what it gave, when, and how long it took. */
type Entry<T> = { at: number; ms: number; value: T };

export function createJournal(
  store: RunStore,
  turnId: string,
  runId: string,
  recorded: ReadonlyMap<string, string>,
  outer?: Journal,
): Journal {
  let spent = 0;
  let used = NO_USAGE;
  const outbox = outer?.outbox ?? createOutbox(store, turnId);
  const journal: Journal = {
    async step<T>(id: string, work: () => Promise<T>): Promise<T> {
      const field = `${runId}/${id}`;
      let entry = parsed<Entry<T>>(recorded.get(field));
      if (!entry) {
        // What it builds on must be safe by then; and nothing more is done for a turn that has ended.
        await outbox.flush();
        entry = await timed(work);
        outbox.put(stepWrite(field, entry));
      }
      spent += entry.ms;
      return entry.value;
    },
    nested: (child) => createJournal(store, turnId, child, recorded, journal),
    resultOf: (id) => parsed<RunResult>(recorded.get(resultField(id))),
    spentMs: () => Math.round(spent),
    spend(usage) {
      used = addUsage(used, usage);
      outer?.spend(usage);
    },
    used: () => used,
    outbox,
  };
  return journal;
}

function parsed<T>(json: string | undefined): T | undefined {
  return json === undefined ? undefined : (JSON.parse(json) as T);
}

async function timed<T>(work: () => Promise<T>): Promise<Entry<T>> {
  const began = performance.now();
  const value = await work();
  return { at: Date.now(), ms: performance.now() - began, value };
}

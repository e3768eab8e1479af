/**
 * A run's journal: each model call and each tool call is a step. A step that an earlier attempt has finished is not done again,
 * whichever worker the run goes on at.
 */
import { AppError, type ErrorCode } from '../../platform/errors.ts';
import { NO_USAGE, type Task, type TaskUsage } from '../task/task.ts';
import { createJobLog, type JobLog } from './job-log.ts';
import { createOutbox, type Outbox } from './outbox.ts';
import { addUsage, type RunResult, resolveTransfer } from './run-result.ts';
import type { OpenedTask, RunStore } from './run-store.ts';
import { failedStepEntry, type StepNote, stepEntry, traceWrite } from './trace.ts';
import { stepWrite } from './writes.ts';

export type Journal = {
  /** What the step gave: from the journal, or from doing it now. It is on its way to Redis when this returns. */
  step<T>(id: string, work: () => Promise<T>, note?: StepNote<T>): Promise<T>;
  /** The same journal, for a run nested in this one. */
  nested(runId: string): Journal;
  /** The result of a run, if there was one when this attempt began; of a run that handed over, with the one that took over. */
  resultOf(runId: string): RunResult | undefined;
  /** Whether an earlier attempt has ended this run, if only by handing over. */
  hasEnded(): boolean;
  /** Time spent on this run's steps so far, in whichever attempt they were done. */
  spentMs(): number;
  spend(usage: TaskUsage): void;
  /** What this run and those nested in it have used so far: a run that fails leaves nothing else to count it by. */
  used(): TaskUsage;
  /** Notes that a tool of this run has done something. */
  act(): void;
  /** Whether a tool of this run, or of one nested in it, has done something. */
  hasActed(): boolean;
  /** When this attempt at the run began. */
  startedAt: number;
  /** All writes of the job go through here, also those of runs nested in it. */
  outbox: Outbox;
  /** Lines for the job's log. */
  log: JobLog;
};

/** A finished step: what it gave, when, and how long it took. */
type Entry<T> = { at: number; ms: number; value: T };

/** Without its task, nothing is traced. */
type Recorded = Pick<OpenedTask, 'claim' | 'steps' | 'results'> & { task?: Pick<Task, 'created_at'> };

export function openJournal(store: RunStore, recorded: Recorded, runId: string): Journal {
  const log = createJobLog({ steps: recorded.steps.size });
  return createJournal(createOutbox(store, recorded.claim), log, recorded, runId);
}

function createJournal(outbox: Outbox, log: JobLog, recorded: Recorded, runId: string, outer?: Journal): Journal {
  let spent = 0;
  let used = NO_USAGE;
  let acted = false;
  const { task } = recorded;
  const resultIn = (id: string) => parsed<RunResult>(recorded.results.get(id));
  const journal: Journal = {
    async step<T>(id: string, work: () => Promise<T>, note: StepNote<T> = { kind: 'step', name: id }): Promise<T> {
      const field = `${runId}/${id}`;
      let entry = parsed<Entry<T>>(recorded.steps.get(field));
      if (!entry) {
        // What it builds on must be written by then; and nothing more is done for a task that has ended.
        await outbox.flush();
        const startedAt = Date.now();
        try {
          entry = await timed(work);
        } catch (thrown) {
          if (task && isFailure(thrown)) {
            const ms = Date.now() - startedAt;
            outbox.put(
              traceWrite(failedStepEntry(task, field, startedAt, note, thrown)),
              log.failedStep({ kind: note.kind, name: note.name, ms }, thrown),
            );
          }
          throw thrown;
        }
        const { name = note.name, ...outcome } = note.outcome?.(entry.value) ?? {};
        const line = log.step({ kind: note.kind, name, ...outcome, ms: entry.ms });
        outbox.put(stepWrite(field, entry, task ? stepEntry(task, field, entry, note) : ''), line);
      }
      spent += entry.ms;
      return entry.value;
    },
    nested: (child) => createJournal(outbox, log.nested(child), recorded, child, journal),
    resultOf(id) {
      const result = resultIn(id);
      return result && resolveTransfer(result, resultIn);
    },
    hasEnded: () => recorded.results.has(runId),
    spentMs: () => Math.round(spent),
    spend(usage) {
      used = addUsage(used, usage);
      outer?.spend(usage);
    },
    used: () => used,
    act() {
      acted = true;
      outer?.act();
    },
    hasActed: () => acted,
    startedAt: Date.now(),
    outbox,
    log,
  };
  return journal;
}

/** A worker that loses or leaves a job has not failed at the step. */
const STOPPED: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['cancelled', 'lock_lost', 'shutting_down']);

function isFailure(thrown: unknown): thrown is AppError {
  return thrown instanceof AppError && !STOPPED.has(thrown.code);
}

function parsed<T>(json: string | undefined): T | undefined {
  return json === undefined ? undefined : (JSON.parse(json) as T);
}

async function timed<T>(work: () => Promise<T>): Promise<Entry<T>> {
  const began = performance.now();
  const value = await work();
  return { at: Date.now(), ms: performance.now() - began, value };
}

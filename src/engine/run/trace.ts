/**
 * What a task keeps of how it went: one entry for each run and each step, with times and counts and without any text. Entries are written
 * together with the step or the result that they describe, and stay as long as the task; journals are deleted when it ends.
 */
import { z } from 'zod';
import type { AppError } from '../../platform/errors.ts';
import { OFFLINE, type Usage } from '../models/model.ts';
import type { Task } from '../task/task.ts';
import type { RunResult } from './run-result.ts';
import type { Write } from './writes.ts';

export const STEP_KINDS = ['model', 'tool', 'remote', 'step'] as const;

/** What a step is, for those who look at the trace, and what its value adds to that. */
export type StepNote<T> = {
  kind: (typeof STEP_KINDS)[number];
  /** Of the tool, the model or the remote agent. */
  name: string;
  outcome?(value: T): StepOutcome;
};

/** `failed`: its value is an error. */
type StepOutcome = { name?: string | undefined; usage?: Usage; failed?: boolean };

const Fault = z.tuple([z.string(), z.string()]).describe('Code and detail');

/** With short keys, because a turn has about fifteen of them. Times are ms since the task was created. */
export const TraceEntry = z.union([
  z.object({
    /** `<run>/<step>`, as in the journal. */
    s: z.string(),
    k: z.enum(STEP_KINDS),
    n: z.string(),
    /** Start, and how long it took. */
    t: z.tuple([z.number(), z.number()]),
    /** Input tokens, output tokens, cost; not there for answers of the offline rules. */
    u: z.tuple([z.number(), z.number(), z.number().nullable()]).optional(),
    f: z.literal(1).optional(),
    e: Fault.optional(),
  }),
  z.object({
    /** Run id, and the agent where that is not the last part of it. */
    r: z.string(),
    a: z.string().optional(),
    st: z.string(),
    t: z.tuple([z.number(), z.number()]),
    /** Attempts, where there was more than one. */
    x: z.number().optional(),
    /** Its queue, and since when the job could have been started; not known after the first attempt. */
    q: z.tuple([z.string(), z.number().nullable()]).optional(),
    e: Fault.optional(),
  }),
]);
export type TraceEntry = z.infer<typeof TraceEntry>;

/** The job that a run is, where it is one. */
export type JobFacts = { queue: string; readyAt: number | null; startedAt: number };

type Times = { at: number; ms: number };
type Created = Pick<Task, 'created_at'>;

export function stepEntry<T>(created: Created, field: string, entry: Times & { value: T }, note: StepNote<T>): string {
  const { name = note.name, usage, failed } = note.outcome?.(entry.value) ?? {};
  return write({
    s: field,
    k: note.kind,
    n: name,
    t: since(created, entry.at - entry.ms, entry.at),
    ...(usage && usage.model !== OFFLINE && { u: [usage.input_tokens, usage.output_tokens, usage.cost_usd] }),
    ...(failed && { f: 1 }),
  });
}

/** A step that has thrown: it is not in the journal, and may be done again. */
export function failedStepEntry(
  created: Created,
  field: string,
  startedAt: number,
  { kind, name }: Pick<StepNote<never>, 'kind' | 'name'>,
  error: AppError,
): string {
  const t = since(created, startedAt, Date.now());
  return write({ s: field, k: kind, n: name, t, e: [error.code, error.message] });
}

type Ended = Pick<RunResult, 'agent' | 'status' | 'attempts' | 'error'>;
type Run = { task: Created; runId: string; journal: { startedAt: number }; job?: JobFacts | undefined };

export function runEntry({ task, runId, journal, job }: Run, ended: Ended): string {
  const { agent, status, attempts, error } = ended;
  return write({
    r: runId,
    ...(!runId.endsWith(`.${agent}`) && { a: agent }),
    st: status,
    t: since(task, job?.startedAt ?? journal.startedAt, Date.now()),
    ...(attempts > 1 && { x: attempts }),
    ...(job && { q: [job.queue, job.readyAt === null ? null : msSince(task, job.readyAt)] }),
    ...(error && { e: [error.code, error.detail] }),
  });
}

export function traceWrite(entry: string): Write {
  return ['trace', entry, '', ''];
}

/** Entries that cannot be parsed (of another version) are left out. */
export function parseTrace(list: readonly string[]): TraceEntry[] {
  return list.flatMap((json) => {
    const parsed = TraceEntry.safeParse(JSON.parse(json));
    return parsed.success ? [parsed.data] : [];
  });
}

function write(entry: TraceEntry): string {
  return JSON.stringify(entry);
}

function since(created: Created, start: number, end: number): [number, number] {
  return [msSince(created, start), Math.max(0, Math.round(end - start))];
}

/** Clocks of two machines may differ: nothing begins before its task. */
function msSince({ created_at }: Created, at: number): number {
  return Math.max(0, Math.round(at - Date.parse(created_at)));
}

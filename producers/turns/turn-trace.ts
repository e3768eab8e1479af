/**
 * Builds the tree of a turn's spans from what is kept: the task's hash, its trace, and, while it runs, its jobs in the queues. The id of a
 * run begins with that of the run that started it, so the tree is in the ids.
 */
import { jobIdOf } from '../../queues/compile.ts';
import type { TraceEntry } from '../../src/engine/run/trace.ts';
import { TASK_RUN } from '../../src/engine/task/keys.ts';
import { ENDED_STATUSES, resultOf, TaskRequest, type TaskStatus } from '../../src/engine/task/task.ts';
import type { Span, TurnTrace } from './trace-schemas.ts';

/** A job of the turn that is in the queues. Times in ms since 1970. */
export type LiveJob = { runId: string; agent: string; queue: string; addedAt: number; startedAt: number | null };

type StepEntry = Extract<TraceEntry, { s: string }>;
type RunEntry = Extract<TraceEntry, { r: string }>;

const TURN = 'turn';

type Hash = Readonly<Record<string, string>>;

export function turnTrace(
  hash: Hash,
  entries: readonly TraceEntry[],
  jobs: readonly LiveJob[],
  now: number,
): TurnTrace {
  const { id, created_at, queue = 'turn' } = TaskRequest.parse(JSON.parse(hash.request ?? '{}'));
  const created = Date.parse(created_at);
  const status = hash.status as TaskStatus;
  const end = Math.max(0, Number(hash.ended ?? now) - created);
  const state = ENDED_STATUSES.has(status) ? 'cancelled' : 'running';

  const runs = new Map<string, Span>();
  for (const entry of entries) if ('r' in entry && !runs.has(entry.r)) runs.set(entry.r, endedRun(id, entry));
  for (const { runId, agent, queue, addedAt, startedAt } of jobs) {
    if (runs.has(runId)) continue;
    const start = Math.max(0, (startedAt ?? addedAt) - created);
    const since = Math.max(0, end - start);
    const waited = startedAt === null ? since : Math.max(0, startedAt - addedAt);
    const place = startedAt === null ? { start_ms: end, ms: 0 } : { start_ms: start, ms: since };
    const facts = { agent, queue, job_id: jobIdOf(id, runId), status: startedAt === null ? 'waiting' : state };
    // The job of the task waits for the others first, and that is no wait in a queue.
    runs.set(runId, { ...runSpan(runId, agent), ...facts, ...place, ...(runId !== TASK_RUN && { wait_ms: waited }) });
  }
  for (const [runId, startedAt] of begun(hash)) {
    if (runs.has(runId)) continue;
    const start = Math.max(0, startedAt - created);
    const name = lastPart(runId);
    runs.set(runId, { ...runSpan(runId, name), status: state, start_ms: start, ms: Math.max(0, end - start) });
  }
  const task = runs.get(TASK_RUN);
  if (task) Object.assign(task, { kind: 'step', name: 'end of the turn', queue, job_id: id });

  const steps = entries.flatMap((entry, index) => ('s' in entry ? [stepSpan(entry, index)] : []));
  addUnlistedRuns(runs, steps);
  const stepOf = new Map(steps.map((span) => [span.id, span]));
  for (const [runId, span] of runs) if (runId !== TASK_RUN) span.parent = parentOf(runId, runs, stepOf);
  const children = [...runs.values(), ...steps];
  startNoLater(children);
  const spans = [turnSpan(hash, status, end, steps), ...children.sort((a, b) => a.start_ms - b.start_ms)];
  return { turn_id: id, status, created_at, total_ms: end, redacted: true, spans };
}

function turnSpan(hash: Hash, status: TaskStatus, end: number, steps: readonly Span[]): Span {
  const { usage, error } = resultOf(hash);
  const models = [...new Set(steps.flatMap(({ usage: used }) => used?.model ?? []))].join(', ');
  const { input_tokens, output_tokens, cost_usd } = usage;
  return {
    id: TURN,
    parent: null,
    kind: 'turn',
    name: 'turn',
    status,
    start_ms: 0,
    ms: end,
    ...(models && { usage: { input_tokens, output_tokens, cost_usd, model: models } }),
    ...(error && { error: { code: error.code, detail: error.detail } }),
  };
}

function endedRun(taskId: string, { r, a = lastPart(r), st, t: [start, ms], x = 1, q, e }: RunEntry): Span {
  const [queue, ready] = q ?? [];
  return {
    ...runSpan(r, a),
    attempts: x,
    status: st,
    start_ms: start,
    ms,
    ...(queue !== undefined && { queue, job_id: jobIdOf(taskId, r) }),
    ...(typeof ready === 'number' && { wait_ms: Math.max(0, start - ready) }),
    ...(e && { error: { code: e[0], detail: e[1] } }),
  };
}

function runSpan(runId: string, agent: string): Span {
  return { id: `run:${runId}`, parent: TURN, kind: 'run', name: agent, agent, status: 'running', start_ms: 0, ms: 0 };
}

/** A step that has failed may be there again under the same name: the index keeps them apart. */
function stepSpan({ s, k, n, t: [start, ms], u = [0, 0, 0], f, e }: StepEntry, index: number): Span {
  const runId = s.slice(0, s.lastIndexOf('/'));
  return {
    id: e ? `step:${s}#${index}` : `step:${s}`,
    parent: `run:${runId}`,
    kind: k,
    name: n,
    ...(runId !== TASK_RUN && { agent: lastPart(runId) }),
    status: f || e ? 'error' : 'success',
    start_ms: start,
    ms,
    ...(k === 'model' && !e && { usage: { input_tokens: u[0], output_tokens: u[1], cost_usd: u[2], model: n } }),
    ...(e && { error: { code: e[0], detail: e[1] } }),
  };
}

/** Runs that leave no result of their own, such as an agent that is used as a tool, are known from their steps. */
function addUnlistedRuns(runs: Map<string, Span>, steps: readonly Span[]): void {
  for (const { parent, start_ms, ms } of steps) {
    const runId = (parent ?? '').slice('run:'.length);
    const known = runs.get(runId);
    if (known && known.status !== 'unlisted') continue;
    const start = Math.min(known?.start_ms ?? start_ms, start_ms);
    const end = Math.max(known ? known.start_ms + known.ms : 0, start_ms + ms);
    const span = { ...runSpan(runId, lastPart(runId)), status: 'unlisted', start_ms: start, ms: end - start };
    runs.set(runId, span);
  }
  for (const span of runs.values()) if (span.status === 'unlisted') span.status = 'success';
}

/** The tool call that the run is in, or else the nearest run whose id its own begins with. */
function parentOf(runId: string, runs: ReadonlyMap<string, Span>, steps: ReadonlyMap<string, Span>): string {
  const parts = runId.split('.');
  for (let length = parts.length - 1; length > 0; length -= 1) {
    const tool = `step:${parts.slice(0, length - 2).join('.')}/tool-${parts.slice(length - 2, length).join('.')}`;
    if (length > 2 && steps.has(tool)) return tool;
    const outer = parts.slice(0, length).join('.');
    if (runs.has(outer)) return `run:${outer}`;
  }
  return TURN;
}

/** A run that was tried again is noted with the start of its last attempt; the steps of earlier ones are part of it. */
function startNoLater(spans: readonly Span[]): void {
  const byId = new Map(spans.map((span) => [span.id, span]));
  for (const { parent, start_ms } of spans) {
    const outer = byId.get(parent ?? '');
    if (!outer || outer.start_ms <= start_ms || outer.kind !== 'run') continue;
    outer.ms += outer.start_ms - start_ms;
    outer.start_ms = start_ms;
    delete outer.wait_ms;
  }
}

/** When each job of the turn last began. */
function begun(hash: Hash): [string, number][] {
  return Object.entries(hash).flatMap(([field, mark]) =>
    field.startsWith('job:') ? [[field.slice('job:'.length), Number.parseInt(mark, 10)] as [string, number]] : [],
  );
}

function lastPart(runId: string): string {
  return runId.slice(runId.lastIndexOf('.') + 1);
}

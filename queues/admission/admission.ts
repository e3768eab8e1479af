/** Admits, ends and cancels tasks. Each is one atomic script, see `scripts.ts`. */

import type { Write } from '../../src/engine/run/writes.ts';
import type { CitationAudit } from '../../src/engine/task/citation-audit.ts';
import type { Keys } from '../../src/engine/task/keys.ts';
import { settled, type TaskRequest, type TaskResult, type TaskStatus } from '../../src/engine/task/task.ts';
import { AppError } from '../../src/platform/errors.ts';
import { callScript, type RedisClient, type Script } from '../../src/platform/lua.ts';
import type { Left } from '../unfinished.ts';
import { admitTask, cancelTask, endTask, raiseAlarm } from './scripts.ts';

export type DoubleText = 'enqueue' | 'reject' | 'merge' | 'interrupt';

export type AdmissionLimits = {
  maxOpenTasks: number;
  retentionSeconds: number;
  /** Whether journals and results of runs stay as long as events do, for those who look into what a task has done. */
  keepJournals?: boolean;
};

export type NewTask = {
  request: TaskRequest;
  text: string;
  /** Session state that the team begins with: objects by key. */
  state?: Record<string, Record<string, unknown>>;
  /** What a task does whose lane is busy. */
  doubleText: DoubleText;
  /** The key is the user's own. */
  idempotency: { key: string; body: string } | null;
  /** The one user that the sender may act for, if there is such a limit. */
  boundUser?: string | undefined;
  /** The people that the sender may act for, if there is such a limit. */
  people?: ReadonlySet<string> | undefined;
  /** A key without which it is refused: what it is for was erased. */
  needs?: string | undefined;
};

/** started: its flow is to be added now, with the priority of `origin`. queued: it waits in its lane. merged, known: an earlier task is used instead. */
export type Admitted = { outcome: 'started' | 'queued' | 'merged' | 'known'; id: string; origin?: string };

export type Ending = {
  status: Extract<TaskStatus, 'completed' | 'degraded' | 'failed'>;
  result: TaskResult;
  /** Used only if no agent has replied yet. */
  reply: { agent: string; text: string } | null;
  /** The team's own events. */
  events?: readonly { kind: string; data: unknown }[];
  /** Fields to note in the session. */
  session?: Readonly<Record<string, string>>;
  /** What the team has still to do, see `queues/unfinished.ts`. */
  left?: Left | null;
  /** Entries for its trace. */
  trace?: readonly string[];
  /** What its own job says of it. */
  job?: { queue: string; log: readonly Write[] };
};

/** A task whose flow may have to be added. `origin`: the kind of what set it off; `user` in a session that a person writes into. */
export type StartableTask = { id: string; team: string; agent: string; origin: string };

/** Clients that were cut off resume from the events for a day. Nobody resumes from a journal once the task has ended. */
const EVENTS_SECONDS = 24 * 3600;

/** Longer than the worker that ends a task needs for what its team has still to do: then others do it. */
const UNFINISHED_MS = 10_000;

export type Admission = ReturnType<typeof createAdmission>;

export function createAdmission(redis: RedisClient, keys: Keys, limits: AdmissionLimits) {
  const call = (script: Script, args: (string | number)[]) =>
    callScript(redis, script, keys.tag, args) as Promise<unknown[]>;
  const keep = [Math.ceil(limits.retentionSeconds), EVENTS_SECONDS, limits.keepJournals ? EVENTS_SECONDS : 0];

  return {
    async admit({
      request,
      text,
      state = {},
      doubleText,
      idempotency,
      boundUser,
      people,
      needs,
    }: NewTask): Promise<Admitted> {
      const [outcome, detail, origin] = await call(admitTask, [
        Date.now(),
        JSON.stringify(request),
        text,
        JSON.stringify(state),
        idempotency?.key ?? '',
        idempotency?.body ?? '',
        doubleText,
        limits.maxOpenTasks,
        boundUser ?? '',
        ...keep,
        people ? JSON.stringify([...people]) : '',
        needs ?? '',
      ]);
      if (outcome === 'started' || outcome === 'queued' || outcome === 'merged' || outcome === 'known')
        return { outcome, id: String(detail), ...(outcome === 'started' && { origin: String(origin) }) };
      throw refusal(String(outcome));
    },

    /** `ended` is false if the task had ended before. `next` is the task whose flow is to be added now. `result` has what was used. */
    async end(id: string, ending: Ending): Promise<{ ended: boolean; next: StartableTask | null; result: TaskResult }> {
      const {
        status,
        result,
        reply,
        events = [],
        session = {},
        left = null,
        trace = [],
        job = { queue: '', log: [] },
      } = ending;
      const notes = Object.entries(session).flat();
      const [outcome, next, used] = await call(endTask, [
        id,
        Date.now(),
        status,
        JSON.stringify(result),
        reply?.text ?? '',
        reply?.agent ?? '',
        JSON.stringify(events.map(({ kind, data }) => [kind, JSON.stringify(data)])),
        notes.length > 0 ? JSON.stringify(notes) : '',
        result.error ? JSON.stringify(result.error) : '',
        new Date().toISOString(),
        ...keep,
        left ? JSON.stringify(left) : '',
        Date.now() + UNFINISHED_MS,
        auditOf(result),
        JSON.stringify(trace),
        job.queue,
        JSON.stringify(job.log.map(([, line]) => line)),
        job.log.findLast(([, , progress]) => progress !== '')?.[2] ?? '',
      ]);
      return { ended: outcome !== 'ended', next: startable(next), result: settled(result, used) };
    },

    /** What the user must know before any answer. The same again changes nothing. */
    async alarm(id: string, alarm: Record<string, unknown>): Promise<void> {
      await call(raiseAlarm, [id, JSON.stringify(alarm)]);
    },

    async cancel(id: string): Promise<{ outcome: 'missing' | 'ended' | 'cancelled'; next: StartableTask | null }> {
      const [outcome, next] = await call(cancelTask, [id, Date.now(), ...keep]);
      return { outcome: outcome as 'missing' | 'ended' | 'cancelled', next: startable(next) };
    },
  };
}

/** The part of an audit record that is not known from the task; '' for a task that has cited nothing. */
function auditOf({ citations }: TaskResult): string {
  if (citations.length === 0) return '';
  const cited: CitationAudit = {
    citations_used: citations.map(({ id }) => id),
    retrieval_scores: citations.map(({ similarity = null }) => similarity),
  };
  return JSON.stringify(cited);
}

/** As scripts give it. */
export function startable(found: unknown): StartableTask | null {
  if (!Array.isArray(found)) return null;
  const [id, team, agent, origin] = found.map(String);
  return { id: id ?? '', team: team ?? '', agent: agent ?? '', origin: origin ?? '' };
}

function refusal(outcome: string): AppError {
  switch (outcome) {
    case 'idempotency_conflict':
      return new AppError(
        'idempotency_conflict',
        'Use a new Idempotency-Key for a new request; this one belongs to an earlier, different body.',
      );
    case 'overloaded':
      return new AppError(
        'overloaded',
        'More turns are waiting than this fleet admits. Try again shortly, or add workers.',
        { retryAfterMs: 5_000 },
      );
    case 'foreign_session':
      return new AppError(
        'conflict',
        'This session belongs to someone else. Start a new session, or send the id it was started with.',
      );
    case 'erased':
      return new AppError('conflict', 'The person or the agent that this is about is being erased, or was erased.');
    case 'session_busy':
      return new AppError(
        'session_busy',
        'The session is still answering the message before this one. Wait for it to end, or cancel it.',
      );
    default:
      return new AppError('internal', 'The admission script returned an outcome that this version does not know.');
  }
}

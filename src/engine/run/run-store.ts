/**
 * Where runs keep what must survive a crash: journal, results, state and event stream of a task. A write is refused once the task has
 * ended or another worker has begun the run anew, so a late worker can change nothing.
 */
import { randomUUID } from 'node:crypto';
import { AppError } from '../../platform/errors.ts';
import { callScript, type RedisClient, type Script } from '../../platform/lua.ts';
import type { Message } from '../models/model.ts';
import type { Keys } from '../task/keys.ts';
import { type Task, TaskRequest } from '../task/task.ts';
import { gatherPerTick } from './end-of-tick.ts';
import { startLine } from './job-log.ts';
import type { RunResult } from './run-result.ts';
import { noteLost, openRun, writeRun } from './scripts.ts';
import type { Write } from './writes.ts';

/** Messages of history that an agent is shown. */
export const HISTORY = 20;

/** A job's claim to a run. Writes with the fence of an earlier claim are refused. Without a queue, its job is told nothing. */
export type Claim = { taskId: string; run: string; fence: string; queue?: string };

export type OpenedTask = {
  claim: Claim;
  task: Task;
  history: Message[];
  state: Record<string, unknown>;
  /** Steps that an earlier attempt at this job has finished, as JSON by field: parsed when they are looked at. */
  steps: Map<string, string>;
  /** Results of all runs of the task so far, as JSON by run id. */
  results: Map<string, string>;
};

/** Which run the job is for, how much of the conversation it is shown, and whether it needs the results of others. */
type Opening = { run: string; history: number; results: boolean; queue?: string; tries?: number };

export type RunStore = ReturnType<typeof createRunStore>;

export function createRunStore(redis: RedisClient, keys: Keys) {
  const call = (script: Script, args: (string | number)[]) =>
    callScript(redis, script, keys.tag, args) as Promise<unknown[]>;

  const openRuns = gatherPerTick((openings: Opened[]) => call(openRun, [Date.now(), ...openings.flatMap(argsOf)]));
  const writeRuns = gatherPerTick((taken: Taken[]) => {
    const entries = taken.map(({ claim: { taskId, run, fence, queue = '' }, take }) => {
      const { number, writes } = take();
      return [taskId, run, fence, queue, number, writes.length, ...writes.flat()];
    });
    return call(writeRun, [Date.now(), ...entries.flat()]);
  });

  return {
    /** Null when the task has ended or is gone: there is nothing left to do. */
    async open(taskId: string, opening: Opening): Promise<OpenedTask | null> {
      // Begins with the time: progress.ts reads from it since when the run is at work.
      const { run, queue = '' } = opening;
      const claim = { taskId, run, fence: newFence(), queue };
      const answer = await openRuns({ claim, opening });
      return Array.isArray(answer) ? openedTask(claim, answer as Answer) : null;
    },

    /** What `take` gives when it is sent: all of it, in order, or nothing. `number` counts the writes of a claim. */
    async write(claim: Claim, take: Taken['take']): Promise<void> {
      let taken: ReturnType<typeof take> | undefined;
      const takeOnce = () => (taken ??= take());
      let outcome = await writeRuns({ claim, take: takeOnce });
      // Redis has refused the write before this one, and the connection has sent that again meanwhile.
      if (outcome === 'early') outcome = await writeRuns({ claim, take: takeOnce });
      if (outcome === 'early') throw new AppError('redis_unavailable', 'An earlier write of this run was refused.');
      if (outcome === 'ended') throw new AppError('cancelled', 'The task has ended; this run stops.');
      if (outcome === 'overtaken') throw new AppError('lock_lost', 'Another worker has taken this run over.');
    },

    /** Notes in the task that the job of a run was gone; `ifBegun`: only if it had begun. */
    async noteLost(taskId: string, run: string, ifBegun: boolean): Promise<void> {
      await call(noteLost, [taskId, run, ifBegun ? '1' : '']);
    },

    /** The result of a run that may have ended meanwhile, in another job. */
    async resultOf(taskId: string, runId: string): Promise<RunResult | undefined> {
      const json = await redis.hget(keys.results(taskId), runId);
      return json === null ? undefined : (JSON.parse(json) as RunResult);
    },
  };
}

/** Of this process: random once, then counted, because random numbers for each job cost too much. */
const PROCESS = randomUUID().slice(0, 8);
let fences = 0;

function newFence(): string {
  fences += 1;
  return `${Date.now()}-${fences}-${PROCESS}`;
}

type Opened = { claim: Required<Claim>; opening: Opening };
type Taken = { claim: Claim; take: () => { number: number; writes: readonly Write[] } };

/** As open_run gives it: request, text, messages, steps, results, then the scopes of the state. */
type Answer = [string, string, string[], string[], string[], ...string[][]];

function argsOf({ claim, opening }: Opened): (string | number)[] {
  const { history, results, tries = 1 } = opening;
  const { taskId, run, fence, queue } = claim;
  return [taskId, run, fence, queue, history, results ? '1' : '0', startLine(Date.now(), tries)];
}

function openedTask(claim: Claim, [request, text, messages, steps, results, ...scopes]: Answer): OpenedTask {
  const state: Record<string, unknown> = {};
  for (const scope of scopes) for (const [key, value] of pairs(scope)) state[key] = JSON.parse(value);
  return {
    claim,
    task: { ...TaskRequest.parse(JSON.parse(request)), text },
    history: messages.map(toMessage),
    state,
    steps: new Map(pairs(steps)),
    results: new Map(pairs(results)),
  };
}

function pairs(flat: string[]): [string, string][] {
  const found: [string, string][] = [];
  for (let i = 0; i + 1 < flat.length; i += 2) found.push([flat[i] as string, flat[i + 1] as string]);
  return found;
}

/** A message of the session, as models take it. */
export function toMessage(json: string): Message {
  const { role, text } = JSON.parse(json) as { role: 'user' | 'event' | 'assistant'; text: string };
  return { role: role === 'assistant' ? 'model' : 'user', parts: [{ type: 'text', text }] };
}

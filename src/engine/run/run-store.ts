/**
 * Where runs keep what must survive a crash: journal, results, state and event stream of a task. A write is refused once the task has
 * ended or another worker has begun the run anew, so a late worker can change nothing.
 */
import { randomBytes } from 'node:crypto';
import { AppError } from '../../platform/errors.ts';
import { callScript, type RedisClient, type Script } from '../../platform/lua.ts';
import type { Message } from '../models/model.ts';
import type { Keys } from '../task/keys.ts';
import { type Task, TaskRequest } from '../task/task.ts';
import type { RunResult } from './run-result.ts';
import { openRun, writeRun } from './scripts.ts';
import type { Write } from './writes.ts';

/** A job's claim to a run. Writes with the fence of an earlier claim are refused. */
export type Claim = { taskId: string; run: string; fence: string };

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

/** Which run the job is for, how much of the conversation it is shown, and what there can be to replay. */
type Opening = { run: string; history: number; steps: boolean; results: boolean };

export type RunStore = ReturnType<typeof createRunStore>;

export function createRunStore(redis: RedisClient, keys: Keys) {
  const call = (script: Script, args: (string | number)[]) =>
    callScript(redis, script, keys.tag, args) as Promise<unknown[]>;

  return {
    /** Null when the task has ended or is gone: there is nothing left to do. */
    async open(taskId: string, { run, history, steps, results }: Opening): Promise<OpenedTask | null> {
      // Begins with the time: progress.ts reads from it since when the run is at work.
      const fence = `${Date.now()}-${randomBytes(4).toString('hex')}`;
      const flags = [steps, results].map((wanted) => (wanted ? '1' : '0'));
      const answer = await call(openRun, [taskId, Date.now(), run, fence, history, ...flags]);
      if (answer[0] !== 'running') return null;
      const [, request, text, messages, journal, ended, ...scopes] = answer as [
        string,
        string,
        string,
        string[],
        string[],
        string[],
        ...string[][],
      ];
      const state: Record<string, unknown> = {};
      for (const scope of scopes) for (const [key, value] of pairs(scope)) state[key] = JSON.parse(value);
      return {
        claim: { taskId, run, fence },
        task: { ...TaskRequest.parse(JSON.parse(request)), text },
        history: messages.map(toMessage),
        state,
        steps: new Map(pairs(journal)),
        results: new Map(pairs(ended)),
      };
    },

    /** All of it, in order, or nothing. `number` counts the writes of a claim. */
    async write({ taskId, run, fence }: Claim, number: number, writes: readonly Write[]): Promise<void> {
      const [outcome] = await call(writeRun, [taskId, Date.now(), run, fence, number, ...writes.flat()]);
      if (outcome === 'ended') throw new AppError('cancelled', 'The task has ended; this run stops.');
      if (outcome === 'overtaken') throw new AppError('lock_lost', 'Another worker has taken this run over.');
    },

    /** The result of a run that may have ended meanwhile, in another job. */
    async resultOf(taskId: string, runId: string): Promise<RunResult | undefined> {
      const json = await redis.hget(keys.results(taskId), runId);
      return json === null ? undefined : (JSON.parse(json) as RunResult);
    },
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

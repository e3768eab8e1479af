/** Finds tasks that nobody works on: never started, stuck, behind a lane's head that is gone, or past their deadline. For upkeep. */
import type { Keys } from '../../src/engine/task/keys.ts';
import { callScript, type RedisClient, type Script } from '../../src/platform/lua.ts';
import { type StartableTask, startable } from './admission.ts';
import { blockedLanes, overdueTasks, stuckTasks, unstartedTasks } from './watch-scripts.ts';

/** `jobs` are to be removed: they are gone or wait for one that is. */
export type StuckTask = StartableTask & { verdict: 'broken' | 'over'; jobs: { queue: string; id: string }[] };

/** A page with fewer entries than this is the last one. One page keeps Redis busy for some milliseconds. */
const PAGE = 200;

export type TaskWatch = ReturnType<typeof createTaskWatch>;

/** Each gives page after page, until there is no more. */
export function createTaskWatch(redis: RedisClient, keys: Keys) {
  const call = (script: Script, args: (string | number)[]) =>
    callScript(redis, script, keys.tag, args) as Promise<unknown[]>;

  async function* pages<T>(script: Script, ageMs: number, read: (found: unknown) => T | null): AsyncGenerator<T[]> {
    // The same for all pages: what was looked at in this run is younger.
    const before = Date.now() - ageMs;
    for (let count = PAGE; count >= PAGE; ) {
      const [lookedAt, found] = await call(script, [Date.now(), before, PAGE]);
      count = Number(lookedAt);
      yield (found as unknown[]).flatMap((one) => read(one) ?? []);
    }
  }

  return {
    /** Tasks that hold their lane for `ageMs` and have no job. */
    unstarted: (ageMs: number) => pages(unstartedTasks, ageMs, startable),
    /** Of the tasks in which no job has begun for `ageMs`, those that cannot go on by themselves. */
    stuck: (ageMs: number) => pages(stuckTasks, ageMs, stuck),
    /** The next tasks of lanes whose head is gone. */
    blocked: (ageMs: number) => pages(blockedLanes, ageMs, startable),
    /** Open tasks past their own deadline, and those in which no job has begun since `idleSince`. */
    async *overdue(idleSince: number): AsyncGenerator<string[]> {
      let passed = 0;
      for (let count = PAGE; count >= PAGE; ) {
        const [found, atWork] = await call(overdueTasks, [Date.now(), idleSince, PAGE, passed]);
        const ids = found as string[];
        passed += Number(atWork);
        count = ids.length + Number(atWork);
        yield ids;
      }
    },
  };
}

function stuck(found: unknown): StuckTask | null {
  const [request, verdict, names] = found as [unknown, 'broken' | 'over', string[]];
  const task = startable(request);
  if (!task) return null;
  const jobs = names.flatMap((queue, index) => (index % 2 === 0 ? [{ queue, id: names[index + 1] ?? '' }] : []));
  return { ...task, verdict, jobs };
}

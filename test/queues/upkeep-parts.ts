/** Upkeep as a test runs it, on a client of its own: without waiting for anything to become old, unless the test says so. */
import { openFleet } from '../../queues/open-fleet.ts';
import type { StartTask } from '../../queues/start-task.ts';
import { type UpkeepTimes, upkeep } from '../../queues/upkeep.ts';
import { readTask } from '../../src/engine/task/read-task.ts';
import type { Log } from '../../src/platform/log.ts';
import type { Fleet } from '../support/fleet.ts';

const DAY = 86_400_000;

export function upkeepOf(fleet: Fleet, given: { log?: Log; startTask?: StartTask } = {}) {
  const redis = fleet.base.redis.connect('worker');
  const { keys, teams } = fleet.base;
  const open = openFleet(fleet.base, redis, { maxOpenTasks: 10_000 });
  const parts = {
    ...open,
    teams,
    taskOf: (id: string) => readTask(redis, keys, id),
    sweep: async () => undefined,
    log: fleet.base.log,
    ...given,
  };
  return {
    ...open,
    run: (times: Partial<UpkeepTimes> = {}) =>
      upkeep(parts, { unstartedMs: -1, silentMs: -1, idleMs: DAY, budgetMs: Number.POSITIVE_INFINITY, ...times }),
  };
}

/** What the A2A server does in a worker: it serves push configs, restores lost deliveries, and forgets a person's tasks. */
import type { Erased, TeamModule } from '../../../engine/run/team-module.ts';
import type { Fleet } from '../../../engine/task/fleet.ts';
import type { Keys } from '../../../engine/task/keys.ts';
import type { Subject } from '../../../engine/task/task.ts';
import type { Config } from '../../../platform/config.ts';
import type { RedisClient } from '../../../platform/lua.ts';
import type { Metrics } from '../../../platform/metrics.ts';
import { a2aKeys } from '../keys.ts';
import { createDeliver } from './deliver.ts';
import { post } from './post.ts';
import { createPushStore, nameOf, type PushPlace } from './store.ts';

export const A2A = 'a2a';

/** Deliveries that upkeep looks at in one go. */
const SWEEP = 200;
/** A lost job is made again with a new id each of these; BullMQ adds no job whose id it still knows. */
const REMAKE_MS = 30_000;

type Parts = { redis: RedisClient; keys: Keys; fleet: Fleet; metrics: Metrics; config: Config };

/** Has a job look at what a config is still to be sent. The same key is the same job. */
export function wakeDelivery(fleet: Fleet, place: PushPlace, key: string): Promise<void> {
  return fleet.deliver(A2A, nameOf(place), `push-${nameOf(place)}-${key}`);
}

export function a2aModule({ redis, keys, fleet, metrics, config }: Parts): TeamModule {
  const own = a2aKeys(keys.tag);
  const store = createPushStore(redis, own, config.TURN_RETENTION_DAYS * 86_400);
  const deliver = createDeliver({
    redis,
    keys,
    store,
    allowHosts: config.A2A_PUSH_ALLOW_HOSTS,
    post,
    wake: (place, key) => wakeDelivery(fleet, place, key),
    counted: (outcome) => metrics.pushes.inc({ outcome }),
  });

  /** While the person's tasks still exist: they say whose lists they are in. */
  async function stop(tenant: string, { kind, id }: Subject): Promise<void> {
    for (const index of [keys.subject_tasks(tenant, kind, id), keys.subject_tasks(tenant, 'user', id)])
      for (const task of await redis.zrange(index, 0, -1)) {
        for (const config of await redis.hkeys(own.configs(task))) await store.remove({ task, config });
        const user = userOf(await redis.hget(keys.task(task), 'request'));
        if (user !== null) await dropFrom(own.user_tasks(tenant, user), (member) => member.startsWith(`${task} `));
      }
  }

  async function forget(tenant: string, { id }: Subject): Promise<Erased> {
    const dropped = await dropFrom(own.tenant_tasks(tenant), (member) => member.endsWith(` ${id}`));
    return { keys: dropped + (await redis.del(own.user_tasks(tenant, id))) };
  }

  async function dropFrom(list: string, isTheirs: (member: string) => boolean): Promise<number> {
    const theirs = (await redis.zrange(list, 0, -1)).filter(isTheirs);
    return theirs.length === 0 ? 0 : redis.zrem(list, ...theirs);
  }

  return {
    name: A2A,
    subject: null,
    deliver,
    async sweep() {
      const now = Math.floor(Date.now() / REMAKE_MS);
      for (const place of await store.due(SWEEP)) await wakeDelivery(fleet, place, `sweep-${now}`);
    },
    erase: { stop, forget },
  };
}

/** Null: what is stored cannot be read, which must not block an erasure. */
function userOf(json: string | null): string | null {
  try {
    return String((JSON.parse(json ?? '') as { user_id: unknown }).user_id);
  } catch {
    return null;
  }
}

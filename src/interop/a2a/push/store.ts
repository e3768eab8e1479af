/** Push configs and how far each was served, in Redis: any process may register one, and any worker may serve it. */
import { randomUUID } from 'node:crypto';
import { callScript, type RedisClient, type Script } from '../../../platform/lua.ts';
import { type A2aKeys, TASK_ID } from '../keys.ts';
import { CONFIG_ID, PushConfig } from './config.ts';
import {
  advanceDelivery,
  deferDelivery,
  dueDeliveries,
  failDelivery,
  releaseDelivery,
  removeConfig,
  reopenDelivery,
  saveConfig,
  takeDelivery,
} from './scripts.ts';

/** A config of a task. */
export type PushPlace = { task: string; config: string };

export type FailedDelivery = PushPlace & { url: string; error: string; failedAt: string };

/** Moves a delivery on, for as long as nobody else has taken it over. */
export type Lease = {
  cursor: string;
  config: PushConfig;
  /** False: the lease is lost, and nothing more may be sent. */
  advance(cursor: string): Promise<boolean>;
  release(): Promise<'more' | 'idle' | 'over' | 'lost'>;
  defer(ms: number): Promise<void>;
  fail(why: string): Promise<void>;
};

export const MAX_CONFIGS = 10;
/** Failed deliveries that are kept for a tenant; the oldest leave first. */
const MAX_FAILED = 1_000;
/** Longer than one update may take to send: for jobs other than the one that holds it. */
const LEASE_MS = 45_000;
/** Longer than a task may stay open, on top of how long an ended one is kept. */
const OPEN_SECONDS = 7 * 86_400;

export type PushStore = ReturnType<typeof createPushStore>;

export function createPushStore(redis: RedisClient, keys: A2aKeys, retentionSeconds: number) {
  const call = (script: Script, args: (string | number)[]) => callScript(redis, script, keys.tag, args);
  const keep = Math.ceil(retentionSeconds) + OPEN_SECONDS;

  return {
    /** `from`: the events so far are sent too, or only those to come. */
    async save(
      tenant: string,
      task: string,
      config: PushConfig,
      from: 'all' | 'next',
    ): Promise<'saved' | 'full' | 'gone'> {
      const args = [task, config.id, JSON.stringify(config), from, MAX_CONFIGS, keep, Date.now(), tenant];
      return (await call(saveConfig, args)) as 'saved' | 'full' | 'gone';
    },

    async find({ task, config }: PushPlace): Promise<PushConfig | null> {
      const json = CONFIG_ID.test(config) ? await redis.hget(keys.configs(task), config) : null;
      return json === null ? null : PushConfig.parse(JSON.parse(json));
    },

    async list(task: string): Promise<PushConfig[]> {
      const configs = Object.values(await redis.hgetall(keys.configs(task))).map((json) =>
        PushConfig.parse(JSON.parse(json)),
      );
      return configs.sort((a, b) => (a.id < b.id ? -1 : 1));
    },

    async remove({ task, config }: PushPlace): Promise<void> {
      if (CONFIG_ID.test(config)) await call(removeConfig, [task, config]);
    },

    async take({ task, config }: PushPlace, job: string): Promise<Lease | null> {
      const token = randomUUID();
      const taken = (await call(takeDelivery, [task, config, token, Date.now(), LEASE_MS, job])) as string[];
      const [outcome, cursor = '', json = ''] = taken;
      if (outcome !== 'taken') return null;
      const own = [task, config, token];
      return {
        cursor,
        config: PushConfig.parse(JSON.parse(json)),
        advance: async (to) => (await call(advanceDelivery, [...own, to, Date.now(), LEASE_MS])) === 1,
        release: async () => (await call(releaseDelivery, own)) as 'more' | 'idle' | 'over' | 'lost',
        defer: async (ms) => void (await call(deferDelivery, [...own, Date.now() + ms])),
        fail: async (why) => void (await call(failDelivery, [...own, why, Date.now(), MAX_FAILED])),
      };
    },

    /** Those whose job was lost, or never made. */
    async due(most: number): Promise<PushPlace[]> {
      return ((await call(dueDeliveries, [Date.now(), most])) as string[]).flatMap((member) => placeOf(member) ?? []);
    },

    async reopen({ task, config }: PushPlace): Promise<boolean> {
      return (await call(reopenDelivery, [task, config, Date.now()])) === 1;
    },

    /** The last first. Those whose task is gone are left out. */
    async failed(tenant: string): Promise<FailedDelivery[]> {
      const members = await redis.zrevrange(keys.failed_deliveries(tenant), 0, MAX_FAILED - 1);
      const found = await Promise.all(
        members
          .flatMap((member) => placeOf(member) ?? [])
          .map(async ({ task, config }) => {
            const [error, at] = await redis.hmget(keys.delivery(task, config), 'error', 'failed_at');
            const url = (await this.find({ task, config }))?.url;
            if (!url || !at) return [];
            return [{ task, config, url, error: error ?? '', failedAt: new Date(Number(at)).toISOString() }];
          }),
      );
      return found.flat();
    },
  };
}

/** As it stands in a job and in the lists. */
export function nameOf({ task, config }: PushPlace): string {
  return `${task}~${config}`;
}

/** Null for what is not such a name. */
export function placeOf(name: string): PushPlace | null {
  const at = name.indexOf('~');
  const place = { task: name.slice(0, at), config: name.slice(at + 1) };
  return at > 0 && TASK_ID.test(place.task) && CONFIG_ID.test(place.config) ? place : null;
}

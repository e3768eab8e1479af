/** Push configs over A2A. The process that registers one tells the workers of each result while it runs; upkeep does when it does not. */
import type { TaskPushNotificationConfig } from '@a2a-js/sdk';
import { RequestMalformedError, TaskNotFoundError } from '@a2a-js/sdk/errors';
import type { Fleet } from '../../src/engine/task/fleet.ts';
import { type PushConfig, problemOf, shown } from '../../src/interop/a2a/push/config.ts';
import { wakeDelivery } from '../../src/interop/a2a/push/module.ts';
import { MAX_CONFIGS, type PushPlace, type PushStore } from '../../src/interop/a2a/push/store.ts';
import type { Log } from '../../src/platform/log.ts';
import { sha256 } from '../../src/platform/sha256.ts';
import type { EventHub } from '../turns/event-hub.ts';

type Parts = { store: PushStore; hub: EventHub; fleet: Fleet; allowHosts: readonly string[]; log: Log };

/** Events that a webhook is told nothing of, but for the first of them: with it the task is working. */
const UNTOLD = new Set(['delta', 'reset', 'tool', 'stage', 'routed']);

/** Tasks that this process watches; further ones are left to upkeep. */
const MAX_WATCHED = 1_000;

export type PushDesk = ReturnType<typeof createPushDesk>;

export function createPushDesk({ store, hub, fleet, allowHosts, log }: Parts) {
  const watched = new Set<string>();

  /** Each result of the task makes a delivery job until the task has ended. Errors are left to upkeep, which makes the same jobs. */
  async function watch(place: PushPlace): Promise<void> {
    const name = `${place.task}~${place.config}`;
    if (watched.has(name) || watched.size >= MAX_WATCHED) return;
    watched.add(name);
    let unfollow: (() => void) | undefined;
    let [begun, ended] = [false, false];
    try {
      unfollow = await hub.follow(place.task, '', ({ id, kind }) => {
        if (kind === 'queued') return;
        if (!begun || !UNTOLD.has(kind)) wakeDelivery(fleet, place, id).catch(() => undefined);
        begun = true;
        if (kind !== 'done') return;
        ended = true;
        watched.delete(name);
        unfollow?.();
      });
      if (ended) unfollow();
    } catch (thrown) {
      watched.delete(name);
      log.warn({ err: thrown, task_id: place.task }, 'push.not_watched');
    }
  }

  /** Throws where it cannot be used; nothing is stored yet. `seed`: what the id is made from if the client has none. */
  function check(given: TaskPushNotificationConfig, wireVersion: string, seed: string): PushConfig {
    const { url, token, authentication } = given;
    const config: PushConfig = {
      id: given.id || sha256(seed).slice(0, 32),
      url,
      token,
      ...(authentication && { authentication }),
      wire_version: wireVersion,
    };
    const problem = problemOf(config, allowHosts);
    if (problem !== null) throw new RequestMalformedError(`The push notification config cannot be used: ${problem}`);
    return config;
  }

  return {
    check,

    async save(tenant: string, task: string, config: PushConfig, from: 'all' | 'next'): Promise<void> {
      const outcome = await store.save(tenant, task, config, from);
      if (outcome === 'gone') throw new TaskNotFoundError();
      if (outcome === 'full')
        throw new RequestMalformedError(`A task has at most ${MAX_CONFIGS} push notification configs.`);
      await watch({ task, config: config.id });
    },

    async find(task: string, config: string): Promise<TaskPushNotificationConfig> {
      const found = await store.find({ task, config });
      if (!found) throw new TaskNotFoundError('There is no such push notification config.');
      return shown(found, task);
    },

    async list(task: string): Promise<TaskPushNotificationConfig[]> {
      return (await store.list(task)).map((config) => shown(config, task));
    },

    remove: (task: string, config: string) => store.remove({ task, config }),
  };
}

/** Deliveries to webhooks that were given up: what they are, and the order to try one again. */
import { z } from 'zod';
import type { Principal } from '../../src/engine/access/principal.ts';
import type { Fleet } from '../../src/engine/task/fleet.ts';
import type { Keys } from '../../src/engine/task/keys.ts';
import { wakeDelivery } from '../../src/interop/a2a/push/module.ts';
import { nameOf, type PushPlace, type PushStore, placeOf } from '../../src/interop/a2a/push/store.ts';
import { requestOf } from '../../src/interop/a2a/task-view.ts';
import { AppError } from '../../src/platform/errors.ts';
import type { RedisClient } from '../../src/platform/lua.ts';
import { defineRoute, type Route } from '../http/route.ts';
import { named } from '../http/schema-docs.ts';
import { maySee } from './caller.ts';

const FailedDelivery = z.object({
  id: z.string().describe('Of the delivery: task and config'),
  task_id: z.string(),
  config_id: z.string(),
  host: z.string().describe('Of the webhook; the rest of its address may be a secret'),
  error: z.string(),
  failed_at: z.string(),
});

named('FailedDelivery', FailedDelivery, { description: 'A push notification that was given up.' });
const FailedList = named('FailedDeliveryList', z.object({ failed: z.array(FailedDelivery) }));
const Retried = named('RetriedDelivery', z.object({ id: z.string() }));

type Parts = { redis: RedisClient; keys: Keys; store: PushStore; fleet: Fleet };

export function pushRoutes({ redis, keys, store, fleet }: Parts): Route[] {
  async function isVisible(principal: Principal, { task }: PushPlace): Promise<boolean> {
    const hash = await redis.hgetall(keys.task(task));
    return hash.request !== undefined && maySee(principal, requestOf(hash));
  }

  return [
    defineRoute({
      method: 'get',
      path: '/v1/push/failed',
      operation: 'listFailedDeliveries',
      scope: 'a2a',
      summary: 'Push notifications that were given up, the last first',
      tag: 'Other agents',
      replies: { 200: { description: 'Failed deliveries', schema: FailedList } },
      async handle({ principal }) {
        const failed = await store.failed(principal.tenant);
        const visible = await Promise.all(failed.map((one) => isVisible(principal, one)));
        const shown = failed
          .filter((_, index) => visible[index])
          .map(({ task, config, url, error, failedAt }) => ({
            id: nameOf({ task, config }),
            task_id: task,
            config_id: config,
            host: new URL(url).host,
            error,
            failed_at: failedAt,
          }));
        return { status: 200, body: { failed: shown } };
      },
    }),
    defineRoute({
      method: 'post',
      path: '/v1/push/failed/{id}',
      operation: 'retryDelivery',
      scope: 'a2a',
      summary: 'Try a failed delivery again, from the update that was not taken',
      tag: 'Other agents',
      params: z.object({ id: z.string().max(130) }),
      replies: { 202: { description: 'It is tried again', schema: Retried } },
      async handle({ params: { id }, principal }) {
        const place = placeOf(id);
        if (!place || !(await isVisible(principal, place)) || !(await store.reopen(place)))
          throw new AppError('not_found', 'There is no such failed delivery.');
        await wakeDelivery(fleet, place, `again-${Date.now()}`);
        return { status: 202, body: { id } };
      },
    }),
  ];
}

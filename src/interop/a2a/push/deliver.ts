/**
 * Sends a config what has happened in its task since its cursor, in order, each update at least once. Started by a delivery job; running
 * twice is safe, because one job at a time holds the lease and the cursor moves only after the webhook has answered.
 */
import type { StreamResponse, Task } from '@a2a-js/sdk';
import { V03PushNotificationSerializer } from '@a2a-js/sdk/compat/v0_3/server';
import { V1PushNotificationSerializer } from '@a2a-js/sdk/server';
import type { Keys } from '../../../engine/task/keys.ts';
import { AppError } from '../../../platform/errors.ts';
import type { RedisClient } from '../../../platform/lua.ts';
import { placeOf as placeOfTask, requestOf, submittedTask, type TaskHash } from '../task-view.ts';
import { createProjection, endOf, isLater, isResult, type TaskEvent, withUpdate } from '../updates.ts';
import type { PushConfig } from './config.ts';
import type { Posted, post } from './post.ts';
import { type Lease, type PushPlace, type PushStore, placeOf } from './store.ts';

type Parts = {
  redis: RedisClient;
  keys: Keys;
  store: PushStore;
  allowHosts: readonly string[];
  post: typeof post;
  /** Gives the rest to another job. */
  wake(place: PushPlace, cursor: string): Promise<void>;
  counted(outcome: 'sent' | 'retried' | 'failed'): void;
};

export type Delivered = 'sent' | 'failed' | 'skipped';

/** One job sends for this long at most, well below its time limit. */
const WORK_MS = 60_000;
/** Longer than the wait before a job's next attempt: until then nobody else makes it a job. */
const RETRY_MARGIN_MS = 60_000;

type Step = { id: string; updates: { update: StreamResponse; task: Task }[] };

export function createDeliver(parts: Parts) {
  const { redis, keys, store, allowHosts } = parts;

  /** Null: the task is gone. The events are read before the task, so that a task whose last event was read has ended. */
  async function stepsAfter(id: string, cursor: string): Promise<Step[] | null> {
    const entries = await redis.xrange(keys.events(id), '-', '+');
    const hash: TaskHash = await redis.hgetall(keys.task(id));
    if (hash.request === undefined) return null;
    const place = placeOfTask(requestOf(hash));
    const projection = createProjection(place);
    let task = submittedTask(hash);
    const steps: Step[] = [];
    for (const [id, fields] of entries) {
      const event: TaskEvent = { id, kind: fields[1] ?? '', data: fields[3] ?? '{}' };
      const updates = event.kind === 'done' ? endOf(hash, place) : projection.updatesOf(event);
      const applied = updates.map((update) => {
        task = withUpdate(task, update);
        return { update, task };
      });
      if (isLater(id, cursor)) steps.push({ id, updates: applied.filter(({ update }) => isResult(update)) });
    }
    return steps;
  }

  async function send(config: PushConfig, { update, task }: Step['updates'][number], id: string): Promise<Posted> {
    const { body, contentType } = serializerOf(config).serialize(update, task);
    return parts.post({ url: config.url, headers: headersOf(config, contentType, id), body, allowHosts });
  }

  /** `failed`: the first update that was not taken. Null: all were, or the lease is lost. */
  async function sendSteps(
    lease: Lease,
    steps: readonly Step[],
    until: number,
  ): Promise<{ failed: Posted } | 'sent' | 'paused' | 'lost'> {
    for (const { id, updates } of steps) {
      for (const [at, one] of updates.entries()) {
        if (performance.now() > until) return 'paused';
        const posted = await send(lease.config, one, `${id}-${at}`);
        if (!posted.ok) return { failed: posted };
        parts.counted('sent');
      }
      if (!(await lease.advance(id))) return 'lost';
    }
    return 'sent';
  }

  async function give(place: PushPlace, lease: Lease, lastAttempt: boolean): Promise<Delivered> {
    const until = performance.now() + WORK_MS;
    let cursor = lease.cursor;
    for (;;) {
      const steps = await stepsAfter(place.task, cursor);
      if (!steps) return 'skipped';
      const outcome = await sendSteps(lease, steps, until);
      if (outcome === 'lost') return 'skipped';
      if (outcome === 'paused') {
        await lease.defer(0);
        await parts.wake(place, `${cursor}-${Date.now()}`);
        return 'sent';
      }
      if (outcome !== 'sent') return await notTaken(lease, outcome.failed, lastAttempt);
      cursor = steps.at(-1)?.id ?? cursor;
      // A stream that is no longer kept has nothing after the cursor.
      if ((await lease.release()) !== 'more' || steps.length === 0) return 'sent';
    }
  }

  async function notTaken(lease: Lease, posted: Posted, lastAttempt: boolean): Promise<Delivered> {
    const { retry, why } = posted.ok ? { retry: false, why: '' } : posted;
    if (!retry || lastAttempt) {
      await lease.fail(why);
      parts.counted('failed');
      return 'failed';
    }
    await lease.defer(RETRY_MARGIN_MS);
    parts.counted('retried');
    throw new AppError('push_unavailable', why);
  }

  return async (name: string, lastAttempt: boolean, job: string): Promise<Delivered> => {
    const place = placeOf(name);
    const lease = place && (await store.take(place, job));
    return lease ? give(place, lease, lastAttempt) : 'skipped';
  };
}

function serializerOf({ wire_version }: PushConfig) {
  return wire_version === '0.3' ? new V03PushNotificationSerializer() : new V1PushNotificationSerializer();
}

/** `id` is that of the update, one of several that an event may stand for: the same whenever it is sent again, and no other's. */
function headersOf({ authentication, token }: PushConfig, contentType: string, id: string): Record<string, string> {
  return {
    'Content-Type': contentType,
    'User-Agent': 'Medfleet',
    'X-A2A-Event-Id': id,
    ...(authentication && { Authorization: `${authentication.scheme} ${authentication.credentials}` }),
    ...(token !== '' && { 'X-A2A-Notification-Token': token }),
  };
}

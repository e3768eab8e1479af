/**
 * Triggers: future work that an agent has scheduled for itself. Redis holds the trigger and when it is due; a job fires it: that of a job
 * scheduler if it repeats, a delayed one if not. The trigger is stored before its job is planned, and the sweep starts every trigger that
 * is due and was not fired. All times are times of Redis's clock.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { v5 as uuidv5 } from 'uuid';
import type { Asker } from '../../../engine/access/principal.ts';
import type { Planned } from '../../../engine/task/fleet.ts';
import { AppError } from '../../../platform/errors.ts';
import { callScript, type RedisClient, type Script } from '../../../platform/lua.ts';
import { redisNow } from '../../../platform/redis-clock.ts';
import { nextTime, timeAfter, timesDue } from '../../schedule.ts';
import type { Owner } from '../desk.ts';
import type { ResearchKeys } from '../keys.ts';
import { type Limits, limitReached } from '../limits.ts';
import { readSchedule } from '../read-schedule.ts';
import type { ResearchAgent } from '../research-agent.ts';
import { Trigger, type TriggerChange } from '../trigger.ts';
import { findOwned, storedJson } from './owned.ts';
import { beginFiring, endTrigger, holdTrigger, noteFiring, replanTrigger, storeTrigger } from './trigger-scripts.ts';

const TRIGGERS = '3b0f5a5e-7c0a-5d1d-9c64-0f6b2f1f8e23';
/** Ended triggers are kept for a while, so that an agent can see what it had planned. */
export const ENDED_SECONDS = 90 * 86_400;
/** A trigger is given this long to be fired by its own job. */
const SWEEP_AFTER_MS = 1_000;
const SWEEP_BATCH = 500;

type Plan = { schedule: string; instruction: string };

/** A job that comes early by less than this waits; one that comes earlier ends, and the sweep fires the trigger. */
const MAX_EARLY_MS = 1_000;

/** The jobs that fire triggers. Planning what is planned changes nothing, but for a job that has ended: it is added again. */
type Jobs = {
  plan(planned: Planned): Promise<void>;
  remove(id: string, at: Date | null): Promise<void>;
};

export function createTriggerStore(redis: RedisClient, keys: ResearchKeys, limits: Limits, jobs: Jobs) {
  const call = (script: Script, args: (string | number)[]) => callScript(redis, script, keys.tag, args);

  async function read(id: string): Promise<Trigger | null> {
    const hash = await redis.hgetall(keys.trigger(id));
    return hash.status ? triggerOf(id, hash) : null;
  }

  const find = (asker: Asker, id: string) => findOwned(asker, id, read, 'trigger');

  /** Makes its job agree with the trigger as it is stored: the one for its next time, or none. */
  async function follow(id: string, trigger: Trigger | null, now: Date): Promise<void> {
    if (!trigger?.when || !trigger.fire_at) return jobs.remove(id, null);
    const { agent_id: agent, fired, when } = trigger;
    const at = new Date(trigger.fire_at);
    const repeats = when.kind === 'once' ? null : { schedule: when, agent, fired, most: mostFirings(trigger) };
    await jobs.plan({ id, at, delayMs: Math.max(0, at.getTime() - now.getTime()), repeats });
  }

  /** Without parsing: what cannot be understood must be possible to stop as well. */
  async function stop(id: string, status: 'completed' | 'cancelled'): Promise<void> {
    const due = Number(await call(endTrigger, [id, status, ENDED_SECONDS]));
    await jobs.remove(id, due > 0 ? new Date(due) : null);
  }

  return {
    read,
    find,
    follow,
    stop,

    async create(agent: ResearchAgent, plan: Plan, timezone: string, key: string): Promise<Trigger> {
      const id = uuidv5(key, TRIGGERS);
      const { tenant, user_id, id: agent_id } = agent;
      const now = await redisNow(redis);
      const known = await read(id);
      if (!known) {
        const when = readSchedule(plan.schedule, { now, timezone });
        const about = { id, tenant, user_id, agent_id, ...plan, when, timezone, created_at: now.toISOString() };
        const due = nextTime(when, now, now)?.getTime() ?? now.getTime();
        const { TRIGGERS_PER_AGENT, TRIGGERS_PER_TENANT } = limits;
        const bounds = [now.getTime(), TRIGGERS_PER_AGENT, TRIGGERS_PER_TENANT];
        const stored = await call(storeTrigger, [id, tenant, user_id, agent_id, due, ...bounds, JSON.stringify(about)]);
        if (stored === 'erased') throw new AppError('not_found', 'There is no such research agent.');
        if (stored === 'agent_full')
          throw limitReached('This agent has as many triggers as allowed; cancel some', 'TRIGGERS_PER_AGENT', limits);
        if (stored === 'tenant_full')
          throw limitReached('This tenant has as many triggers as allowed; cancel some', 'TRIGGERS_PER_TENANT', limits);
      }
      const trigger = await read(id);
      if (trigger?.agent_id !== agent_id || trigger.tenant !== tenant)
        throw new AppError('idempotency_conflict', 'Use a new Idempotency-Key for a new trigger; this one is in use.');
      if (trigger.fire_at) await follow(id, trigger, now);
      return trigger;
    },

    async list({ tenant, user_id }: Owner, agentId?: string): Promise<Trigger[]> {
      const index = keys.triggers(tenant, user_id);
      const ids = await redis.zrevrange(index, 0, -1);
      const found = await Promise.all(ids.map(read));
      const gone = ids.filter((_, at) => found[at] === null);
      if (gone.length > 0) await redis.zrem(index, ...gone);
      return found.filter((trigger) => trigger !== null && (!agentId || trigger.agent_id === agentId)) as Trigger[];
    },

    async change(asker: Asker, id: string, change: TriggerChange): Promise<Trigger> {
      const trigger = await find(asker, id);
      if (trigger.status === 'unreadable' && change.status === 'cancelled') {
        await stop(id, 'cancelled');
        await redis.del(keys.trigger(id));
        return trigger;
      }
      if (trigger.status !== 'pending' || !trigger.when) throw notPending(trigger.status);
      if (change.status === 'cancelled') {
        await stop(id, 'cancelled');
        return (await read(id)) ?? trigger;
      }
      const now = await redisNow(redis);
      const { tenant, user_id, agent_id, created_at, fire_at } = trigger;
      const schedule = change.schedule ?? trigger.schedule;
      const timezone = change.timezone ?? zoneOf(trigger);
      // The other schedules name no time of day, or one that has been told in the zone of then.
      const isReread = change.schedule !== undefined || (change.timezone !== undefined && trigger.when.kind === 'cron');
      const when = isReread ? readSchedule(schedule, { now, timezone }) : trigger.when;
      const instruction = change.instruction ?? trigger.instruction;
      // In other words, "10 times" counts anew.
      const counted_from = schedule === trigger.schedule ? trigger.counted_from : trigger.fired;
      const about = { id, tenant, user_id, agent_id, schedule, when, timezone, instruction, created_at, counted_from };
      // A single time that has passed while the trigger was paused is due now.
      const planned = fire_at && !isReread ? new Date(fire_at) : (nextTime(when, now, new Date(created_at)) ?? now);
      const due = (change.paused ?? trigger.paused) ? null : planned;
      const status = await call(replanTrigger, [id, JSON.stringify(about), due?.getTime() ?? '']);
      if (status !== 'pending') throw notPending(String(status ?? 'erased'));
      if (fire_at && (isReread || fire_at !== due?.toISOString())) await jobs.remove(id, new Date(fire_at));
      const changed = await read(id);
      if (due) await follow(id, changed, now);
      return changed ?? trigger;
    },

    /** Holds a trigger for a single time, whose agent is paused, until the agent resumes. Repeating it changes nothing. */
    async hold(trigger: Trigger, due: Date): Promise<void> {
      if (trigger.when?.kind !== 'once') return;
      const now = await redisNow(redis);
      const outcome = await call(holdTrigger, [trigger.id, due.getTime(), now.getTime()]);
      if (outcome === 'due') await jobs.plan({ id: trigger.id, at: now, delayMs: 0, repeats: null });
    },

    /**
     * When the firing that is due at that time has begun, by Redis's clock: a retry gives the time of the first attempt. Null if it is no
     * longer due then, or not yet.
     */
    async begin(id: string, due: Date): Promise<Date | null> {
      const now = Number(await call(beginFiring, [id, due.getTime(), MAX_EARLY_MS]));
      const early = due.getTime() - now;
      if (!now || early > MAX_EARLY_MS) return null;
      if (early > 0) await sleep(early);
      return new Date(Math.max(now, due.getTime()));
    },

    /**
     * Records that the firing which was due has happened, or was left out because its agent is paused, and plans the next one after the
     * time at which it began. Repeating it changes nothing.
     */
    async fired(trigger: Trigger, due: Date, began: Date, happened: boolean): Promise<void> {
      const { id, when } = trigger;
      if (!when) return;
      const isLast = happened && trigger.fired + 1 >= (mostFirings(trigger) ?? Number.POSITIVE_INFINITY);
      const next = isLast ? null : timeAfter(when, due, began);
      const at = happened ? began.toISOString() : '';
      await call(noteFiring, [id, due.getTime(), next?.getTime() ?? '', at, timesDue(when, due, began), ENDED_SECONDS]);
      if (when.kind !== 'once') await follow(id, await read(id), began);
    },

    /** For upkeep: triggers that are due and whose job was lost, came too early or waits for a clock that is behind. */
    async sweep(graceMs = SWEEP_AFTER_MS): Promise<number> {
      const now = await redisNow(redis);
      const until = now.getTime() - graceMs;
      const found = await redis.zrangebyscore(keys.due(), '-inf', until, 'WITHSCORES', 'LIMIT', 0, SWEEP_BATCH);
      const due = found.flatMap((id, at) => (at % 2 === 0 ? [{ id, at: new Date(Number(found[at + 1])) }] : []));
      await Promise.all(due.map(({ id, at }) => jobs.plan({ id, at, delayMs: 0, repeats: null })));
      return due.length;
    },
  };
}

function triggerOf(id: string, hash: Record<string, string>): Trigger {
  const due = new Date(Number(hash.due ?? Number.NaN));
  const kept = {
    paused: hash.paused === '1',
    held: hash.held === '1',
    fired: Number(hash.fired ?? 0),
    last_fired_at: hash.last_fired_at ?? null,
    stands_for: Number(hash.stands_for ?? 1),
    fire_at: Number.isNaN(due.getTime()) ? null : due.toISOString(),
  };
  const stored = { ...(storedJson(hash.about) as object | null | undefined), id, status: hash.status, ...kept };
  const trigger = Trigger.safeParse(stored).data;
  if (trigger?.when) return trigger;
  const { tenant = '', user = '', agent = '' } = hash;
  const unknown = { schedule: '', when: null, instruction: '', created_at: '', counted_from: 0, fire_at: null };
  return { ...kept, ...unknown, id, tenant, user_id: user, agent_id: agent, status: 'unreadable' };
}

/** How often it may have fired when it ends. */
function mostFirings({ when, counted_from }: Trigger): number | null {
  return when && when.kind !== 'once' && when.times !== undefined ? counted_from + when.times : null;
}

/** Triggers of before have it in their pattern only. */
function zoneOf({ timezone, when }: Trigger): string {
  return timezone ?? (when?.kind === 'cron' ? when.timezone : 'UTC');
}

function notPending(status: string): AppError {
  return new AppError('conflict', `The trigger is ${status}; there is nothing to change.`);
}

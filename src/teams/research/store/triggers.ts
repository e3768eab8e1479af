/**
 * Triggers: future work that an agent has scheduled for itself. Redis holds the trigger; the queue only knows when. A firing is a
 * letter to the owning agent whose key is the firing's job, so it is delivered once however often it is tried.
 */
import { v5 as uuidv5 } from 'uuid';
import type { Asker } from '../../../engine/access/principal.ts';
import type { Due } from '../../../engine/task/fleet.ts';
import { AppError } from '../../../platform/errors.ts';
import { callScript, defineScript, type RedisClient } from '../../../platform/lua.ts';
import type { Owner } from '../desk.ts';
import type { ResearchKeys } from '../keys.ts';
import { nextTime, readSchedule } from '../read-schedule.ts';
import type { ResearchAgent } from '../research-agent.ts';
import { Trigger, type TriggerChange } from '../trigger.ts';
import { findOwned } from './owned.ts';

const TRIGGERS = '3b0f5a5e-7c0a-5d1d-9c64-0f6b2f1f8e23';
/** Ended triggers are kept for a while, so that an agent can see what it had planned. */
const ENDED_SECONDS = 90 * 86_400;

/** ARGV: trigger key, job, now, seconds that it is kept if this was its last firing, else 0. */
const noteFiring = defineScript(
  'note_firing',
  {},
  `
local key, job, now, last = ARGV[1], ARGV[2], ARGV[3], tonumber(ARGV[4])
if redis.call('HGET', key, 'last_job') == job then return end
redis.call('HSET', key, 'last_job', job, 'last_fired_at', now)
redis.call('HINCRBY', key, 'fired', 1)
if last > 0 then
  redis.call('HSET', key, 'status', 'completed')
  redis.call('EXPIRE', key, last)
end
`,
);

type Plan = { schedule: string; instruction: string };

type Schedules = {
  add(id: string, due: Due): Promise<void>;
  remove(id: string, due: Due): Promise<void>;
};

export function createTriggerStore(redis: RedisClient, keys: ResearchKeys, schedules: Schedules) {
  async function read(id: string): Promise<Trigger | null> {
    const hash = await redis.hgetall(keys.trigger(id));
    if (!hash.about) return null;
    const about = JSON.parse(hash.about) as Trigger;
    const last_fired_at = hash.last_fired_at ?? null;
    const live = hash.status === 'pending' && hash.paused !== '1';
    const since = new Date(about.when.kind === 'every' ? (last_fired_at ?? about.created_at) : about.created_at);
    return Trigger.parse({
      ...about,
      status: hash.status,
      paused: hash.paused === '1',
      fired: Number(hash.fired ?? 0),
      last_fired_at,
      fire_at: live ? (nextTime(about.when, new Date(), since)?.toISOString() ?? null) : null,
    });
  }

  const schedule = (trigger: Planned) => schedules.add(trigger.id, dueOf(trigger));
  const unschedule = (trigger: Planned) => schedules.remove(trigger.id, dueOf(trigger));

  async function end(trigger: Trigger, status: 'completed' | 'cancelled'): Promise<void> {
    await redis.hset(keys.trigger(trigger.id), 'status', status);
    await redis.expire(keys.trigger(trigger.id), ENDED_SECONDS);
  }

  const find = (asker: Asker, id: string) => findOwned(asker, id, read, 'trigger');

  return {
    read,
    find,

    async create(agent: ResearchAgent, plan: Plan, timezone: string, key: string): Promise<Trigger> {
      const id = uuidv5(key, TRIGGERS);
      const known = await read(id);
      if (known) return known;
      const now = new Date();
      const about = {
        id,
        tenant: agent.tenant,
        user_id: agent.user_id,
        agent_id: agent.id,
        ...plan,
        when: readSchedule(plan.schedule, { now, timezone }),
        created_at: now.toISOString(),
      };
      await schedule(about);
      await redis.hset(keys.trigger(id), { about: JSON.stringify(about), status: 'pending', paused: '0' });
      await redis.zadd(keys.triggers(agent.tenant, agent.user_id), now.getTime(), id);
      return (await read(id)) as Trigger;
    },

    async list({ tenant, user_id }: Owner, agentId?: string): Promise<Trigger[]> {
      const index = keys.triggers(tenant, user_id);
      const ids = await redis.zrevrange(index, 0, -1);
      const found = await Promise.all(ids.map(read));
      const gone = ids.filter((_, at) => found[at] === null);
      if (gone.length > 0) await redis.zrem(index, ...gone);
      return found.filter((trigger) => trigger !== null && (!agentId || trigger.agent_id === agentId)) as Trigger[];
    },

    async change(asker: Asker, id: string, change: TriggerChange, timezone: string): Promise<Trigger> {
      const trigger = await find(asker, id);
      if (trigger.status !== 'pending')
        throw new AppError('conflict', `The trigger is ${trigger.status}; there is nothing to change.`);
      if (change.status === 'cancelled') {
        await unschedule(trigger);
        await end(trigger, 'cancelled');
        return (await read(id)) as Trigger;
      }
      const { tenant, user_id, agent_id, created_at } = trigger;
      const words = change.schedule ?? trigger.schedule;
      const when = change.schedule ? readSchedule(words, { now: new Date(), timezone }) : trigger.when;
      const instruction = change.instruction ?? trigger.instruction;
      const about = { id, tenant, user_id, agent_id, schedule: words, when, instruction, created_at };
      const paused = change.paused ?? trigger.paused;
      await redis.hset(keys.trigger(id), { about: JSON.stringify(about), paused: paused ? '1' : '0' });
      if (change.schedule || change.paused !== undefined) await unschedule(trigger);
      if (!paused) await schedule(about);
      return (await read(id)) as Trigger;
    },

    /**
     * Records in one step that it has fired in this job, and that it is completed if it was to fire once. Repeating it changes
     * nothing.
     */
    async fired(trigger: Trigger, jobId: string): Promise<void> {
      const last = trigger.when.kind === 'once' ? ENDED_SECONDS : 0;
      await callScript(redis, noteFiring, keys.tag, [keys.trigger(trigger.id), jobId, new Date().toISOString(), last]);
    },
  };
}

type Planned = Pick<Trigger, 'id' | 'when' | 'created_at'>;

/** Without a start time, BullMQ would run an interval's first job at once. */
function dueOf({ when, created_at }: Planned): Due {
  if (when.kind !== 'every') return when;
  return { kind: 'every', ms: when.ms, start: nextTime(when, new Date(), new Date(created_at)) };
}

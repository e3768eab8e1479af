/**
 * The roster of research agents in Redis: each a hash whose fields change by themselves, so that two workers never overwrite each
 * other.
 */
import { v5 as uuidv5 } from 'uuid';
import type { Asker } from '../../../engine/access/principal.ts';
import type { TaskUsage } from '../../../engine/task/task.ts';
import type { RedisClient } from '../../../platform/lua.ts';
import type { Conversation, Owner } from '../desk.ts';
import type { ResearchKeys } from '../keys.ts';
import { type Budget, DEFAULT_BUDGET, NOTHING_SPENT, ResearchAgent, spend, usedUp } from '../research-agent.ts';
import { createOnce, findOwned } from './owned.ts';

const AGENTS = '6d0f2a44-1f39-5c0e-8a55-7f1f5b8f2e10';
const PARTS = Object.keys(DEFAULT_BUDGET) as (keyof Budget)[];

export function createAgentStore(redis: RedisClient, keys: ResearchKeys) {
  async function read(id: string): Promise<ResearchAgent | null> {
    const hash = await redis.hgetall(keys.agent(id));
    if (!hash.about) return null;
    const part = (name: string) =>
      Object.fromEntries(PARTS.map((field) => [field, Number(hash[`${name}:${field}`] ?? 0)]));
    return ResearchAgent.parse({
      ...JSON.parse(hash.about),
      ...JSON.parse(hash.reports_to ?? '{}'),
      status: hash.status,
      last_active: hash.last_active,
      budget: part('budget'),
      spent: part('spent'),
    });
  }

  return {
    read,

    async create(conversation: Conversation, wish: { name: string; description: string }, key: string) {
      const { tenant, user_id, session_id } = conversation;
      const id = uuidv5(key, AGENTS);
      const now = new Date().toISOString();
      const about = { id, tenant, user_id, ...wish, created_at: now };
      await createOnce(redis, keys.tag, keys.agent(id), {
        about: JSON.stringify(about),
        reports_to: JSON.stringify({ session_id }),
        status: 'active',
        last_active: now,
        ...fields('budget', DEFAULT_BUDGET),
        ...fields('spent', NOTHING_SPENT),
      });
      await redis.zadd(keys.agents(tenant, user_id), Date.now(), id);
      return (await read(id)) as ResearchAgent;
    },

    async list({ tenant, user_id }: Owner): Promise<ResearchAgent[]> {
      const ids = await redis.zrevrange(keys.agents(tenant, user_id), 0, -1);
      const agents = await Promise.all(ids.map(read));
      return agents.filter((agent) => agent !== null);
    },

    find: (asker: Asker, id: string) => findOwned(asker, id, read, 'research agent'),

    /** On a message: the agent reports to that conversation from now on, and is resumed if it gets more budget. */
    async engage(agent: ResearchAgent, { session_id }: Conversation, more: Partial<Budget>): Promise<void> {
      const key = keys.agent(agent.id);
      await redis.hset(key, { reports_to: JSON.stringify({ session_id }) });
      const added = PARTS.filter((part) => (more[part] ?? 0) > 0);
      for (const part of added) await redis.hincrbyfloat(key, `budget:${part}`, more[part] ?? 0);
      if (added.length > 0) await redis.hset(key, 'status', 'active');
    },

    /** Adds what an activation has used; if a part of the budget is used up, pauses the agent and returns that part. */
    async account(agent: ResearchAgent, usage: TaskUsage, seconds: number): Promise<string | null> {
      const key = keys.agent(agent.id);
      const used = spend(NOTHING_SPENT, usage, seconds);
      for (const part of PARTS) if (used[part] > 0) await redis.hincrbyfloat(key, `spent:${part}`, used[part]);
      await redis.hset(key, 'last_active', new Date().toISOString());
      await redis.zadd(keys.agents(agent.tenant, agent.user_id), Date.now(), agent.id);
      return usedUp((await read(agent.id)) ?? agent);
    },

    async pause(id: string): Promise<void> {
      await redis.hset(keys.agent(id), 'status', 'paused');
    },
  };
}

function fields(name: string, budget: Budget): Record<string, number> {
  return Object.fromEntries(PARTS.map((part) => [`${name}:${part}`, budget[part]]));
}

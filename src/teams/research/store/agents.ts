/**
 * The roster of research agents in Redis: each a hash whose fields change by themselves, so that two workers never overwrite each
 * other. Budget and account change by scripts that do a thing once for each key.
 */
import { v5 as uuidv5 } from 'uuid';
import type { Asker } from '../../../engine/access/principal.ts';
import type { TaskUsage } from '../../../engine/task/task.ts';
import { AppError } from '../../../platform/errors.ts';
import { callScript, type RedisClient } from '../../../platform/lua.ts';
import type { Conversation, Owner } from '../desk.ts';
import { DEFAULT_THRESHOLD } from '../evidence-threshold.ts';
import type { ResearchKeys } from '../keys.ts';
import { type Limits, limitReached } from '../limits.ts';
import {
  type AgentChange,
  type AgentWish,
  type Budget,
  DEFAULT_BUDGET,
  NOTHING_SPENT,
  ResearchAgent,
  spend,
  usedUp,
} from '../research-agent.ts';
import { changeAgent, raiseBudget } from './agent-scripts.ts';
import { accountTask, withdrawRaise } from './budget-scripts.ts';
import { changeExisting, createOnce, findOwned, sameOwner, storedJson } from './owned.ts';
import { ENDED_SECONDS } from './triggers.ts';

const AGENTS = '6d0f2a44-1f39-5c0e-8a55-7f1f5b8f2e10';
const PARTS = Object.keys(DEFAULT_BUDGET) as (keyof Budget)[];

export function createAgentStore(redis: RedisClient, keys: ResearchKeys, limits: Limits) {
  /** Null also where what is stored cannot be understood. */
  async function read(id: string): Promise<ResearchAgent | null> {
    const hash = await redis.hgetall(keys.agent(id));
    const part = (name: string) =>
      Object.fromEntries(PARTS.map((field) => [field, Number(hash[`${name}:${field}`] ?? 0)]));
    const stored = {
      ...(storedJson(hash.about) as object | null | undefined),
      ...(storedJson(hash.reports_to) as object | null | undefined),
      status: hash.status,
      evidence_threshold: storedJson(hash.threshold) ?? undefined,
      requirements: storedJson(hash.requirements) ?? undefined,
      last_active: hash.last_active,
      budget: part('budget'),
      spent: part('spent'),
    };
    return ResearchAgent.safeParse(stored).data ?? null;
  }

  return {
    read,

    async create(conversation: Conversation, wish: AgentWish, key: string) {
      const { tenant, user_id, session_id, patient_id = null } = conversation;
      const { name, description, evidence_threshold = DEFAULT_THRESHOLD, requirements = {} } = wish;
      const id = uuidv5(key, AGENTS);
      const now = new Date().toISOString();
      const about = { id, tenant, user_id, patient_id, name, description, created_at: now };
      const made = await createOnce(redis, keys.tag, {
        key: keys.agent(id),
        index: keys.agents(tenant, user_id),
        id,
        most: limits.AGENTS_PER_USER,
        erasing: [user_id, patient_id ?? user_id].map((person) => keys.erasing(tenant, person)),
        set: patient_id === null ? undefined : keys.patient_agents(tenant, patient_id),
        fields: {
          about: JSON.stringify(about),
          user: user_id,
          patient: patient_id ?? '',
          reports_to: JSON.stringify({ session_id }),
          status: 'active',
          threshold: JSON.stringify(evidence_threshold),
          requirements: JSON.stringify(requirements),
          last_active: now,
          ...fields('budget', DEFAULT_BUDGET),
          ...fields('spent', NOTHING_SPENT),
        },
      });
      if (made === 'full')
        throw limitReached('This user has as many research agents as allowed', 'AGENTS_PER_USER', limits);
      return { agent: sameOwner(await read(id), conversation), isNew: made === 'new' };
    },

    /** For an agent that has done nothing yet. */
    async discard({ id, tenant, user_id, patient_id }: ResearchAgent): Promise<void> {
      await redis.del(keys.agent(id));
      await redis.zrem(keys.agents(tenant, user_id), id);
      if (patient_id !== null) await redis.srem(keys.patient_agents(tenant, patient_id), id);
    },

    async list({ tenant, user_id }: Owner): Promise<ResearchAgent[]> {
      const ids = await redis.zrevrange(keys.agents(tenant, user_id), 0, -1);
      const agents = await Promise.all(ids.map(read));
      return agents.filter((agent) => agent !== null);
    },

    find: (asker: Asker, id: string) => findOwned(asker, id, read, 'research agent'),

    /** The agent reports to that conversation from now on. */
    async engage(agent: ResearchAgent, { session_id }: Conversation): Promise<void> {
      await changeExisting(redis, keys.tag, keys.agent(agent.id), { reports_to: JSON.stringify({ session_id }) });
    },

    /** Gives the agent its budget once more, and resumes it. Once for each `grant`: what a person has sent. */
    async raise(agent: ResearchAgent, grant: string): Promise<boolean> {
      const args = [agent.id, grant, limits.AGENT_MAX_RAISES, ...Object.entries(DEFAULT_BUDGET).flat()];
      const outcome = await callScript(redis, raiseBudget, keys.tag, args);
      if (outcome === 'full')
        throw limitReached('This agent has been given more budget as often as allowed', 'AGENT_MAX_RAISES', limits);
      if (outcome === 'retired') throw retired();
      return outcome === 'raised';
    },

    /** Changes all that is given, or nothing. What was held while the agent was paused becomes due when it resumes. */
    async change(
      agent: ResearchAgent,
      { status, evidence_threshold, requirements, budget = {} }: AgentChange,
    ): Promise<ResearchAgent> {
      const outcome = await callScript(redis, changeAgent, keys.tag, [
        agent.id,
        status ?? '',
        evidence_threshold ? JSON.stringify(evidence_threshold) : '',
        requirements ? JSON.stringify(requirements) : '',
        ENDED_SECONDS,
        ...Object.entries(budget).flat(),
      ]);
      if (outcome === 'spent')
        throw new AppError('conflict', 'Its budget is used up. Give it more budget to resume it.');
      if (outcome === 'retired' && status !== 'retired') throw retired();
      return (await read(agent.id)) ?? agent;
    },

    /** Takes a raise back whose message was refused. */
    async withdraw(agent: ResearchAgent, grant: string): Promise<void> {
      await callScript(redis, withdrawRaise, keys.tag, [
        keys.agent(agent.id),
        grant,
        ...Object.entries(DEFAULT_BUDGET).flat(),
      ]);
    },

    /**
     * Adds what an activation has used, once for each task, and pauses the agent if its budget is used up or `atOnce` says so. Returns
     * what is used up, the same text however often it is called for the task; null if the agent goes on.
     */
    async account(
      agent: ResearchAgent,
      taskId: string,
      { usage, seconds, atOnce }: { usage: TaskUsage; seconds: number; atOnce: string | null },
    ): Promise<string | null> {
      const used = spend(NOTHING_SPENT, usage, seconds);
      const paused = await callScript(redis, accountTask, keys.tag, [
        keys.agent(agent.id),
        keys.accounted(agent.id),
        keys.agents(agent.tenant, agent.user_id),
        agent.id,
        taskId,
        new Date().toISOString(),
        Date.now(),
        atOnce ?? '',
        ...Object.entries(used).flat(),
      ]);
      if (paused !== 'paused') return null;
      return usedUp((await read(agent.id)) ?? agent) ?? atOnce ?? 'its budget';
    },
  };
}

function retired(): AppError {
  return new AppError('conflict', 'This agent is retired. Create another one for the topic.');
}

function fields(name: string, budget: Budget): Record<string, number> {
  return Object.fromEntries(PARTS.map((part) => [`${name}:${part}`, budget[part]]));
}

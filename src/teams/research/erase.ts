/**
 * Deletes a person's research: that of a user, and that of a patient whom agents of any user work for. Uses ids only and parses nothing
 * that is stored, so that no stored data can block an erasure. Triggers come first, so that none fires while the rest is deleted.
 */
import type { Erased } from '../../engine/run/team-module.ts';
import type { Keys } from '../../engine/task/keys.ts';
import { sessionKeys } from '../../engine/task/session-keys.ts';
import type { WorkspaceStore } from '../../engine/workspace/workspace.ts';
import type { RedisClient } from '../../platform/lua.ts';
import { sideBySide } from '../../platform/side-by-side.ts';
import type { ResearchKeys } from './keys.ts';
import { forgetMail } from './mail/mailer.ts';
import { conversationOwner } from './memory.ts';
import { deliveryKey } from './store/approvals.ts';

type Parts = {
  redis: RedisClient;
  keys: ResearchKeys;
  engineKeys: Keys;
  workspaces: WorkspaceStore;
  /** Where `DATA_DIR/outbox` holds approved mail. */
  dataDir: string;
  stopTrigger(id: string): Promise<void>;
  undeliver(key: string): Promise<void>;
};

/** A user may have hundreds of agents and thousands of reports. */
const AT_ONCE = 50;

type Person = { tenant: string; id: string };
type Agent = { id: string; user: string; patient: string };

const OTHERS_WORDS =
  'What other users have written without naming this patient (patient_id): in their own sessions, agents and files.';
const SENT_MAIL = 'Mail that a mail server has accepted: with its recipients.';

/** Called before the person's tasks are cancelled: a delivery that is under way ends first, because it may begin one. */
export async function stopResearch(parts: Parts, person: Person): Promise<void> {
  const { redis, keys, stopTrigger, undeliver } = parts;
  await sideBySide(await agentsOf(parts, person), AT_ONCE, async ({ id }) => {
    await sideBySide(await redis.smembers(keys.agent_pending(id)), AT_ONCE, stopTrigger);
  });
  await sideBySide(await redis.zrange(keys.triggers(person.tenant, person.id), 0, -1), AT_ONCE, stopTrigger);
  await sideBySide(await redis.zrange(keys.approvals(person.tenant, person.id), 0, -1), AT_ONCE, async (id) => {
    const decided = await redis.hget(keys.approval(id), 'decided_at');
    if (decided) await undeliver(deliveryKey(id, decided));
  });
}

export async function eraseResearch(parts: Parts, person: Person): Promise<Erased> {
  const { tenant, id } = person;
  const erased = { agents: 0, keys: 0, files: 0, mails: 0 };
  const agents = await agentsOf(parts, person);
  const users = new Map<string, Set<string | null>>();
  // Without its key an agent takes no task and no trigger any more, and what is written for it late is removed.
  await sideBySide(agents, AT_ONCE, async ({ id: agent }) => {
    const removed = await parts.redis.del(parts.keys.agent(agent));
    erased.keys += removed;
  });
  for (const { id: agent, user } of agents) users.set(user, (users.get(user) ?? new Set()).add(agent));
  users.delete(id);
  for (const [user, theirs] of users) await eraseItems(parts, tenant, user, (agent) => theirs.has(agent), erased);
  await eraseItems(parts, tenant, id, () => true, erased);
  await sideBySide(agents, AT_ONCE, (agent) => eraseAgent(parts, tenant, agent, erased));
  await eraseConversations(parts, person, erased);
  const { mails, ...counts } = erased;
  return { ...counts, stays: mails > 0 ? [OTHERS_WORDS, SENT_MAIL] : [OTHERS_WORDS] };
}

/** The person's own agents, and those that work for them as a patient. */
async function agentsOf({ redis, keys }: Parts, { tenant, id }: Person): Promise<Agent[]> {
  const own = await redis.zrange(keys.agents(tenant, id), 0, -1);
  const ids = new Set([...own, ...(await redis.smembers(keys.patient_agents(tenant, id)))]);
  const read = async (agent: string) => {
    const [user, patient] = await redis.hmget(keys.agent(agent), 'user', 'patient');
    return { id: agent, user: user ?? id, patient: patient ?? id };
  };
  return Promise.all([...ids].map(read));
}

type Counts = { agents: number; keys: number; files: number; mails: number };

/** Its place in the lists goes last: by it an erasure that was cut off is taken up again. */
async function eraseAgent(parts: Parts, tenant: string, { id, user, patient }: Agent, erased: Counts): Promise<void> {
  const { redis, keys, engineKeys, workspaces, dataDir } = parts;
  const { files } = await workspaces.erase(tenant, `agent:${id}`);
  await sideBySide(await redis.smembers(keys.agent_mails(id)), AT_ONCE, async (mail) => {
    const mails = await forgetMail(dataDir, mail);
    erased.files += mails;
  });
  const own = [keys.accounted(id), keys.agent_pending(id), keys.agent_mails(id)];
  const removed = await redis.del(...own, ...sessionKeys(engineKeys, tenant, `agent-${id}`));
  const agents = await redis.zrem(keys.agents(tenant, user), id);
  await redis.srem(keys.patient_agents(tenant, patient), id);
  erased.files += files;
  erased.agents += agents;
  erased.keys += removed;
}

/** Triggers, reports and mails of a user's agents. */
async function eraseItems(
  parts: Parts,
  tenant: string,
  user: string,
  isOf: (agent: string | null) => boolean,
  erased: Counts,
): Promise<void> {
  const { redis, keys, dataDir } = parts;
  const approvals = keys.approvals(tenant, user);
  const lists: [string, (id: string) => string][] = [
    [keys.triggers(tenant, user), keys.trigger],
    [keys.reports(tenant, user), keys.report],
    [approvals, keys.approval],
  ];
  for (const [list, keyOf] of lists) {
    await sideBySide(await redis.zrange(list, 0, -1), AT_ONCE, async (id) => {
      const [agent, sent, decided] = await redis.hmget(keyOf(id), 'agent', 'sent_at', 'decided_at');
      if (!isOf(agent ?? null)) return;
      if (list === approvals) {
        const files = await forgetMail(dataDir, id);
        erased.files += files;
        erased.mails += sent && files === 0 ? 1 : 0;
        if (decided) await parts.undeliver(deliveryKey(id, decided));
        await redis.srem(keys.deliveries(), id);
        await redis.srem(keys.outcomes(), id);
      }
      const removed = await redis.del(keyOf(id));
      erased.keys += removed;
      await redis.zrem(list, id);
    });
  }
}

/** The files of conversations about a patient: those of this user about anyone, and those of anyone about this patient. */
async function eraseConversations(parts: Parts, { tenant, id }: Person, erased: Counts): Promise<void> {
  const { redis, keys, workspaces } = parts;
  const pairs = [
    ...(await redis.smembers(keys.user_patients(tenant, id))).map((patient) => ({ user: id, patient })),
    ...(await redis.smembers(keys.patient_users(tenant, id))).map((user) => ({ user, patient: id })),
  ];
  await sideBySide(pairs, AT_ONCE, async ({ user, patient }) => {
    const { files } = await workspaces.erase(tenant, conversationOwner(user, patient));
    erased.files += files;
    await redis.srem(keys.user_patients(tenant, user), patient);
    await redis.srem(keys.patient_users(tenant, patient), user);
  });
}

/**
 * Approvals and their mail. A decision is one script, so two people cannot decide differently; an approved mail that has
 * not been sent is in a set that upkeep checks, so a crash after the decision loses nothing.
 */
import { v5 as uuidv5 } from 'uuid';
import type { Asker } from '../../../engine/access/principal.ts';
import { AppError } from '../../../platform/errors.ts';
import { callScript, defineScript, type RedisClient } from '../../../platform/lua.ts';
import { Approval, type Decision, type Mail } from '../approval.ts';
import type { Owner } from '../desk.ts';
import type { ResearchKeys } from '../keys.ts';
import type { ResearchAgent } from '../research-agent.ts';
import { createOnce, findOwned, sameOwner, storedJson } from './owned.ts';

const APPROVALS = 'b5a7d1c2-0c0e-5d50-9f14-2b7f5b3c9d45';
const MAX_LISTED = 500;
const RETENTION_SECONDS = 365 * 86_400;

/**
 * ARGV: approval key, set of what is to leave, set of outcomes to be told, id, statuses it may be in (with commas), the new one, when a
 * person decided or '', note or ''.
 */
const decide = defineScript(
  'decide_approval',
  {},
  `
local key, open, outcomes, id, from, to, decided, note = unpack(ARGV)
local status = redis.call('HGET', key, 'status')
if not status or not string.find(',' .. from .. ',', ',' .. status .. ',', 1, true) then return status end
redis.call('HSET', key, 'status', to)
if decided ~= '' then redis.call('HSET', key, 'decided_at', decided) end
-- The note of a decision stays while its mail is sent.
if decided ~= '' or note ~= '' then redis.call('HSET', key, 'note', note) end
if to == 'sent' then redis.call('HSET', key, 'sent_at', redis.call('TIME')[1]) end
if to == 'approved' then redis.call('SADD', open, id) else redis.call('SREM', open, id) end
if to == 'approved' or to == 'sending' then redis.call('SREM', outcomes, id) else redis.call('SADD', outcomes, id) end
return 'done'
`,
);

/** One job for each decision. */
export function deliveryKey(id: string, decidedAt: string): string {
  return `${id}-${Date.parse(decidedAt)}`;
}

export function createApprovalStore(
  redis: RedisClient,
  keys: ResearchKeys,
  /** Has the mail of an approval sent, once for each key. */
  send: (id: string, key: string) => Promise<void>,
) {
  async function read(id: string): Promise<Approval | null> {
    const hash = await redis.hgetall(keys.approval(id));
    return (
      Approval.safeParse({
        ...(storedJson(hash.about) as object | null | undefined),
        status: hash.status,
        note: hash.note || null,
        decided_at: hash.decided_at || null,
        sent_at: hash.sent_at ? new Date(Number(hash.sent_at) * 1000).toISOString() : null,
      }).data ?? null
    );
  }

  async function move(
    id: string,
    from: Approval['status'][],
    to: Approval['status'],
    { note = '', decidedAt = '' } = {},
  ): Promise<boolean> {
    const args = [keys.approval(id), keys.deliveries(), keys.outcomes(), id, from.join(','), to, decidedAt, note];
    return (await callScript(redis, decide, keys.tag, args)) === 'done';
  }

  /** The job id is fixed, so adding it again is harmless; upkeep does so where a crash has lost the job. */
  async function deliver(id: string, decidedAt: string): Promise<void> {
    await send(id, deliveryKey(id, decidedAt));
  }

  const find = (asker: Asker, id: string) => findOwned(asker, id, read, 'approval');

  return {
    read,
    find,

    async ask(agent: ResearchAgent, mail: Mail, key: string): Promise<Approval> {
      const id = uuidv5(key, APPROVALS);
      const { tenant, user_id } = agent;
      const about = {
        id,
        tenant,
        user_id,
        agent_id: agent.id,
        agent_name: agent.name,
        kind: 'email',
        mail,
        created_at: new Date().toISOString(),
      };
      await createOnce(redis, keys.tag, {
        key: keys.approval(id),
        index: keys.approvals(tenant, user_id),
        id,
        fields: { about: JSON.stringify(about), agent: agent.id, status: 'pending' },
        keptSeconds: RETENTION_SECONDS,
        set: keys.agent_mails(agent.id),
      });
      return sameOwner(await read(id), agent);
    },

    /** The index has all of them: it is how an erasure finds their mail. */
    async list({ tenant, user_id }: Owner): Promise<Approval[]> {
      const ids = await redis.zrevrange(keys.approvals(tenant, user_id), 0, MAX_LISTED - 1);
      return (await Promise.all(ids.map(read))).filter((approval) => approval !== null);
    },

    async decide(asker: Asker, id: string, { decision, note = '' }: Decision): Promise<Approval> {
      await find(asker, id);
      const to = decision === 'approve' ? 'approved' : 'rejected';
      const from: Approval['status'][] = ['pending', 'unclear', 'failed'];
      if (!(await move(id, from, to, { note, decidedAt: new Date().toISOString() }))) {
        const { status } = (await read(id)) as Approval;
        // Repeating the same decision is not a conflict.
        if (status !== to) throw new AppError('conflict', `It is ${status} already; there is nothing to decide.`);
      }
      const approval = (await read(id)) as Approval;
      if (approval.status === 'approved') await deliver(id, approval.decided_at ?? '');
      return approval;
    },

    move,

    /** For upkeep: approvals whose outcome the agent has not been told yet. */
    async untold(): Promise<string[]> {
      return redis.smembers(keys.outcomes());
    },

    async told(id: string): Promise<void> {
      await redis.srem(keys.outcomes(), id);
    },

    /** For upkeep: approved mails that may have lost their job. */
    async chase(): Promise<number> {
      const waiting = await redis.smembers(keys.deliveries());
      for (const id of waiting) {
        const approval = await read(id);
        if (approval?.status === 'approved') await deliver(id, approval.decided_at ?? '');
        else if (approval?.status !== 'sending') await redis.srem(keys.deliveries(), id);
      }
      return waiting.length;
    },
  };
}

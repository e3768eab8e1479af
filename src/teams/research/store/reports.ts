/** Reports of research agents to their users, and the outcome of each. */

import type { RedisClient } from '../../../platform/lua.ts';
import type { Owner } from '../desk.ts';
import { InboxItem } from '../inbox.ts';
import type { ResearchKeys } from '../keys.ts';
import type { ResearchAgent } from '../research-agent.ts';
import { changeExisting, createOnce, storedJson } from './owned.ts';

const RETENTION_SECONDS = 180 * 86_400;

export type Outcome = { said: string } | { kept_back: string };

export function createReportStore(redis: RedisClient, keys: ResearchKeys) {
  return {
    /** `outcome` is given where nobody else will decide it. */
    async arrive(agent: ResearchAgent, reportId: string, text: string, outcome?: Outcome): Promise<void> {
      const item = {
        report_id: reportId,
        agent_id: agent.id,
        agent_name: agent.name,
        session_id: agent.session_id,
        at: new Date().toISOString(),
        text,
      };
      await createOnce(redis, keys.tag, {
        key: keys.report(reportId),
        index: keys.reports(agent.tenant, agent.user_id),
        id: reportId,
        fields: { item: JSON.stringify(item), agent: agent.id, ...(outcome && { outcome: JSON.stringify(outcome) }) },
        keptSeconds: RETENTION_SECONDS,
      });
    },

    async settle(reportId: string, outcome: Outcome): Promise<void> {
      await changeExisting(redis, keys.tag, keys.report(reportId), { outcome: JSON.stringify(outcome) });
    },

    async list({ tenant, user_id }: Owner, limit: number): Promise<InboxItem[]> {
      const index = keys.reports(tenant, user_id);
      // The time is a millisecond of some machine; an hour more keeps what has not expired yet.
      await redis.zremrangebyscore(index, '-inf', Date.now() - (RETENTION_SECONDS + 3600) * 1000);
      const ids = await redis.zrevrange(index, 0, limit - 1);
      const hashes = await Promise.all(ids.map((id) => redis.hgetall(keys.report(id))));
      return hashes.flatMap((hash) => itemOf(hash) ?? []);
    },
  };
}

/** The agent's own text is shown only for a report that was kept back; otherwise the user has read the reply about it. */
function itemOf(hash: Record<string, string>): InboxItem | null {
  const { text, ...item } = (storedJson(hash.item) ?? {}) as { text?: string };
  const outcome = storedJson(hash.outcome) as { said?: string; kept_back?: string } | null | undefined;
  const shown =
    outcome?.said !== undefined
      ? { state: 'said', message: outcome.said, reason: null }
      : outcome?.kept_back !== undefined
        ? { state: 'kept_back', message: text, reason: outcome.kept_back }
        : { state: 'arriving', message: null, reason: null };
  return InboxItem.safeParse({ ...item, ...shown }).data ?? null;
}

/** Reports of research agents to their users, and the outcome of each. The newest few hundred are kept. */

import type { RedisClient } from '../../../platform/lua.ts';
import type { Owner } from '../desk.ts';
import { InboxItem } from '../inbox.ts';
import type { ResearchKeys } from '../keys.ts';
import type { ResearchAgent } from '../research-agent.ts';

const MAX_KEPT = 500;
const RETENTION_SECONDS = 180 * 86_400;

export function createReportStore(redis: RedisClient, keys: ResearchKeys) {
  return {
    async arrive(agent: ResearchAgent, reportId: string, text: string): Promise<void> {
      const item = {
        report_id: reportId,
        agent_id: agent.id,
        agent_name: agent.name,
        session_id: agent.session_id,
        at: new Date().toISOString(),
        text,
      };
      const list = keys.reports(agent.tenant, agent.user_id);
      if ((await redis.hsetnx(keys.report(reportId), 'item', JSON.stringify(item))) === 0) return;
      await redis.expire(keys.report(reportId), RETENTION_SECONDS);
      await redis.zadd(list, Date.now(), reportId);
      await redis.zremrangebyrank(list, 0, -(MAX_KEPT + 1));
    },

    async settle(reportId: string, outcome: { said: string } | { kept_back: string }): Promise<void> {
      await redis.hset(keys.report(reportId), 'outcome', JSON.stringify(outcome));
    },

    async list({ tenant, user_id }: Owner, limit: number): Promise<InboxItem[]> {
      const ids = await redis.zrevrange(keys.reports(tenant, user_id), 0, limit - 1);
      const hashes = await Promise.all(ids.map((id) => redis.hgetall(keys.report(id))));
      return hashes.filter((hash) => hash.item).map(itemOf);
    },
  };
}

/** The agent's own text is shown only for a report that was kept back; otherwise the user has read the reply about it. */
function itemOf(hash: Record<string, string>): InboxItem {
  const { text, ...item } = JSON.parse(hash.item ?? '{}') as { text: string };
  const outcome = JSON.parse(hash.outcome ?? 'null') as { said?: string; kept_back?: string } | null;
  if (!outcome) return InboxItem.parse({ ...item, state: 'arriving', message: null, reason: null });
  if (outcome.said !== undefined)
    return InboxItem.parse({ ...item, state: 'said', message: outcome.said, reason: null });
  return InboxItem.parse({ ...item, state: 'kept_back', message: text, reason: outcome.kept_back });
}

/** Deletes a person's research agents with all their data: triggers first, so that none fires while the rest is deleted. */
import type { WorkspaceStore } from '../../engine/workspace/workspace.ts';
import type { RedisClient } from '../../platform/lua.ts';
import type { Owner, ResearchDesk } from './desk.ts';
import type { ResearchKeys } from './keys.ts';
import { forgetMail } from './mail/mailer.ts';
import { createAgentStore } from './store/agents.ts';

type Parts = {
  redis: RedisClient;
  keys: ResearchKeys;
  workspaces: WorkspaceStore;
  /** Where `DATA_DIR/outbox` holds approved mail. */
  dataDir: string;
};

/** Called before the person's tasks are cancelled. */
export async function stopResearch(desk: ResearchDesk, owner: Owner): Promise<void> {
  for (const { id, status } of await desk.triggers(owner))
    if (status === 'pending') await desk.changeTrigger(owner, id, { status: 'cancelled' }, 'UTC');
}

export async function eraseResearch(parts: Parts, owner: Owner): Promise<{ keys: number; files: number }> {
  const { redis, keys, workspaces, dataDir } = parts;
  const { tenant, user_id } = owner;
  const erased = { keys: 0, files: 0 };
  for (const { id } of await createAgentStore(redis, keys).list(owner)) {
    erased.files += (await workspaces.erase(tenant, `agent:${id}`)).files;
    erased.keys += await redis.del(keys.agent(id));
  }
  const approvals = keys.approvals(tenant, user_id);
  const lists: [string, (id: string) => string][] = [
    [keys.triggers(tenant, user_id), keys.trigger],
    [keys.reports(tenant, user_id), keys.report],
    [approvals, keys.approval],
  ];
  for (const [list, keyOf] of lists) {
    for (const id of await redis.zrange(list, 0, -1)) {
      if (list === approvals) erased.files += await forgetMail(dataDir, id);
      erased.keys += await redis.del(keyOf(id));
    }
  }
  erased.keys += await redis.del(keys.agents(tenant, user_id), ...lists.map(([list]) => list));
  return erased;
}

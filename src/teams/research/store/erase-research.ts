/** Takes a person's research agents away with all they have: triggers first, so that none wakes while the rest goes. */

import type { FleetQueues } from '../../../../queues/fleet-queues.ts';
import type { WorkspaceStore } from '../../../engine/workspace/workspace.ts';
import type { Keys } from '../../../platform/keys.ts';
import type { RedisClient } from '../../../platform/lua.ts';
import type { Owner } from '../desk.ts';
import { forgetMail } from '../mail/mailer.ts';
import { createAgentStore } from './agents.ts';
import { createTriggerStore } from './triggers.ts';

type Parts = {
  redis: RedisClient;
  keys: Keys;
  queues: FleetQueues;
  workspaces: WorkspaceStore;
  /** Where `DATA_DIR/outbox` holds approved mail. */
  dataDir: string;
};

/** Called before the person's turns are cancelled. */
export async function stopResearch({ redis, keys, queues }: Parts, owner: Owner): Promise<void> {
  const triggers = createTriggerStore(redis, keys, queues);
  for (const { id, status } of await triggers.list(owner))
    if (status === 'pending') await triggers.change(owner, id, { status: 'cancelled' }, 'UTC');
}

export async function eraseResearch(parts: Parts, owner: Owner): Promise<{ keys: number; files: number }> {
  const { redis, keys, workspaces, dataDir } = parts;
  const { tenant, user_id } = owner;
  const erased = { keys: 0, files: 0 };
  for (const { id } of await createAgentStore(redis, keys).list(owner)) {
    erased.files += (await workspaces.erase(tenant, `agent:${id}`)).files;
    erased.keys += await redis.del(keys.researchAgent(id));
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
  erased.keys += await redis.del(keys.researchAgents(tenant, user_id), ...lists.map(([list]) => list));
  return erased;
}

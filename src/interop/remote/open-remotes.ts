/** Calls to agents of other systems: the implementation of the engine's port. */
import type { RemoteAgents } from '../../engine/run/context.ts';
import type { Keys } from '../../engine/task/keys.ts';
import type { Config } from '../../platform/config.ts';
import { AppError } from '../../platform/errors.ts';
import type { Log } from '../../platform/log.ts';
import type { RedisClient } from '../../platform/lua.ts';
import type { Metrics } from '../../platform/metrics.ts';

export type RemoteParts = { config: Config; redis: RedisClient; keys: Keys; metrics: Metrics; log: Log };

export type OpenRemotes = RemoteAgents & { close(): Promise<void> };

export function openRemotes(_parts: RemoteParts): OpenRemotes {
  return {
    async call(agent) {
      throw new AppError('remote_unavailable', `There is no client for ${agent.name} yet.`);
    },
    async close() {},
  };
}

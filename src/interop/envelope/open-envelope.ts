/** The parts that answer calls, over one connection: the same for a producer and for a process that serves agents only. */
import type { ServedAgent } from '../../engine/run/served-agent.ts';
import type { TeamModule } from '../../engine/run/team-module.ts';
import type { Keys } from '../../engine/task/keys.ts';
import type { Config } from '../../platform/config.ts';
import type { Log } from '../../platform/log.ts';
import type { RedisClient } from '../../platform/lua.ts';
import type { Metrics } from '../../platform/metrics.ts';
import { type CountCalls, createCallRate } from './call-rate.ts';
import type { FindAgent } from './dispatch.ts';
import { createKeptCalls } from './kept-calls.ts';
import { envelopeKeys } from './keys.ts';
import { createServeCalls, type ServeCalls } from './serve-calls.ts';
import { createSignatureCheck, type SignatureCheck } from './signature.ts';

type Parts = { redis: RedisClient; keys: Pick<Keys, 'tag'>; config: Config; log: Log; metrics: Metrics };

export type OpenEnvelope = { calls: ServeCalls; checkSignature: SignatureCheck; countCalls: CountCalls };

export function openEnvelope({ redis, keys: { tag }, config, log, metrics }: Parts, find: FindAgent): OpenEnvelope {
  const keys = envelopeKeys(tag);
  const timeoutMs = config.A2A_TIMEOUT_SECONDS * 1000;
  return {
    calls: createServeCalls({ find, kept: createKeptCalls(redis, keys), timeoutMs, log, metrics }),
    checkSignature: createSignatureCheck(config.A2A_SIGNING_SECRET, redis, keys),
    countCalls: createCallRate(redis, keys, config.A2A_CALLS_PER_MINUTE),
  };
}

/** The agents that the teams bring, by name. */
export function servedAgents(modules: readonly TeamModule[]): ReadonlyMap<string, ServedAgent> {
  return new Map(modules.flatMap(({ serves = [] }) => serves.map((agent) => [agent.name, agent] as const)));
}

/** Takes part in erasures: responses that are kept hold what a user was told. */
export function envelopeModule(redis: RedisClient, tag: string): TeamModule {
  const kept = createKeptCalls(redis, envelopeKeys(tag));
  return {
    name: 'envelope',
    subject: null,
    erase: {
      stop: async () => undefined,
      forget: async (tenant, { id }) => ({ keys: await kept.forget(tenant, id) }),
    },
  };
}

/** What every process of the fleet stands on, whether it produces, works or does both: opened here, closed in reverse. */
import { knownToAgents } from './agents/known.ts';
import { loadTeams } from './agents/load.ts';
import type { Teams } from './agents/team.ts';
import { watchTeams } from './agents/watch.ts';
import { openWorkspaces } from './memory/workspace/open-workspaces.ts';
import type { WorkspaceStore } from './memory/workspace/workspace.ts';
import { createModel } from './models/create-model.ts';
import type { Model } from './models/model.ts';
import type { Closers } from './platform/closers.ts';
import type { Config } from './platform/config.ts';
import { createKeys, type Keys } from './platform/keys.ts';
import type { Log } from './platform/log.ts';
import { createMetrics, type Metrics } from './platform/metrics.ts';
import { createRedisFactory, type RedisFactory, waitForRedis } from './platform/redis.ts';
import { openRecord } from './record/open-record.ts';
import type { PatientRecord } from './record/record.ts';
import { openSearch } from './research/search/open-search.ts';
import type { SearchEverywhere } from './research/search/search-everywhere.ts';
import { unitConversion } from './teams/health/unit-conversion.ts';

export type Base = {
  config: Config;
  log: Log;
  keys: Keys;
  metrics: Metrics;
  redis: RedisFactory;
  record: PatientRecord;
  workspaces: WorkspaceStore;
  model: Model;
  search: SearchEverywhere;
  /** The agents as they are now: in development they change under our hands. */
  teams: () => Teams;
  closers: Closers;
};

/** How long a process waits for Redis at its start before it says what is wrong. */
const REDIS_PATIENCE_MS = 10_000;

export async function openBase(config: Config, log: Log, closers: Closers, redisUrl?: string): Promise<Base> {
  const known = knownToAgents();
  let teams = await loadTeams(config.AGENTS_DIR, known);
  if (config.AGENTS_RELOAD) {
    const watcher = watchTeams(
      config.AGENTS_DIR,
      known,
      (changed) => {
        teams = changed;
        log.info({ teams: [...changed.keys()] }, 'agents.reloaded');
      },
      (error) => log.error({ err: error }, 'agents.reload_refused'),
    );
    closers.add('agents watcher', () => watcher.close());
  }
  const redis = createRedisFactory({ ...config, ...(redisUrl && { redisUrl }) }, log);
  closers.add('redis connections', () => redis.closeAll());
  await waitForRedis(redis.connect('worker'), REDIS_PATIENCE_MS);
  const record = await openRecord(config, unitConversion);
  closers.add('record', () => record.close());
  const workspaces = await openWorkspaces(config);
  closers.add('workspaces', () => workspaces.close());
  return {
    config,
    log,
    keys: createKeys(config.REDIS_PREFIX),
    metrics: createMetrics(),
    redis,
    record,
    workspaces,
    model: createModel(config),
    search: openSearch(config),
    teams: () => teams,
    closers,
  };
}

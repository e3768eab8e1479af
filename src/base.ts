/** What every process of the fleet stands on, whether it produces, works or does both: opened here, closed in reverse. */
import { knownToAgents } from './engine/agents/known.ts';
import { loadTeams } from './engine/agents/load.ts';
import type { Teams } from './engine/agents/team.ts';
import { watchTeams } from './engine/agents/watch.ts';
import { createGateway } from './engine/models/gateway.ts';
import type { ModelGateway } from './engine/models/model.ts';
import { loadModels } from './engine/models/models-file.ts';
import { checkModelsInUse, createRouter, reachesGemini } from './engine/models/router.ts';
import { openWorkspaces } from './engine/workspace/open-workspaces.ts';
import type { WorkspaceStore } from './engine/workspace/workspace.ts';
import type { Closers } from './platform/closers.ts';
import type { Config } from './platform/config.ts';
import { createKeys, type Keys } from './platform/keys.ts';
import type { Log } from './platform/log.ts';
import { createMetrics, type Metrics } from './platform/metrics.ts';
import { createRedisFactory, type RedisFactory, waitForRedis } from './platform/redis.ts';
import { openRecord } from './record/open-record.ts';
import type { PatientRecord } from './record/record.ts';
import { RULES } from './teams/health/offline/rules.ts';
import { SEARCH_MODEL } from './teams/research/search/gemini-grounding.ts';
import { openSearch } from './teams/research/search/open-search.ts';
import type { SearchEverywhere } from './teams/research/search/search-everywhere.ts';

export type Base = {
  config: Config;
  log: Log;
  keys: Keys;
  metrics: Metrics;
  redis: RedisFactory;
  record: PatientRecord;
  workspaces: WorkspaceStore;
  model: ModelGateway;
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
  const models = await loadModels(config.MODELS_FILE);
  checkModelsInUse(config, models, modelsOf(teams));
  const model = createGateway(createRouter(config, models, (_team, agent) => RULES.get(agent)));
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
  const record = await openRecord(config);
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
    model,
    search: openSearch(config, reachesGemini(config, models, SEARCH_MODEL) ? model : null),
    teams: () => teams,
    closers,
  };
}

/** The models that the agents name. */
function modelsOf(teams: Teams): string[] {
  return [...teams.values()].flatMap(({ agents }) => [...agents.values()].flatMap(({ model }) => model ?? []));
}

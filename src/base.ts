/** What every process of the fleet needs, whether it produces, works or does both: opened here, closed in reverse order. */
import { join } from 'node:path';
import { loadTeams, PIPELINES } from './engine/agents/load.ts';
import type { Teams } from './engine/agents/team.ts';
import { watchTeams } from './engine/agents/watch.ts';
import { knownToAgents } from './engine/known.ts';
import { knownModels, loadModels } from './engine/models/models-file.ts';
import type { RuleOf } from './engine/models/offline/rule.ts';
import { checkModelsInUse } from './engine/models/router.ts';
import { createKeys, type Keys } from './engine/task/keys.ts';
import { type Documents, openDocuments } from './engine/tools/documents.ts';
import { openArtifactObjects, openWorkspaces } from './engine/workspace/open-workspaces.ts';
import type { WorkspaceStore } from './engine/workspace/workspace.ts';
import { FUNCTION_NAMES } from './functions/agent-function.ts';
import { openAnalysers } from './functions/analysis/open-analysers.ts';
import { FUNCTIONS } from './functions/functions.ts';
import { FUNCTIONS_TEAM, functionsTeam } from './functions/functions-team.ts';
import { openLibrary } from './functions/library/open-library.ts';
import type { FunctionParts } from './functions/open-functions.ts';
import { knownToPipelines } from './functions/pipelines/known.ts';
import { loadPipelines } from './functions/pipelines/load.ts';
import { openFunctionThreads } from './functions/runtime/function-threads.ts';
import { loadPresets } from './functions/runtime/presets-file.ts';
import { type OpenRemotes, openRemotes } from './interop/remote/open-remotes.ts';
import { type OpenModels, openModels } from './open-models.ts';
import type { Closers } from './platform/closers.ts';
import type { Config } from './platform/config.ts';
import type { Log } from './platform/log.ts';
import { createMetrics, type Metrics } from './platform/metrics.ts';
import { createRedisFactory, type RedisFactory, redisRisks, waitForRedis } from './platform/redis.ts';
import { openSandbox, type Sandbox } from './platform/sandbox/sandbox.ts';
import { FilesError } from './platform/yaml/problems.ts';
import { openRecord, type PatientRecord } from './record/index.ts';
import { filingTerms } from './teams/health/filing-terms.ts';
import { type OpenReading, openReading } from './teams/reading.ts';
import type { TeamFactory } from './teams/team-parts.ts';
import { describeTeams, TEAMS } from './teams/teams.ts';

export type Base = OpenModels & {
  config: Config;
  log: Log;
  keys: Keys;
  metrics: Metrics;
  redis: RedisFactory;
  record: PatientRecord;
  workspaces: WorkspaceStore;
  functionParts: FunctionParts;
  remotes: OpenRemotes;
  documents: Documents;
  reading: OpenReading;
  sandbox: Sandbox;
  /** The agents as they are now: in development their files are reloaded. */
  teams: () => Teams;
  teamFactories: readonly TeamFactory[];
  closers: Closers;
};

/** How long a process waits for Redis at its start before it reports what is wrong. */
const REDIS_WAIT_MS = 10_000;

type Options = {
  /** Where the private Redis is, if there is one. */
  redisUrl?: string | undefined;
  teamFactories?: readonly TeamFactory[];
  /** What the process is for, as operators see it at its connections: a producer unless given. */
  role?: string;
  /** Who reads messages; a thread of this process unless given. */
  reading?: OpenReading;
};

export async function openBase(
  config: Config,
  log: Log,
  closers: Closers,
  { redisUrl, teamFactories = TEAMS, reading = openReading(), role }: Options = {},
): Promise<Base> {
  closers.add('reading', () => reading.close());
  const described = describeTeams(teamFactories, { reading });
  const offline = new Map(described.map(({ name, offline: rulesOf }) => [name, rulesOf]));
  const models = await loadModels(config.MODELS_FILE);
  // MODEL_PROVIDER=openai sends every name to one server, so any name is allowed.
  const names = config.MODEL_PROVIDER === 'openai' ? null : knownModels(models);
  const known = knownToAgents(described, names, FUNCTION_NAMES);
  const checked = (loaded: Teams) => {
    checkModelsInUse(config, models, modelsOf(loaded));
    return loaded;
  };
  // A list of one's own need not have their models: a function then says what is missing, and nothing else does.
  const presets = await loadPresets(config.PRESETS_FILE, { models: null, functions: FUNCTIONS.values() });
  const pipelinesDir = join(config.AGENTS_DIR, PIPELINES);
  const load = async (): Promise<Teams> => {
    const pipelines = await loadPipelines(pipelinesDir, knownToPipelines(presets));
    const loaded = await loadTeams(config.AGENTS_DIR, known);
    return new Map([...loaded, [FUNCTIONS_TEAM, functionsTeam([...FUNCTIONS.values()], pipelines)]]);
  };
  let teams = checked(await load());
  const ruleOf: RuleOf = (team, agent) => offline.get(team)?.[agent];
  const opened = openModels(config, models, ruleOf, () => teams);
  closers.add('model watch', async () => opened.modelWatch.close());
  if (config.AGENTS_RELOAD) {
    const watcher = watchTeams(
      config.AGENTS_DIR,
      load,
      (changed) => {
        teams = checked(changed);
        log.info({ teams: [...changed.keys()] }, 'agents.reloaded');
      },
      // Each problem has its file, line, message and fix.
      (error) => {
        const facts = error instanceof FilesError ? { problems: error.problems } : { err: error };
        log.error(facts, 'agents.reload_refused');
      },
    );
    closers.add('agents watcher', () => watcher.close());
  }
  const redis = createRedisFactory({ ...config, ...(redisUrl && { redisUrl }) }, log, role);
  closers.add('redis connections', () => redis.closeAll());
  const client = redis.connect('worker');
  await waitForRedis(client, REDIS_WAIT_MS);
  for (const risk of redisRisks(await client.info().catch(() => ''))) log.warn(risk, 'redis.unsafe');
  const record = await openRecord(config, filingTerms);
  closers.add('record', () => record.close());
  const workspaces = await openWorkspaces(config);
  closers.add('workspaces', () => workspaces.close());
  const artifactObjects = await openArtifactObjects(config);
  closers.add('artifacts', () => artifactObjects.close());
  const documents = openDocuments();
  closers.add('documents', () => documents.close());
  const library = await openLibrary(config, documents);
  closers.add('library', () => library.close());
  const analysers = openAnalysers(config);
  closers.add('analysers', () => analysers.close());
  const threads = openFunctionThreads();
  closers.add('function threads', () => threads.close());
  const sandbox = openSandbox({ concurrency: config.SANDBOX_CONCURRENCY });
  closers.add('sandbox', () => sandbox.close());
  const metrics = createMetrics();
  const keys = createKeys(config.REDIS_PREFIX);
  const remotes = openRemotes({ config, redis: redis.connect('worker'), keys, metrics, log });
  closers.add('remote agents', () => remotes.close());
  return {
    config,
    log,
    keys,
    metrics,
    redis,
    record,
    workspaces,
    functionParts: { presets, threads, analysers, library, artifactObjects },
    remotes,
    ...opened,
    documents,
    reading,
    sandbox,
    teams: () => teams,
    teamFactories,
    closers,
  };
}

/** The models that the agents name. */
function modelsOf(teams: Teams): string[] {
  return [...teams.values()].flatMap(({ agents }) => [...agents.values()].flatMap(({ model }) => model ?? []));
}

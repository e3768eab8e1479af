/** Creates the producer's parts on a base, and listens. */
import { setMaxListeners } from 'node:events';
import type { Redis } from 'ioredis';
import { eraseSubject } from '../queues/erase-subject.ts';
import type { FleetQueues } from '../queues/fleet-queues.ts';
import { openFleet } from '../queues/open-fleet.ts';
import { createSamples } from '../queues/stats/samples.ts';
import { createWorkerRegistry } from '../queues/worker-registry.ts';
import type { Base } from '../src/base.ts';
import { FUNCTIONS } from '../src/functions/functions.ts';
import { FUNCTIONS_TEAM } from '../src/functions/functions-team.ts';
import { openEnvelope, servedAgents } from '../src/interop/envelope/open-envelope.ts';
import { createEdge } from '../src/interop/serve/edge.ts';
import { asksForCredentials, ConfigError, isLoopback } from '../src/platform/config.ts';
import { createGuessLimit } from '../src/platform/guess-limit.ts';
import { listen } from '../src/platform/http-listening.ts';
import { waitForRedis } from '../src/platform/redis.ts';
import { createRewriteFiles } from '../src/platform/redis-files.ts';
import { createCalendar } from '../src/teams/assistant/calendar/calendar.ts';
import { openIcs } from '../src/teams/assistant/calendar/ics.ts';
import { openAssistantStores } from '../src/teams/assistant/store/open-stores.ts';
import { createFhirImports } from '../src/teams/health/fhir-imports.ts';
import { createResearchDesk } from '../src/teams/research/fleet-desk.ts';
import { a2aRoutes } from './a2a/envelope.routes.ts';
import { openA2a } from './a2a/open.ts';
import { findTeamAgents } from './a2a/team-agents.ts';
import { createAccessAudit } from './access/access-audit.ts';
import { accessLogRoutes } from './access/access-log.routes.ts';
import { principalOf } from './access/auth.ts';
import { keyRoutes } from './access/keys.routes.ts';
import { meRoutes } from './access/me.routes.ts';
import { openAccess } from './access/open-access.ts';
import { limitRequests } from './access/request-limit.ts';
import { signInRoutes } from './access/sign-in.routes.ts';
import { calendarRoutes } from './assistant/calendar.routes.ts';
import { demoRoutes } from './demo/demo.routes.ts';
import { fleetRoutes } from './fleet/fleet.routes.ts';
import { startSampler } from './fleet/sampler.ts';
import { artifactRoutes } from './functions/artifacts.routes.ts';
import { auditRoutes } from './functions/audit.routes.ts';
import { functionRoutes } from './functions/functions.routes.ts';
import { libraryRoutes } from './functions/library.routes.ts';
import { createRunDesk } from './functions/run-desk.ts';
import { runRoutes } from './functions/runs.routes.ts';
import { createApp, type Mount } from './http/app.ts';
import { createHttpServer } from './http/http-server.ts';
import { operationRoutes } from './http/operations.routes.ts';
import { mcpMount } from './mcp/mount.ts';
import { erasureRoutes } from './record/erasure.routes.ts';
import { factRoutes } from './record/facts.routes.ts';
import { fhirRoutes } from './record/fhir.routes.ts';
import { measurementRoutes } from './record/measurements.routes.ts';
import { patientListRoutes } from './record/patient-list.routes.ts';
import { patientRoutes } from './record/patients.routes.ts';
import { createQuestionDesk } from './record/question-desk.ts';
import { recordRoutes } from './record/record.routes.ts';
import { approvalRoutes } from './research/approvals.routes.ts';
import { researchRoutes } from './research/research.routes.ts';
import { triggerRoutes } from './research/triggers.routes.ts';
import { createEventHub } from './turns/event-hub.ts';
import { watchObstacles } from './turns/obstacles.ts';
import { sessionRoutes } from './turns/sessions.routes.ts';
import { teamRoutes } from './turns/teams.routes.ts';
import { traceRoutes } from './turns/trace.routes.ts';
import { createTurnDesk } from './turns/turn-desk.ts';
import { turnRoutes } from './turns/turns.routes.ts';
import { MAX_WAIT_SECONDS } from './turns/turns.schemas.ts';

/** Longer than the last wait of a ?wait request. Connections that are still open after it are closed. */
const CLOSE_MS = 3_000;

/** How long a client may take to read an answer without taking in a byte of it, on top of the longest time without an answer. */
const IDLE_SECONDS = 60;

/** `mount` adds pages that are not part of the API: the dashboard. */
export async function startProducer(
  base: Base,
  mount: (queues: FleetQueues) => Mount[] = () => [],
): Promise<{ url: string }> {
  const { config, keys, log, metrics, record, workspaces, closers } = base;
  // A2A_TOKEN is for processes that serve agents only; the API does not know it.
  if (!isLoopback(config.HOST) && !asksForCredentials(config))
    throw new ConfigError([`API_TOKENS: needed because HOST=${config.HOST} can be reached from other machines`]);
  const redis = base.redis.connect('producer');
  const { authenticator, apiKeys, signIns, accesses } = openAccess(config, redis, keys.tag, log);
  await waitForRedis(redis, 10_000);
  const open = openFleet(base, redis, { maxOpenTasks: config.MAX_OPEN_TURNS });
  const { queues, admission, submitTask, modules, fleet } = open;
  const hub = createEventHub(base.redis.connect('subscriber') as Redis, redis, keys);
  const desk = createTurnDesk({ ...open, keys, teams: base.teams, log });
  const research = createResearchDesk({ redis, tag: keys.tag, fleet, workspaces, settings: config });
  const stopping = new AbortController();
  // Every open event stream listens to it.
  setMaxListeners(0, stopping.signal);
  const questions = createQuestionDesk({
    redis,
    keys,
    admission,
    submitTask,
    hub,
    stopping: stopping.signal,
    seconds: config.QUESTION_SECONDS,
  });
  // Of those that were there at the start: an address is a row of the table of routes.
  const agents = base.teams().get(FUNCTIONS_TEAM)?.agents.values() ?? [];
  const pipelines = [...agents].flatMap(({ type, pipeline }) => (type === 'pipeline' && pipeline ? [pipeline] : []));
  const catalogue = { functions: [...FUNCTIONS.values()], pipelines };
  const imports = createFhirImports();
  closers.add('FHIR imports', () => imports.close());
  const served = servedAgents(modules);
  const teamAgents = findTeamAgents({ desk, hub, teams: base.teams, stopping: stopping.signal });
  const envelope = openEnvelope({ ...base, redis }, (name) => {
    const agent = served.get(name);
    return agent ? { agent } : teamAgents(name);
  });
  closers.add('a2a calls', () => envelope.calls.idle());
  const ics = openIcs();
  closers.add('calendar files', () => ics.close());
  const calendar = createCalendar({ ...openAssistantStores(redis, keys.tag), ics });
  const erasure = { redis, keys, queues, admission, modules, workspaces, remotes: base.remotes };
  const audit = createAccessAudit(accesses, log);
  const runs = createRunDesk({ ...open, keys, log });
  let ownUrl = '';
  const a2a = openA2a({
    base,
    open,
    hub,
    turns: desk,
    runs,
    ...catalogue,
    listening: () => ownUrl,
    stopping: stopping.signal,
  });
  const registry = createWorkerRegistry(redis, keys);
  const liveRoles = async () => new Set((await registry.live()).flatMap(({ roles }) => roles));
  const obstacles = watchObstacles({ liveRoles, teams: base.teams });
  const samples = createSamples(redis, keys);
  const sampler = startSampler(samples, log);
  closers.add('fleet samples', async () => sampler.stop());
  const routes = [
    ...turnRoutes(desk, hub, obstacles, stopping.signal),
    ...traceRoutes({ desk, redis, keys, queues }),
    ...teamRoutes(base.teams, open.equipmentOf),
    ...sessionRoutes(redis, keys, hub, stopping.signal),
    ...researchRoutes(research, workspaces),
    ...triggerRoutes(research),
    ...demoRoutes({ desk, hub, research, library: base.functionParts.library, stopping: stopping.signal }),
    ...libraryRoutes(base.functionParts.library),
    ...approvalRoutes(research, config.MAIL_INBOUND_SECRET),
    ...runRoutes({ desk: runs, hub, ...catalogue, stopping: stopping.signal }),
    ...functionRoutes({ ...catalogue, presets: base.functionParts.presets, model: base.model }),
    ...artifactRoutes(open.artifacts),
    ...calendarRoutes(calendar),
    ...a2a.routes,
    ...auditRoutes(redis, keys),
    ...patientListRoutes(record),
    ...recordRoutes(record),
    ...patientRoutes(record, questions),
    ...measurementRoutes(record),
    ...factRoutes(record),
    ...fhirRoutes(record, imports),
    ...erasureRoutes(
      async (tenant, id) => {
        const erased = await eraseSubject(erasure, tenant, { kind: 'patient', id });
        return { ...erased, keys: erased.keys + (await apiKeys.forget(tenant, id)) };
      },
      audit.note,
      createRewriteFiles(redis),
    ),
    ...a2aRoutes(createEdge({ ...envelope, principalOf, log })),
    ...keyRoutes(apiKeys),
    ...meRoutes(apiKeys),
    ...signInRoutes({ authenticator, signIns, audit }),
    ...accessLogRoutes(accesses),
    ...fleetRoutes({ redis, keys, queues, registry, samples, record, teams: base.teams, config, log }),
    ...operationRoutes({ redis, keys, queues, record, metrics, isStopping: () => stopping.signal.aborted }),
  ];
  const app = createApp({
    authenticator,
    signIns,
    audit,
    log,
    metrics,
    routes,
    mounts: [...a2a.mounts, ...mount(queues), mcpMount({ routes, hub, audit, log, stopping: stopping.signal })],
    limits: {
      requests: limitRequests(redis, keys, config.RATE_LIMIT_PER_MINUTE),
      guesses: createGuessLimit(config.AUTH_FAILURES_PER_MINUTE),
      streams: config.MAX_EVENT_STREAMS,
    },
    trustedProxies: config.TRUSTED_PROXIES,
  });
  const server = createHttpServer(app, {
    requestMs: config.REQUEST_SECONDS * 1000,
    idleMs: (longestWait(config) + IDLE_SECONDS) * 1000,
    maxConnections: config.MAX_CONNECTIONS,
  });
  const listening = await listen(server, { host: config.HOST, port: config.PORT, setting: 'PORT' });
  closers.add('http server', async () => {
    stopping.abort();
    await listening.close(CLOSE_MS);
  });
  ownUrl = listening.url;
  return { url: ownUrl };
}

/** For how many seconds an answer may be waited for. */
function longestWait({ QUESTION_SECONDS, A2A_TIMEOUT_SECONDS, A2A_WAIT_SECONDS }: Base['config']): number {
  return Math.max(MAX_WAIT_SECONDS, QUESTION_SECONDS, A2A_TIMEOUT_SECONDS, A2A_WAIT_SECONDS);
}

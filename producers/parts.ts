/** What the routes of the producer work on: desks that take in work, stores, and the hub of live events. */
import type { Redis } from 'ioredis';
import { openFleet } from '../queues/open-fleet.ts';
import { createSamples } from '../queues/stats/samples.ts';
import { createWorkerRegistry } from '../queues/worker-registry.ts';
import type { Base } from '../src/base.ts';
import { FUNCTIONS } from '../src/functions/functions.ts';
import { FUNCTIONS_TEAM } from '../src/functions/functions-team.ts';
import { openEnvelope, servedAgents } from '../src/interop/envelope/open-envelope.ts';
import type { RedisClient } from '../src/platform/lua.ts';
import { createCalendar } from '../src/teams/assistant/calendar/calendar.ts';
import { openIcs } from '../src/teams/assistant/calendar/ics.ts';
import { openAssistantStores } from '../src/teams/assistant/store/open-stores.ts';
import { createFhirImports } from '../src/teams/health/fhir-imports.ts';
import { createResearchDesk } from '../src/teams/research/fleet-desk.ts';
import { openA2a } from './a2a/open.ts';
import { findTeamAgents } from './a2a/team-agents.ts';
import { createAccessAudit } from './access/access-audit.ts';
import type { openAccess } from './access/open-access.ts';
import { startSampler } from './fleet/sampler.ts';
import { createRunDesk } from './functions/run-desk.ts';
import { createQuestionDesk } from './record/question-desk.ts';
import { createEventHub } from './turns/event-hub.ts';
import { watchObstacles } from './turns/obstacles.ts';
import { createTurnDesk } from './turns/turn-desk.ts';

type Given = {
  base: Base;
  redis: RedisClient;
  access: ReturnType<typeof openAccess>;
  /** The address that the server listens on, once it does. */
  listening(): string;
  stopping: AbortSignal;
};
export type Parts = ReturnType<typeof openParts>;

export function openParts({ base, redis, access, listening, stopping }: Given) {
  const { config, keys, log, closers } = base;
  const open = openFleet(base, redis, { maxOpenTasks: config.MAX_OPEN_TURNS });
  const { admission, submitTask, modules, fleet } = open;
  const hub = createEventHub(base.redis.connect('subscriber') as Redis, redis, keys);
  const turns = createTurnDesk({ ...open, keys, teams: base.teams, log });
  const runs = createRunDesk({ ...open, keys, log });
  const catalogue = catalogueOf(base);
  const registry = createWorkerRegistry(redis, keys);
  const samples = createSamples(redis, keys);
  const liveRoles = async () => new Set((await registry.live()).flatMap(({ roles }) => roles));
  const served = servedAgents(modules);
  const teamAgents = findTeamAgents({ desk: turns, hub, teams: base.teams, stopping });
  const envelope = openEnvelope({ ...base, redis }, (name) => {
    const agent = served.get(name);
    return agent ? { agent } : teamAgents(name);
  });
  const imports = createFhirImports();
  const ics = openIcs();
  const sampler = startSampler(samples, log);
  closers.add('FHIR imports', () => imports.close());
  closers.add('a2a calls', () => envelope.calls.idle());
  closers.add('calendar files', () => ics.close());
  closers.add('fleet samples', async () => sampler.stop());
  return {
    base,
    redis,
    access,
    stopping,
    open,
    hub,
    turns,
    runs,
    catalogue,
    registry,
    samples,
    envelope,
    imports,
    research: createResearchDesk({ redis, tag: keys.tag, fleet, workspaces: base.workspaces, settings: config }),
    questions: createQuestionDesk({
      redis,
      keys,
      admission,
      submitTask,
      hub,
      stopping,
      seconds: config.QUESTION_SECONDS,
    }),
    calendar: createCalendar({ ...openAssistantStores(redis, keys.tag), ics }),
    audit: createAccessAudit(access.accesses, log),
    a2a: openA2a({ base, open, hub, turns, runs, ...catalogue, listening, stopping }),
    obstacles: watchObstacles({ liveRoles, teams: base.teams }),
  };
}

/** Of those that were there at the start: an address is a row of the table of routes. */
function catalogueOf(base: Base) {
  const agents = base.teams().get(FUNCTIONS_TEAM)?.agents.values() ?? [];
  const pipelines = [...agents].flatMap(({ type, pipeline }) => (type === 'pipeline' && pipeline ? [pipeline] : []));
  return { functions: [...FUNCTIONS.values()], pipelines };
}

/** All routes of the API, each group on the parts that it works on. */
import { eraseSubject } from '../queues/erase-subject.ts';
import { createEdge } from '../src/interop/serve/edge.ts';
import { createRewriteFiles } from '../src/platform/redis-files.ts';
import { a2aRoutes } from './a2a/envelope.routes.ts';
import { accessLogRoutes } from './access/access-log.routes.ts';
import { principalOf } from './access/auth.ts';
import { keyRoutes } from './access/keys.routes.ts';
import { meRoutes } from './access/me.routes.ts';
import { signInRoutes } from './access/sign-in.routes.ts';
import { calendarRoutes } from './assistant/calendar.routes.ts';
import { demoRoutes } from './demo/demo.routes.ts';
import { fleetRoutes } from './fleet/fleet.routes.ts';
import { jobRoutes } from './fleet/jobs.routes.ts';
import { artifactRoutes } from './functions/artifacts.routes.ts';
import { auditRoutes } from './functions/audit.routes.ts';
import { functionRoutes } from './functions/functions.routes.ts';
import { libraryRoutes } from './functions/library.routes.ts';
import { runRoutes } from './functions/runs.routes.ts';
import { operationRoutes } from './http/operations.routes.ts';
import type { Route } from './http/route.ts';
import type { Parts } from './parts.ts';
import { erasureRoutes } from './record/erasure.routes.ts';
import { factRoutes } from './record/facts.routes.ts';
import { fhirRoutes } from './record/fhir.routes.ts';
import { measurementRoutes } from './record/measurements.routes.ts';
import { patientListRoutes } from './record/patient-list.routes.ts';
import { patientRoutes } from './record/patients.routes.ts';
import { recordRoutes } from './record/record.routes.ts';
import { approvalRoutes } from './research/approvals.routes.ts';
import { researchRoutes } from './research/research.routes.ts';
import { triggerRoutes } from './research/triggers.routes.ts';
import { sessionRoutes } from './turns/sessions.routes.ts';
import { teamRoutes } from './turns/teams.routes.ts';
import { traceRoutes } from './turns/trace.routes.ts';
import { turnRoutes } from './turns/turns.routes.ts';

export function routesOf(parts: Parts): Route[] {
  const { base, redis, access, stopping, open, hub, turns, runs, catalogue, research, audit } = parts;
  const { config, keys, log, metrics, record, workspaces } = base;
  const { queues, pauses } = open;
  const { library, presets } = base.functionParts;
  const { apiKeys, accesses } = access;
  return [
    ...turnRoutes(turns, hub, parts.obstacles, stopping, config.BASE_PATH),
    ...traceRoutes({ desk: turns, redis, keys, queues }),
    ...teamRoutes(base.teams, open.equipmentOf),
    ...sessionRoutes(redis, keys, hub, stopping),
    ...researchRoutes(research, workspaces),
    ...triggerRoutes(research),
    ...demoRoutes({ desk: turns, hub, research, library, stopping }),
    ...libraryRoutes(library),
    ...approvalRoutes(research, config.MAIL_INBOUND_SECRET),
    ...runRoutes({ desk: runs, hub, ...catalogue, presets, stopping, basePath: config.BASE_PATH }),
    ...functionRoutes({ ...catalogue, presets, model: base.model }),
    ...artifactRoutes(open.artifacts),
    ...calendarRoutes(parts.calendar, config.BASE_PATH),
    ...parts.a2a.routes,
    ...auditRoutes(redis, keys),
    ...patientListRoutes(record),
    ...recordRoutes(record),
    ...patientRoutes(record, parts.questions),
    ...measurementRoutes(record),
    ...factRoutes(record),
    ...fhirRoutes(record, parts.imports),
    ...erasureRoutes(erasing(parts), audit.note, createRewriteFiles(redis)),
    ...a2aRoutes(createEdge({ ...parts.envelope, principalOf, log })),
    ...keyRoutes(apiKeys),
    ...meRoutes(apiKeys),
    ...signInRoutes(access, audit, config.BASE_PATH),
    ...accessLogRoutes(accesses),
    ...fleetRoutes({
      redis,
      keys,
      queues,
      registry: parts.registry,
      pauses,
      samples: parts.samples,
      record,
      teams: base.teams,
      config,
      log,
    }),
    ...jobRoutes({ redis, keys, queues, log }),
    ...operationRoutes({
      redis,
      keys,
      queues,
      pauses,
      record,
      workspaces,
      metrics,
      isStopping: () => stopping.aborted,
    }),
  ];
}

/** All that is kept of a patient, with the keys that were made for them. */
function erasing({ base, redis, open, access }: Parts) {
  const { queues, admission, modules } = open;
  const { keys, workspaces, remotes } = base;
  return async (tenant: string, id: string) => {
    const of = { redis, keys, queues, admission, modules, workspaces, remotes };
    const erased = await eraseSubject(of, tenant, { kind: 'patient', id });
    return { ...erased, keys: erased.keys + (await access.apiKeys.forget(tenant, id)) };
  };
}

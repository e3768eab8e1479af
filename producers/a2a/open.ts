/** Makes the A2A server of the producer's parts. */
import type { OpenFleet } from '../../queues/open-fleet.ts';
import type { Base } from '../../src/base.ts';
import type { Pipeline } from '../../src/engine/agents/pipeline.ts';
import type { AgentFunction } from '../../src/functions/agent-function.ts';
import { FUNCTIONS_TEAM } from '../../src/functions/functions-team.ts';
import { agentCard, type Offer } from '../../src/interop/a2a/card.ts';
import { a2aKeys } from '../../src/interop/a2a/keys.ts';
import { createPushStore } from '../../src/interop/a2a/push/store.ts';
import { createTaskIndex } from '../../src/interop/a2a/task-index.ts';
import type { RunDesk } from '../functions/run-desk.ts';
import type { Mount } from '../http/app.ts';
import type { Route } from '../http/route.ts';
import type { EventHub } from '../turns/event-hub.ts';
import type { TurnDesk } from '../turns/turn-desk.ts';
import { createAsking } from './asking.ts';
import { createIntake } from './intake.ts';
import { a2aMounts } from './mount.ts';
import { createA2aHandler } from './protocol.ts';
import { pushRoutes } from './push.routes.ts';
import { createPushDesk } from './push.ts';

type Parts = {
  base: Base;
  open: OpenFleet;
  hub: EventHub;
  turns: TurnDesk;
  runs: RunDesk;
  functions: readonly AgentFunction[];
  pipelines: readonly Pipeline[];
  /** Where this process listens, once it does. */
  listening: () => string;
  stopping: AbortSignal;
};

export function openA2a({ base, open, hub, turns, runs, functions, pipelines, listening, stopping }: Parts): {
  mounts: Mount[];
  routes: Route[];
} {
  const { config, keys, log } = base;
  const own = a2aKeys(keys.tag);
  const retentionSeconds = config.TURN_RETENTION_DAYS * 86_400;
  const store = createPushStore(open.redis, own, retentionSeconds);
  const offers = (): Offer[] => [
    ...[...base.teams().values()]
      .filter(({ name }) => name !== FUNCTIONS_TEAM)
      .map(({ name, description }) => ({
        id: name,
        kind: 'team' as const,
        name,
        description,
        needs: open.equipmentOf(name).module.subject === null ? ('user_id' as const) : ('patient_id' as const),
      })),
    ...functions.map(({ name, description }) => ({ id: name, kind: 'function' as const, name, description })),
    ...pipelines.map(({ id, description }) => ({ id, kind: 'function' as const, name: id, description })),
  ];
  const asking = createAsking({ ...open, own, keys });
  const publicUrl = () => config.PUBLIC_URL ?? listening();
  const handler = createA2aHandler({
    ...open,
    keys,
    hub,
    asking,
    intake: createIntake({ turns, runs, asking, offers, functions, pipelines }),
    index: createTaskIndex(open.redis, own, retentionSeconds),
    push: createPushDesk({ store, hub, fleet: open.fleet, allowHosts: config.A2A_PUSH_ALLOW_HOSTS, log }),
    executor: open.tck,
    offers,
    publicUrl,
    waitMs: config.A2A_WAIT_SECONDS * 1000,
    stopping,
    log,
  });
  return {
    mounts: a2aMounts(handler, log, {
      maxStreams: config.MAX_EVENT_STREAMS,
      legacyCard: !config.A2A_TCK,
      teamCard(team) {
        const offer = offers().find(({ kind, id }) => kind === 'team' && id === team);
        return offer && agentCard(publicUrl(), [offer], offer);
      },
    }),
    routes: pushRoutes({ redis: open.redis, keys, store, fleet: open.fleet }),
  };
}

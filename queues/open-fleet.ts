/** The queues and the parts that use them, over one connection: the same for a producer and for a worker. */
import type { Base } from '../src/base.ts';
import type { Functions } from '../src/engine/run/context.ts';
import { type EquipmentOf, equip } from '../src/engine/run/equipment.ts';
import type { TeamModule } from '../src/engine/run/team-module.ts';
import type { Fleet } from '../src/engine/task/fleet.ts';
import { openFunctions } from '../src/functions/open-functions.ts';
import type { ArtifactStore } from '../src/functions/state/artifacts.ts';
import { a2aModule } from '../src/interop/a2a/push/module.ts';
import { createTckExecutor, type TckExecutor } from '../src/interop/a2a/tck/executor.ts';
import { envelopeModule } from '../src/interop/envelope/open-envelope.ts';
import type { RedisClient } from '../src/platform/lua.ts';
import { type Admission, type AdmissionLimits, createAdmission } from './admission/admission.ts';
import { createTaskWatch, type TaskWatch } from './admission/watch.ts';
import { createFleetPort } from './fleet-port.ts';
import { createFleetQueues, type FleetQueues } from './fleet-queues.ts';
import { createPauses, type Pauses } from './pauses.ts';
import { createStartTask, type StartTask } from './start-task.ts';
import { createSubmitTask, type SubmitTask } from './submit-task.ts';

export type OpenFleet = {
  redis: RedisClient;
  queues: FleetQueues;
  admission: Admission;
  watch: TaskWatch;
  pauses: Pauses;
  startTask: StartTask;
  submitTask: SubmitTask;
  fleet: Fleet;
  functions: Functions;
  artifacts: ArtifactStore;
  modules: readonly TeamModule[];
  equipmentOf: EquipmentOf;
  /** Null unless A2A_TCK is set. */
  tck: TckExecutor | null;
};

type Limits = Omit<AdmissionLimits, 'retentionSeconds' | 'keepJournals'>;

export function openFleet(base: Base, redis: RedisClient, limits: Limits): OpenFleet {
  const { config, keys, teams, closers } = base;
  const queues = createFleetQueues(redis, keys);
  closers.add('queues', () => queues.close());
  const retentionSeconds = config.TURN_RETENTION_DAYS * 86_400;
  const kept = { retentionSeconds, keepJournals: config.KEEP_JOURNALS };
  const admission = createAdmission(redis, keys, { ...limits, ...kept });
  const startTask = createStartTask({ redis, keys, queues, teams });
  // The modules are made with the port, and their equipment is looked up when a task is submitted.
  const submitTask = createSubmitTask({
    admission,
    startTask,
    equipmentOf: (team) => equipmentOf(team),
    teams,
    redis,
    keys,
    log: base.log,
  });
  const fleet = createFleetPort({ redis, keys, queues, submitTask, teams });
  const { functions, artifacts, module } = openFunctions(base.functionParts, redis, keys.tag);
  const { library } = base.functionParts;
  const teamModules = base.teamFactories.map((create) => create({ ...base, library, redis, fleet }));
  const tck = config.A2A_TCK ? createTckExecutor({ redis, keys, fleet, end: admission.end }) : null;
  const interop = [envelopeModule(redis, keys.tag), a2aModule({ ...base, redis, fleet }), ...(tck ? [tck.module] : [])];
  const modules = [...teamModules, module, ...interop];
  for (const module of modules) closers.add(`team ${module.name}`, async () => module.close?.());
  const equipmentOf = equip(modules);
  const watch = createTaskWatch(redis, keys);
  return {
    redis,
    queues,
    admission,
    watch,
    pauses: createPauses(redis, keys),
    startTask,
    submitTask,
    fleet,
    functions,
    artifacts,
    modules,
    equipmentOf,
    tck,
  };
}

/**
 * Durability 2: a key of BullMQ or of the task is gone. In every variant the turn must end, and the session's next turn must run. The
 * model holds the first turn's calls while the key is deleted.
 */
import { type ChaosFleet, openChaosFleet } from '../chaos-fleet.ts';
import { equal, type Finding } from '../finding.ts';
import type { Setting } from '../scenarios.ts';
import { send } from '../turns.ts';
import { until } from '../wait.ts';

/** Whose calls are held, and the key that is lost meanwhile. */
type Variant = { name: string; held: RegExp; lost(fleet: ChaosFleet, id: string): Promise<unknown> };

const TRIAGE = /TriageAgent/;
const CONSULTANT = /HealthConsultantAgent/;
const EXTRACTOR = /MedicalMeasurementsAgent/;

const VARIANTS: Variant[] = [
  { name: 'its own job', held: /./, lost: (fleet, id) => fleet.redis.del(`${fleet.keys.bull}:turn:${id}`) },
  { name: 'a child', held: EXTRACTOR, lost: (fleet, id) => removeJobs(fleet, 'extractor', id) },
  { name: 'the child that took over', held: CONSULTANT, lost: (fleet, id) => removeJobs(fleet, 'consultant', id) },
  {
    name: 'all children',
    held: TRIAGE,
    async lost(fleet, id) {
      for (const queue of ['triage', 'extractor']) await removeJobs(fleet, queue, id);
    },
  },
  {
    name: 'the parent of a running child',
    held: TRIAGE,
    lost: (fleet, id) => fleet.redis.del(`${fleet.keys.bull}:turn:${id}`),
  },
  { name: "the task's hash", held: TRIAGE, lost: (fleet, id) => fleet.redis.del(fleet.keys.task(id)) },
  {
    name: 'the set of children',
    held: TRIAGE,
    lost: (fleet, id) => fleet.redis.del(`${fleet.keys.bull}:turn:${id}:dependencies`),
  },
];

/** A task may have a deadline of some minutes before upkeep ends it. */
const PATIENCE_MS = 200_000;

export async function lostJob({ dir, code, seed }: Setting): Promise<Finding[]> {
  const fleet = await openChaosFleet({ dir, code, seed, workers: 1 });
  try {
    let holding = true;
    fleet.model.intercept(async ({ mark, step }) => {
      const session = Number(/\[s(\d+)-t0\]/.exec(mark)?.[1] ?? -1);
      const isHeld = VARIANTS[session]?.held.test(step) === true;
      if (isHeld) await until(() => !holding, { stalledMs: PATIENCE_MS });
      return undefined;
    });
    const first = await Promise.all(VARIANTS.map((_, session) => send(fleet, session, 0)));
    const second = await Promise.all(VARIANTS.map((_, session) => send(fleet, session, 1)));
    const begun = () =>
      VARIANTS.every(({ held }, session) =>
        fleet.model.calls.some(({ mark, step }) => mark === `[s${session}-t0]` && held.test(step)),
      );
    if (!(await until(begun))) throw new Error('not all turns have begun');
    for (const [session, { lost }] of VARIANTS.entries()) await lost(fleet, first[session]?.id ?? '');
    holding = false;

    const statusOf = async (id = '') => fleet.redis.hget(fleet.keys.task(id), 'status');
    const endings = await Promise.all(
      VARIANTS.map(async ({ name }, session) => {
        const goesOn = async () => (await statusOf(second[session]?.id)) === 'completed';
        const went = await until(goesOn, { stalledMs: PATIENCE_MS, everyMs: 500 });
        const status = await statusOf(first[session]?.id);
        const ended = status === null || ['completed', 'degraded', 'failed', 'cancelled'].includes(status);
        return { name, blocked: !went, open: !ended };
      }),
    );
    const refused = await Promise.all(
      first.map(async ({ id }) => (await fleet.call('DELETE', `/v1/turns/${id}`)).status >= 500),
    );
    const names = (some: { name: string }[]) => some.map(({ name }) => name).join('; ');
    const blocked = endings.filter((one) => one.blocked);
    const open = endings.filter((one) => one.open);
    return [
      equal('lost-job', `sessions blocked for ever, of ${VARIANTS.length}`, blocked.length, 0, names(blocked)),
      equal('lost-job', 'turns that never end', open.length, 0, names(open)),
      equal('lost-job', 'DELETE answers 5xx', refused.filter(Boolean).length, 0),
    ];
  } finally {
    await fleet.close();
  }
}

/** The jobs of one task in a queue, with what BullMQ keeps beside them. */
async function removeJobs({ redis, keys }: ChaosFleet, queue: string, taskId: string): Promise<void> {
  const found = await redis.keys(`${keys.bull}:${queue}:${taskId}*`);
  if (found.length === 0) throw new Error(`no job of ${taskId} in ${queue}`);
  await redis.del(...found);
}

/** Durability 3: a turn that was admitted and never started, because its producer died in between, behind 3,000 open sessions. */
import { setTimeout as sleep } from 'node:timers/promises';
import { createAdmission } from '../../../queues/admission/admission.ts';
import { taskRequest } from '../../support/task-request.ts';
import { type ChaosFleet, openChaosFleet } from '../chaos-fleet.ts';
import { equal, type Finding, figure, seconds } from '../finding.ts';
import type { Setting } from '../scenarios.ts';
import { send } from '../turns.ts';
import { inParallel, until } from '../wait.ts';

const OPEN = 3_000;
/** An orphan is looked for when it is 10 s old, every 5 s. Whoever is slower on an idle machine goes through the open turns. */
const LIMIT_MS = 45_000;

export async function orphan({ dir, code, seed }: Setting): Promise<Finding[]> {
  const fleet = await openChaosFleet({ dir, code, seed, workers: 0 });
  try {
    await fleet.start('worker', { args: ['--roles', 'upkeep'] });
    const alone = await startOf(fleet, 'alone');
    const sessions = Array.from({ length: OPEN }, (_, session) => session);
    await inParallel(sessions, 50, (session) => send(fleet, session, 0));
    // Upkeep looks at turns that are older than ten seconds.
    await sleep(12_000);
    const behind = await startOf(fleet, 'behind');
    return [
      figure('orphan', 'started alone after', seconds(alone)),
      figure('orphan', `started behind ${OPEN} open sessions after`, seconds(behind)),
      equal(
        'orphan',
        `not started within ${seconds(LIMIT_MS)}`,
        [alone, behind].filter((ms) => ms > LIMIT_MS).length,
        0,
      ),
    ];
  } finally {
    await fleet.close();
  }
}

/** Milliseconds until upkeep has added its flow. */
async function startOf({ redis, keys }: ChaosFleet, id: string): Promise<number> {
  const limits = { maxOpenTasks: 100_000, ratePerMinute: 0, retentionSeconds: 3_600 };
  const admission = createAdmission(redis, keys, limits);
  const request = taskRequest({ id, session_id: id, tenant: 'local' });
  await admission.admit({ request, text: 'My weight is 70 kg.', doubleText: 'enqueue', idempotency: null });
  const began = performance.now();
  await until(async () => (await redis.exists(`${keys.bull}:turn:${id}`)) === 1, { stalledMs: 300_000, everyMs: 100 });
  return performance.now() - began;
}

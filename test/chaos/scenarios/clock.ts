/** Durability 10: a worker whose clock is two minutes ahead fires no trigger early. */
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { openChaosFleet } from '../chaos-fleet.ts';
import { equal, type Finding } from '../finding.ts';
import { createAgents } from '../research.ts';
import type { Setting } from '../scenarios.ts';
import { inParallel, until } from '../wait.ts';

const TRIGGERS = 10;
const DUE_MS = 45_000;
const EARLY_MS = 5_000;
const AHEAD = fileURLToPath(new URL('../clock-ahead.mjs', import.meta.url));

export async function clock({ dir, code, seed }: Setting): Promise<Finding[]> {
  const env = { MODEL_PROVIDER: 'offline', CHAOS_CLOCK_AHEAD_MS: '120000' };
  const fleet = await openChaosFleet({ dir, code, seed, workers: 0, env });
  try {
    await fleet.start('worker', { preload: AHEAD });
    const [agent] = await createAgents(fleet, 1);
    const due = Date.now() + DUE_MS;
    const numbers = Array.from({ length: TRIGGERS }, (_, n) => n);
    const ids = await inParallel(numbers, TRIGGERS, async (n) => {
      const schedule = new Date(due).toISOString();
      const body = { agent_id: agent?.id, schedule, instruction: `Look at number ${n}` };
      return String((await fleet.call('POST', '/v1/triggers', body)).body.id);
    });
    const fired = async () =>
      inParallel(ids, 10, async (id) => Number((await fleet.call('GET', `/v1/triggers/${id}`)).body.fired));
    await sleep(due - EARLY_MS - Date.now());
    const early = (await fired()).filter((times) => times > 0).length;
    await until(async () => (await fired()).every((times) => times > 0), { stalledMs: 60_000, everyMs: 500 });
    const times = await fired();
    return [
      equal('clock', `fired early, of ${TRIGGERS}`, early, 0),
      equal('clock', 'not fired once', times.filter((one) => one !== 1).length, 0),
    ];
  } finally {
    await fleet.close();
  }
}

/** Durability 5, second half: triggers that are due within a few milliseconds of being acknowledged all fire, once. */
import { openChaosFleet } from '../chaos-fleet.ts';
import { equal, type Finding } from '../finding.ts';
import { createAgents } from '../research.ts';
import type { Setting } from '../scenarios.ts';
import { inParallel, until } from '../wait.ts';

const TRIGGERS = 140;
const AGENTS = 7;
const DUE_MS = 10;
const MOST_MS = 10_000;

export async function triggers({ dir, code, seed }: Setting): Promise<Finding[]> {
  const fleet = await openChaosFleet({ dir, code, seed, workers: 2, producers: 2, env: { MODEL_PROVIDER: 'offline' } });
  try {
    const agents = await createAgents(fleet, AGENTS);
    const numbers = Array.from({ length: TRIGGERS }, (_, n) => n);
    const ids = await inParallel(numbers, 10, async (n) => {
      const work = { agent_id: agents[n % AGENTS]?.id, instruction: `Look at number ${n}` };
      // A time that has passed when the request arrives is refused: then a little more time is given.
      for (let dueMs = DUE_MS; dueMs <= MOST_MS; dueMs *= 1.5) {
        const schedule = new Date(Date.now() + dueMs).toISOString();
        const headers = { 'Idempotency-Key': `t-${n}-${dueMs}` };
        const { status, body } = await fleet.call('POST', '/v1/triggers', { ...work, schedule }, headers);
        if (status === 201) return String(body.id);
      }
      throw new Error('no trigger is acknowledged');
    });
    const fired = async () =>
      inParallel(ids, 10, async (id) => Number((await fleet.call('GET', `/v1/triggers/${id}`)).body.fired));
    await until(async () => (await fired()).every((times) => times > 0), { stalledMs: 60_000, everyMs: 1_000 });
    const times = await fired();
    return [
      equal('triggers', `never fired, of ${ids.length} acknowledged`, times.filter((one) => one === 0).length, 0),
      equal('triggers', 'fired more than once', times.filter((one) => one > 1).length, 0),
    ];
  } finally {
    await fleet.close();
  }
}

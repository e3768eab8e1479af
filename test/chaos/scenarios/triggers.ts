/** Durability 5, second half: triggers that are due within a few milliseconds of being acknowledged all fire, once. */
import { openChaosFleet } from '../chaos-fleet.ts';
import { equal, type Finding } from '../finding.ts';
import { createAgents } from '../research.ts';
import type { Setting } from '../scenarios.ts';
import { inParallel, until } from '../wait.ts';

const TRIGGERS = 140;
const AGENTS = 7;
const DUE_MS = 10;

export async function triggers({ dir, code, seed }: Setting): Promise<Finding[]> {
  const fleet = await openChaosFleet({ dir, code, seed, workers: 2, producers: 2, env: { MODEL_PROVIDER: 'offline' } });
  try {
    const agents = await createAgents(fleet, AGENTS);
    const numbers = Array.from({ length: TRIGGERS }, (_, n) => n);
    const made = await inParallel(numbers, 10, async (n) => {
      const schedule = new Date(Date.now() + DUE_MS).toISOString();
      const body = { agent_id: agents[n % AGENTS]?.id, schedule, instruction: `Look at number ${n}` };
      const { status, body: trigger } = await fleet.call('POST', '/v1/triggers', body, { 'Idempotency-Key': `t-${n}` });
      // A time that has passed when the request arrives may be refused; it was not acknowledged then.
      return status === 201 ? String(trigger.id) : null;
    });
    const ids = made.filter((id) => id !== null);
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

/** Durability 5, first half: the same request sent again gives no more budget. */
import { openChaosFleet } from '../chaos-fleet.ts';
import { equal, type Finding } from '../finding.ts';
import { type Agent, createAgents } from '../research.ts';
import type { Setting } from '../scenarios.ts';

const TIMES = 4;

export async function budget({ dir, code, seed }: Setting): Promise<Finding[]> {
  const fleet = await openChaosFleet({ dir, code, seed, workers: 1, env: { MODEL_PROVIDER: 'offline' } });
  try {
    const [agent] = await createAgents(fleet, 1);
    const path = `/v1/agents/${agent?.id}`;
    const stepsOf = async () => ((await fleet.call('GET', path)).body as unknown as Agent).budget.steps;
    const send = (key: string) =>
      fleet.call('POST', `${path}/messages`, { text: 'Go on.', more_budget: true }, { 'Idempotency-Key': key });
    await send('first');
    const once = await stepsOf();
    for (let n = 1; n < TIMES; n += 1) await send('first');
    const again = await stepsOf();
    return [equal('budget', `steps after the same request ${TIMES} times`, again, once)];
  } finally {
    await fleet.close();
  }
}

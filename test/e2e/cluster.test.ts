/** All keys share one hash tag, so the whole fleet runs on a Redis cluster. */
import { expect, test } from 'vitest';
import { startFleet } from '../support/fleet.ts';
import { startCluster } from '../support/redis-servers.ts';

test('a turn runs on a cluster of three, and its events are streamed', async () => {
  const nodes = await startCluster();
  const fleet = await startFleet({ env: { REDIS_URL: '', REDIS_MODE: 'cluster', REDIS_NODES: nodes.join(',') } });
  try {
    const turn = await fleet.say('How is my blood pressure of 150/95?');
    expect(turn).toMatchObject({ status: 'completed', route: 'patient_consult' });
    expect(turn.facts).toHaveLength(2);
    expect((await fleet.events(turn.turn_id)).at(-1)?.kind).toBe('done');
  } finally {
    await fleet.close();
  }
});

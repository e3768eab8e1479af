/** What a turn leaves in Redis: memory is what limits how many turns can wait, and for how long they can be kept. */
import { afterEach, expect, test } from 'vitest';
import { type Fleet, startFleet } from '../support/fleet.ts';
import { testRedis } from '../support/redis.ts';

let fleet: Fleet;
afterEach(() => fleet?.close());

/** Bytes of each of the turn's own keys, by the part of its name after the id. */
async function keysOf(id: string): Promise<Record<string, number>> {
  const redis = testRedis();
  const name = fleet.base.keys.task(id);
  const found = await redis.keys(`${name}*`);
  const sizes = await Promise.all(
    found.map(async (key) => [key.slice(name.length), Number(await redis.memory('USAGE', key, 'SAMPLES', 0))]),
  );
  return Object.fromEntries(sizes);
}

test('a turn that waits takes less than 3 KB of its own', async () => {
  fleet = await startFleet({ roles: [] });
  const send = () =>
    fleet.call('POST', '/v1/turns', { text: 'My weight is 80 kg', patient_id: 'p1', session_id: 's1' });
  await send();
  const sizes = await keysOf(String((await send()).body.turn_id));
  expect(Object.keys(sizes).sort()).toEqual(['', ':events']);
  expect(Object.values(sizes).reduce((sum, size) => sum + size, 0)).toBeLessThan(3 * 1024);
});

test('an ended turn leaves its outcome, its trace and its events, which can still be replayed; no journal and no results of runs', async () => {
  fleet = await startFleet();
  const { turn_id } = await fleet.say('My weight is 80 kg. Is that too much?');
  const sizes = await keysOf(turn_id);
  expect(Object.keys(sizes).sort()).toEqual(['', ':events', ':trace']);
  // Redis begins a stream with 4 KB, whatever is in it.
  expect(sizes[':events']).toBeLessThan(4 * 1024);
  const kinds = (await fleet.events(turn_id)).map(({ kind }) => kind);
  expect(kinds.slice(0, 1)).toEqual(['queued']);
  expect(kinds).toEqual(expect.arrayContaining(['routed', 'delta', 'reply', 'done']));
});

test('with KEEP_JOURNALS, journals and results stay for a day', async () => {
  fleet = await startFleet({ env: { KEEP_JOURNALS: 'true' } });
  const { turn_id } = await fleet.say('My weight is 80 kg');
  const redis = testRedis();
  const { keys } = fleet.base;
  for (const key of [keys.journal(turn_id, 'TusdiAI.TriageAgent'), keys.results(turn_id)]) {
    const seconds = await redis.ttl(key);
    expect(seconds > 0 && seconds <= 86_400).toBe(true);
  }
});

test('of a cancelled turn, what its agents have done so far can still be shown', async () => {
  fleet = await startFleet({ roles: ['triage', 'extractor', 'consultant'] });
  const sent = await fleet.call('POST', '/v1/turns', { text: 'My weight is 80 kg', patient_id: 'p1' });
  const id = String(sent.body.turn_id);
  // Its own job, which would end it, is taken by nobody.
  await expect.poll(() => fleet.queue('turn').getJobState(id)).toBe('waiting');
  await fleet.call('DELETE', `/v1/turns/${id}`);
  const { status, agents } = await fleet.turn(id);
  expect(status).toBe('cancelled');
  expect(agents.TriageAgent?.status).toBe('success');
});

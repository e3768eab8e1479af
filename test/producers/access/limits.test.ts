/** What a fleet does not admit, and how it says when to come back. */
import { expect, onTestFinished, test } from 'vitest';
import { type Fleet, startFleet } from '../../support/fleet.ts';
import { expectProblem, MARKER } from '../http/expect-problem.ts';

async function idleFleet(env: Record<string, string>): Promise<Fleet> {
  const fleet = await startFleet({ roles: [], env });
  onTestFinished(() => fleet.close());
  return fleet;
}

test('more open turns than the fleet admits: 429, until one has ended', async () => {
  const fleet = await idleFleet({ MAX_OPEN_TURNS: '2' });
  const send = (key = '') =>
    fleet.call('POST', '/v1/turns', { text: MARKER, patient_id: 'p1' }, key ? { 'Idempotency-Key': key } : {});
  const first = await send('first');
  expect((await send()).status).toBe(202);
  const refused = await send();
  expectProblem(refused, 429, 'overloaded');
  expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(60);
  // What was taken in before can still be asked for.
  expect((await send('first')).body.turn_id).toBe(first.body.turn_id);
  expect((await fleet.call('DELETE', `/v1/turns/${first.body.turn_id}`)).status).toBe(202);
  expect((await send()).status).toBe(202);
  expectProblem(await send(), 429, 'overloaded');
});

test('twenty at once do not get past the limit', async () => {
  const fleet = await idleFleet({ MAX_OPEN_TURNS: '5' });
  const sent = await Promise.all(
    Array.from({ length: 20 }, (_, i) => fleet.call('POST', '/v1/turns', { text: 'hi', patient_id: `p${i}` })),
  );
  expect(sent.filter(({ status }) => status === 202)).toHaveLength(5);
  for (const refused of sent.filter(({ status }) => status !== 202)) expectProblem(refused, 429, 'overloaded');
});

/** A stream that is open when its key is revoked: it ends at the next heartbeat, and streams of others go on. */
import { expect, onTestFinished, test } from 'vitest';
import { rawEvents } from '../support/a2a.ts';
import { apiClient } from '../support/api.ts';
import { startFleet } from '../support/fleet.ts';

const CLINIC = 'clinic-token-0123456789';

test('who has lost the key reads no further event, in any kind of stream', async () => {
  // No worker: the turn stays open.
  const fleet = await startFleet({ roles: [], env: { API_TOKENS: `clinic:${CLINIC}` } });
  onTestFinished(() => fleet.close());
  const clinic = apiClient(fleet.url, CLINIC);
  const made = await clinic.call('POST', '/v1/keys', { name: 'app', scopes: ['turns:read', 'turns:write', 'a2a'] });
  expect(made.status).toBe(201);
  const { id, secret } = made.body as { id: string; secret: string };
  const sent = await apiClient(fleet.url, secret).call('POST', '/v1/turns', { text: 'Hello', patient_id: 'p1' });
  const turn = String(sent.body.turn_id);
  let mine = 0;
  const followed = apiClient(fleet.url, secret).events(turn, { stop: () => ++mine === 0 });
  let others = 0;
  const kept = clinic.events(turn, { stop: ({ kind }) => ++others > 0 && kind === 'done' });
  const body = {
    message: { messageId: 'm1', role: 'ROLE_USER', parts: [{ text: 'Hello' }] },
    metadata: { patient_id: 'p1' },
  };
  let a2a = 0;
  const streamed = rawEvents(fleet.url, '/message:stream', { body, token: secret, stop: () => ++a2a === 0 });
  await expect.poll(() => [mine, others, a2a]).toEqual([1, 1, 1]);

  expect((await clinic.call('DELETE', `/v1/keys/${id}`)).status).toBe(200);
  // Whether a worker is missing is no event of the turn.
  expect((await followed).map(({ kind }) => kind).filter((kind) => kind !== 'waiting')).toEqual(['queued']);
  expect(await streamed).toHaveLength(1);
  await clinic.call('DELETE', `/v1/turns/${turn}`);
  expect((await kept).at(-1)?.kind).toBe('done');
});

/** A producer that is asked to stop: whoever it is talking to gets an answer first. */
import { expect, onTestFinished, test, vi } from 'vitest';
import { apiClient } from '../support/api.ts';
import { startFleet } from '../support/fleet.ts';
import { answered, startScriptedHealth } from '../support/scripted-health.ts';

test('a wait for a turn that is nearly done gets the finished turn', async () => {
  const model = await startScriptedHealth({
    HealthConsultantAgent: (request) =>
      answered(request, 'get_patient_record') ? { text: ['Almost ', 'done.'], delayMs: 150 } : undefined,
  });
  const fleet = await startFleet({ env: { GEMINI_API_KEY: 'test', GEMINI_BASE_URL: model.url } });
  onTestFinished(() => model.close());
  const waiting = fleet.say('How is my blood pressure?');
  await expect.poll(() => model.asked('HealthConsultantAgent')).toBe(2);
  await fleet.close();
  expect(await waiting).toMatchObject({ status: 'completed', reply: 'Almost done.' });
});

test('a wait for a turn that is not gets its receipt, an event stream its end, and the process is not held up', async () => {
  const fleet = await startFleet({ roles: [] });
  const waiting = fleet.call('POST', '/v1/turns?wait=60', { text: 'My knee', patient_id: 'p1', session_id: 's1' });
  const turnId = await vi.waitFor(async () => {
    const { turns } = (await fleet.call('GET', '/v1/turns?session_id=s1')).body as { turns: { turn_id: string }[] };
    return turns[0]?.turn_id ?? Promise.reject(new Error('not admitted yet'));
  });
  let seen = 0;
  const streaming = fleet.events(turnId, {
    stop: () => {
      seen += 1;
      return false;
    },
  });
  await expect.poll(() => seen).toBe(1);
  const began = Date.now();
  await fleet.close();
  expect(Date.now() - began).toBeLessThan(2_500);
  expect(await waiting).toMatchObject({ status: 202, body: { turn_id: turnId, status: 'queued' } });
  // It ended in good order, without `done`: the client comes back with its last id.
  expect((await streaming).map(({ kind }) => kind)).toEqual(['queued']);
  await expect(apiClient(fleet.url).call('GET', '/healthz')).rejects.toThrow();
});

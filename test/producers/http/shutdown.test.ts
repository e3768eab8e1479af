/** A producer that is asked to stop: whoever it is talking to gets an answer first. */
import { expect, onTestFinished, test } from 'vitest';
import { apiClient } from '../../support/api.ts';
import { holdTimers } from '../../support/clock.ts';
import { startFleet } from '../../support/fleet.ts';
import { answered, startScriptedHealth } from '../../support/scripted-health.ts';

/** How long a closing producer waits: for a turn that is nearly done, for its connections, and for a closer. */
const LAST_WAIT_MS = 1_000;
const LAST_CONNECTIONS_MS = 3_000;
const CLOSER_MS = 10_000;

test('a wait for a turn that is nearly done gets the finished turn', async () => {
  let closing = false;
  const model = await startScriptedHealth({
    HealthConsultantAgent: (request) =>
      answered(request, 'get_patient_record')
        ? { text: ['Almost ', 'done.'], before: () => expect.poll(() => closing).toBe(true) }
        : undefined,
  });
  const fleet = await startFleet({ env: { GEMINI_API_KEY: 'test', GEMINI_BASE_URL: model.url } });
  onTestFinished(() => model.close());
  const waiting = fleet.say('How is my blood pressure?');
  await expect.poll(() => model.asked('HealthConsultantAgent')).toBe(2);
  const limits = holdTimers(LAST_WAIT_MS, LAST_CONNECTIONS_MS, CLOSER_MS);
  const closed = fleet.close();
  closing = true;
  expect(await waiting).toMatchObject({ status: 'completed', reply: 'Almost done.' });
  limits.release();
  await closed;
});

test('a wait for a turn that is not gets its receipt, an event stream its end, and the process is not held up', async () => {
  const fleet = await startFleet({ roles: [] });
  const waiting = fleet.call('POST', '/v1/turns?wait=60', { text: 'My knee', patient_id: 'p1', session_id: 's1' });
  const turns = async () => (await fleet.call('GET', '/v1/turns?session_id=s1')).body.turns as { turn_id: string }[];
  await expect.poll(turns).toHaveLength(1);
  const turnId = String((await turns())[0]?.turn_id);
  let seen = 0;
  const streaming = fleet.events(turnId, {
    stop: () => {
      seen += 1;
      return false;
    },
  });
  await expect.poll(() => seen).toBe(1);
  // These two would end it by force: it must not need them.
  holdTimers(LAST_CONNECTIONS_MS, CLOSER_MS);
  await fleet.close();
  expect(await waiting).toMatchObject({ status: 202, body: { turn_id: turnId, status: 'queued' } });
  // It ended in good order, without `done`: the client comes back with its last id.
  expect((await streaming).map(({ kind }) => kind)).toEqual(['queued']);
  await expect(apiClient(fleet.url).call('GET', '/healthz')).rejects.toThrow();
});

/** Triggers through the API, and one that was due while no worker ran. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startWorkers } from '../../../workers/start-workers.ts';
import { expectProblem } from '../../producers/http/expect-problem.ts';
import { type Fleet, startFleet } from '../../support/fleet.ts';

let fleet: Fleet;
let agent_id: string;
beforeAll(async () => {
  fleet = await startFleet({ roles: [] });
  const made = await fleet.call('POST', '/v1/agents', {
    user_id: 'dr-wren',
    session_id: 'wren',
    name: 'Wren Research',
    description: 'Follows wrens.',
    message: 'Begin.',
  });
  agent_id = String(made.body.id);
});
afterAll(() => fleet.close());

const make = (schedule: string, more: object = {}) =>
  fleet.call('POST', '/v1/triggers', { agent_id, schedule, instruction: 'Look for wrens.', ...more });
const delayed = async () => (await fleet.queue('trigger').getDelayed()).length;

test('the queue follows when a trigger is created, changed, paused, resumed and cancelled', async () => {
  const made = await make('every Monday at 8', { timezone: 'Europe/Berlin' });
  expect([made.status, made.body.status, made.body.when]).toEqual([
    201,
    'pending',
    { kind: 'cron', pattern: '0 8 * * 1', timezone: 'Europe/Berlin' },
  ]);
  const url = `/v1/triggers/${made.body.id}`;
  expect(await delayed()).toBe(1);
  const change = (body: object) => fleet.call('PATCH', url, body);
  expect((await change({ paused: true })).body).toMatchObject({ paused: true, fire_at: null });
  expect(await delayed()).toBe(0);
  expect((await change({ paused: false, schedule: 'daily' })).body).toMatchObject({ schedule: 'daily', paused: false });
  expect(await delayed()).toBe(1);
  expect((await fleet.call('DELETE', url)).body).toMatchObject({ status: 'cancelled', fire_at: null });
  expect(await delayed()).toBe(0);
  expectProblem(await change({ paused: false }), 409, 'conflict');
  expect((await fleet.call('GET', `/v1/triggers?user_id=dr-wren`)).body.triggers).toHaveLength(1);
});

test('a changed trigger keeps its own time zone unless another is given', async () => {
  const made = await make('+1 week', { timezone: 'Asia/Kathmandu' });
  const when = async (body: object) => (await fleet.call('PATCH', `/v1/triggers/${made.body.id}`, body)).body.when;
  const daily = { kind: 'cron', pattern: '0 9 * * *' };
  expect(await when({ schedule: 'daily at 9' })).toEqual({ ...daily, timezone: 'Asia/Kathmandu' });
  expect(await when({ timezone: 'Europe/Berlin' })).toEqual({ ...daily, timezone: 'Europe/Berlin' });
  expect(await when({ instruction: 'Look for owls.' })).toEqual({ ...daily, timezone: 'Europe/Berlin' });
  const monday = { kind: 'cron', pattern: '0 8 * * 1' };
  expect(await when({ schedule: 'every Monday at 8' })).toEqual({ ...monday, timezone: 'Europe/Berlin' });
  await fleet.call('DELETE', `/v1/triggers/${made.body.id}`);
});

test('the same Idempotency-Key makes one trigger', async () => {
  const send = () =>
    fleet.call(
      'POST',
      '/v1/triggers',
      { agent_id, schedule: '+1 week', instruction: 'Look again.' },
      { 'Idempotency-Key': 'k' },
    );
  expect((await send()).body.id).toBe((await send()).body.id);
  expect(await delayed()).toBe(1);
});

test('nobody writes into an agent’s mailbox as a user, or speaks to its team', async () => {
  const turn = { text: 'Hello', patient_id: 'dr-wren' };
  expectProblem(await fleet.call('POST', '/v1/turns', { ...turn, session_id: `agent-${agent_id}` }), 422, 'invalid');
  expectProblem(await fleet.call('POST', '/v1/turns', { ...turn, team: 'researcher' }), 422, 'invalid');
});

test('an invalid schedule is refused with what to write instead', async () => {
  expect(expectProblem(await make('when pigs fly'), 422, 'invalid').detail).toMatch(/every Monday at 8/);
  expectProblem(await make('weekly', { timezone: 'Mars/Base' }), 422, 'invalid');
  expectProblem(await make('weekly', { agent_id: 'nobody' }), 404, 'not_found');
  expectProblem(await fleet.call('GET', '/v1/triggers/nothing'), 404, 'not_found');
  expectProblem(await fleet.call('GET', '/v1/triggers'), 422, 'invalid');
});

test('a trigger that was due while the fleet was down fires once when it is back', async () => {
  let made = await make(new Date(Date.now() + 500).toISOString());
  // On a busy machine the time may be in the past when it is parsed, and is refused then.
  for (let ahead = 1_000; made.status !== 201; ahead *= 2)
    made = await make(new Date(Date.now() + ahead).toISOString());
  const state = async () => (await fleet.call('GET', `/v1/triggers/${made.body.id}`)).body;
  await expect.poll(async () => Date.parse(String((await state()).fire_at)) < Date.now()).toBe(true);
  expect(await state()).toMatchObject({ status: 'pending', fired: 0 });
  await startWorkers(fleet.base, ['trigger']);
  await expect.poll(state).toMatchObject({ status: 'completed', fired: 1 });
});

/** GET /v1/schedules: what a schedule means, before anything is planned with it. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { apiClient } from '../../support/api.ts';
import { type Fleet, startFleet } from '../../support/fleet.ts';
import { expectProblem } from '../http/expect-problem.ts';

const READER = 'schedules-reader-token-0001';
const OTHER = 'schedules-other-token-0002';

let fleet: Fleet;
beforeAll(async () => {
  const API_TOKENS = `clinic[research:read]:${READER},clinic[turns:read]:${OTHER}`;
  fleet = await startFleet({ roles: [], env: { API_TOKENS } });
});
afterAll(() => fleet.close());

const preview = (query: Record<string, string>, token = READER) =>
  apiClient(fleet.url, token).call('GET', `/v1/schedules?${new URLSearchParams(query)}`);

test('a schedule in words is answered with its next times, on the clock of whoever plans', async () => {
  const { status, body } = await preview({ schedule: 'every Monday at 8', timezone: 'Asia/Tokyo' });
  const next = (body.next as string[]).map((time) => new Date(time));
  expect([status, body.when]).toEqual([200, { kind: 'cron', pattern: '0 8 * * 1', timezone: 'Asia/Tokyo' }]);
  expect(next).toHaveLength(3);
  for (const [index, time] of next.entries()) {
    // Eight in Tokyo is 23:00 UTC of the day before.
    expect([time.getUTCDay(), time.getUTCHours()]).toEqual([0, 23]);
    expect(time.getTime()).toBeGreaterThan(next[index - 1]?.getTime() ?? Date.now());
  }
});

test('a cron pattern is a schedule too, and a single time has one', async () => {
  expect((await preview({ schedule: '30 6 * * *' })).body.next).toHaveLength(3);
  expect((await preview({ schedule: '+1 week' })).body.next).toHaveLength(1);
});

test('what is not a schedule, not a timezone or missing is refused with a reason', async () => {
  for (const query of [{ schedule: 'whenever the moon likes' }, { schedule: 'daily', timezone: 'Moon/Crater' }, {}])
    expectProblem(await preview(query as Record<string, string>), 422, 'invalid');
});

test('a preview plans nothing, and needs the scope of those who may read plans', async () => {
  await preview({ schedule: 'daily' });
  expect(await fleet.queue('trigger').getDelayed()).toEqual([]);
  expectProblem(await preview({ schedule: 'daily' }, OTHER), 403, 'forbidden');
});

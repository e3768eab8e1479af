import { expect, test } from 'vitest';
import { MACHINA_MED_STATE } from '../../../src/teams/health/machina-med-state.ts';
import { toolContext, useTool } from './context.ts';

test('today is the user’s today, not the server’s', async () => {
  const user = { patient_id: 'P', user_id: 'U', user_location: { timezone: 'Asia/Tokyo' } };
  const state = { get: (key: string) => (key === MACHINA_MED_STATE ? user : undefined), set: () => {} };
  expect(await useTool('current_time', {}, toolContext({ state }))).toEqual({
    utc: '2025-03-10T23:30:00.000Z',
    local: '2025-03-11 08:30',
    weekday: 'Tuesday',
    timezone: 'Asia/Tokyo',
  });
});

test('without a known place the time is UTC', async () => {
  expect(await useTool('current_time', {}, toolContext())).toMatchObject({
    local: '2025-03-10 23:30',
    timezone: 'UTC',
  });
});

import { expect, test } from 'vitest';
import { toolContext, useTool } from './context.ts';

test('today is the user’s today, not the server’s', async () => {
  expect(await useTool('current_time', {}, toolContext({ timezone: 'Asia/Tokyo' }))).toEqual({
    utc: '2025-03-10T23:30:00.000Z',
    local: '2025-03-11 08:30',
    weekday: 'Tuesday',
    timezone: 'Asia/Tokyo',
  });
});

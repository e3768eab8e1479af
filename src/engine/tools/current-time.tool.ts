/** Now, as the user's clock shows it. */
import { z } from 'zod';
import { defineTool } from './tool.ts';

export const currentTime = defineTool({
  name: 'current_time',
  description: 'The current date and time where the user is. Use it for words like today, yesterday or last week.',
  input: z.object({}),
  output: z.object({
    utc: z.string(),
    local: z.string().describe('Year-month-day and time where the user is'),
    weekday: z.string(),
    timezone: z.string(),
  }),
  effect: 'read',
  async run(_input, { now, timezone }) {
    return {
      utc: now.toISOString(),
      // The Swedish locale formats dates as ISO dates.
      local: new Intl.DateTimeFormat('sv-SE', { timeZone: timezone, dateStyle: 'short', timeStyle: 'short' }).format(
        now,
      ),
      weekday: new Intl.DateTimeFormat('en', { timeZone: timezone, weekday: 'long' }).format(now),
      timezone,
    };
  },
});

/** Says when the user is busy, without saying with what. */
import { z } from 'zod';
import type { EventStore } from '../calendar/event-store.ts';
import { busyPeriods } from '../calendar/free-busy.ts';
import { isoIn } from '../calendar/zones.ts';
import { MAX_SHOWN, RangeFields, rangeOf } from './event-view.ts';
import { storeTool } from './store-tool.ts';

export const freeBusy = storeTool({
  name: 'free_busy',
  description: 'Says when the user is busy in a range, as merged periods.',
  input: z.object(RangeFields),
  output: z.object({
    free: z.boolean().describe('Nothing at all in the range'),
    busy: z.array(z.object({ start: z.string(), end: z.string(), type: z.enum(['BUSY', 'BUSY-TENTATIVE']) })),
  }),
  effect: 'read',
  async run(fields, store: EventStore, { owner, timezone }) {
    const range = rangeOf(fields, timezone);
    const busy = busyPeriods(await store.list(owner, range, timezone), range);
    return {
      free: busy.length === 0,
      busy: busy
        .slice(0, MAX_SHOWN)
        .map(({ from, to, type }) => ({ start: isoIn(from, timezone), end: isoIn(to, timezone), type })),
    };
  },
});

/** Shows the user's calendar. */
import { z } from 'zod';
import type { EventStore } from '../calendar/event-store.ts';
import { EventView, MAX_SHOWN, occurrenceView, RangeFields, rangeOf } from './event-view.ts';
import { storeTool } from './store-tool.ts';

export const listEvents = storeTool({
  name: 'list_events',
  description:
    'Lists what is in the calendar in a range of days or times, in order; each occurrence of a series is one.',
  input: z.object(RangeFields),
  output: z.object({ events: z.array(EventView), total: z.number() }),
  effect: 'read',
  async run(range, store: EventStore, { owner, timezone }) {
    const found = await store.list(owner, rangeOf(range, timezone), timezone);
    return { events: found.slice(0, MAX_SHOWN).map((one) => occurrenceView(one, timezone)), total: found.length };
  },
});

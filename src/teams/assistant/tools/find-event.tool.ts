/** Finds events by the words of their titles. */
import { z } from 'zod';
import type { EventStore } from '../calendar/event-store.ts';
import { EventView, MAX_SHOWN, occurrenceView } from './event-view.ts';
import { storeTool } from './store-tool.ts';

export const findEvent = storeTool({
  name: 'find_event',
  description:
    'Finds events by words of their titles: of each the next time from now on, or the last one if it is over.',
  input: z.object({ query: z.string().trim().min(1).max(200) }),
  output: z.object({
    upcoming: z.array(EventView),
    past: z.array(EventView).describe('Within the last year'),
  }),
  effect: 'read',
  async run({ query }, store: EventStore, { owner, now, timezone }) {
    const { upcoming, past } = await store.find(owner, query, now, timezone);
    const views = (found: typeof upcoming) => found.slice(0, MAX_SHOWN).map((one) => occurrenceView(one, timezone));
    return { upcoming: views(upcoming), past: views(past) };
  },
});

/** Removes an event, or one occurrence of a series. */
import { z } from 'zod';
import type { EventStore } from '../calendar/event-store.ts';
import { localTime } from '../calendar/times.ts';
import { EventId, EventView, eventView, OneOccurrence } from './event-view.ts';
import { storeTool } from './store-tool.ts';

export const cancelEvent = storeTool({
  name: 'cancel_event',
  description:
    'Removes an event from the calendar, or one occurrence of a series. If several events could be meant, ask the user first.',
  input: z.object({ event_id: EventId, occurrence: OneOccurrence.optional() }),
  output: z.object({ cancelled: z.enum(['event', 'occurrence']), event: EventView }),
  effect: 'write',
  async run({ event_id, occurrence }, store: EventStore, { owner, write, timezone }) {
    const original = occurrence && localTime(occurrence, timezone);
    const gone = await store.cancel(owner, event_id, original, write);
    if (!gone) return { error: 'There is no such event or occurrence; call list_events for the ids.' };
    return {
      cancelled: gone.wholeEvent ? ('event' as const) : ('occurrence' as const),
      event: eventView(gone.event, timezone),
    };
  },
});

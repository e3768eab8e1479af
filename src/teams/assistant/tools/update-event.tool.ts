/** Changes an event, or one occurrence of a series. */
import { z } from 'zod';
import type { EventStore } from '../calendar/event-store.ts';
import { localTime } from '../calendar/times.ts';
import { EventId, EventView, eventView, Minutes, OneOccurrence, Repeat, Time, Title } from './event-view.ts';
import { storeTool } from './store-tool.ts';

export const updateEvent = storeTool({
  name: 'update_event',
  description: 'Changes an event. Only what is given changes; with a new start and no end, it stays as long as it was.',
  input: z.object({
    event_id: EventId,
    occurrence: OneOccurrence.optional(),
    title: Title.optional(),
    start: Time.optional(),
    end: Time.optional(),
    duration_minutes: Minutes.optional(),
    repeat: Repeat.nullable().optional().describe('Of the whole series; null: it repeats no longer'),
    location: z.string().max(500).optional(),
    description: z.string().max(4000).optional(),
  }),
  output: z.object({ event: EventView }),
  effect: 'write',
  async run({ event_id, occurrence, title, start, end, duration_minutes, ...texts }, store: EventStore, context) {
    const { owner, write, timezone } = context;
    const event = await store.update(
      owner,
      { id: event_id, original: occurrence && localTime(occurrence, timezone) },
      { ...texts, ...(title && { summary: title }), times: { start, end, minutes: duration_minutes } },
      { ...write, zone: timezone },
    );
    return event
      ? { event: eventView(event, timezone) }
      : { error: 'There is no such event or occurrence; call list_events for the ids.' };
  },
});

/** Puts an event into the user's calendar. */
import { z } from 'zod';
import type { EventStore } from '../calendar/event-store.ts';
import { spanOf } from '../calendar/times.ts';
import { EventView, eventView, Minutes, Repeat, Time, Title } from './event-view.ts';
import { storeTool } from './store-tool.ts';

export const createEvent = storeTool({
  name: 'create_event',
  description:
    'Puts an event into the calendar. A start without an hour makes an event of whole days, during which the user counts as free.',
  input: z.object({
    title: Title,
    start: Time,
    end: Time.optional(),
    duration_minutes: Minutes.optional().describe('Instead of an end; an hour if neither is given'),
    repeat: Repeat.optional(),
    location: z.string().max(500).default(''),
    description: z.string().max(4000).default(''),
    tentative: z.boolean().default(false),
  }),
  output: z.object({
    status: z.enum(['created', 'already there']),
    event: EventView,
    overlaps: z.array(EventView).describe('Other events at the time of its first occurrence'),
  }),
  effect: 'write',
  async run({ title, start, end, duration_minutes, repeat = null, tentative, ...texts }, store: EventStore, context) {
    const { owner, write, timezone } = context;
    const times = { start, ...(end && { end }), ...(duration_minutes && { minutes: duration_minutes }) };
    const span = spanOf(times, timezone);
    const status = tentative ? ('tentative' as const) : ('confirmed' as const);
    const wish = { ...span, ...texts, summary: title, repeat, status, busy: span.zone !== null };
    const { event, isNew } = await store.create(owner, wish, write);
    const overlaps = await store.overlapping(owner, event, timezone);
    return {
      status: isNew ? ('created' as const) : ('already there' as const),
      event: eventView(event, timezone),
      overlaps: overlaps.map((one) => eventView(one.event, timezone)),
    };
  },
});

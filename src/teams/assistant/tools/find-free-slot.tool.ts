/** Finds time in the user's calendar. */
import { z } from 'zod';
import type { EventStore } from '../calendar/event-store.ts';
import { busyPeriods, freeSlots } from '../calendar/free-busy.ts';
import { isoIn } from '../calendar/zones.ts';
import { Minutes, RangeFields, rangeOf } from './event-view.ts';
import { storeTool } from './store-tool.ts';

const Hour = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$|^24:00$/, 'such as 09:00');

export const findFreeSlot = storeTool({
  name: 'find_free_slot',
  description: 'Finds the first stretches of free time in a range that are long enough.',
  input: z.object({
    ...RangeFields,
    minutes: Minutes.default(60).describe('How long it must be'),
    earliest: Hour.default('09:00').describe('Not before this time of the day'),
    latest: Hour.default('18:00').describe('Over by this time of the day'),
  }),
  output: z.object({ slots: z.array(z.object({ start: z.string(), end: z.string() })) }),
  effect: 'read',
  async run({ from, to, minutes, earliest, latest }, store: EventStore, { owner, now, timezone: zone }) {
    const asked = rangeOf({ from, to }, zone);
    const range = { from: Math.max(asked.from, now.getTime()), to: asked.to };
    if (range.to <= range.from) return { slots: [] };
    const busy = busyPeriods(await store.list(owner, range, zone), range);
    const hours = { from: msOf(earliest), to: msOf(latest) };
    const slots = freeSlots(busy, { range, length: minutes * 60_000, hours, zone });
    return { slots: slots.map((slot) => ({ start: isoIn(slot.from, zone), end: isoIn(slot.to, zone) })) };
  },
});

function msOf(hour: string): number {
  const [hours = 0, minutes = 0] = hour.split(':').map(Number);
  return (hours * 60 + minutes) * 60_000;
}

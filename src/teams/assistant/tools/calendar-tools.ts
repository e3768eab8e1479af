/** The tools of calendar_agent. */
import type { Tool } from '../../../engine/tools/tool.ts';
import type { EventStore } from '../calendar/event-store.ts';
import { cancelEvent } from './cancel-event.tool.ts';
import { createEvent } from './create-event.tool.ts';
import { findEvent } from './find-event.tool.ts';
import { findFreeSlot } from './find-free-slot.tool.ts';
import { freeBusy } from './free-busy.tool.ts';
import { listEvents } from './list-events.tool.ts';
import { updateEvent } from './update-event.tool.ts';

export function calendarTools(store: EventStore): Tool[] {
  return [
    createEvent(store),
    listEvents(store),
    findEvent(store),
    updateEvent(store),
    cancelEvent(store),
    freeBusy(store),
    findFreeSlot(store),
  ];
}

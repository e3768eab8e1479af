/** The calendar of a user. An event is found by its id; a series is one event, whose occurrences are known by their original start. */
import { AppError } from '../../../platform/errors.ts';
import type { RedisClient } from '../../../platform/lua.ts';
import { itemId } from '../store/item-id.ts';
import type { StoreKeys } from '../store/keys.ts';
import type { Owner } from '../store/owner.ts';
import { createUserItems } from '../store/user-items.ts';
import { matching, sameness } from '../store/words.ts';
import { cancelIn, type EventChanges, spanAt, updateIn } from './change-event.ts';
import { CalendarEvent, MAX_EVENT_CHARS, MAX_EVENTS, type Span } from './event.ts';
import { importInto } from './import-events.ts';
import { type Found, instantsOf, nextAndLast, type Occurrence, occurrencesIn, type Range } from './occurrences.ts';
import { parseRule } from './rule.ts';
import { checkSpan, movedSpan, type NewTimes } from './times.ts';

type Write = { key: string; now: Date };

export type NewEvent = Span &
  Pick<CalendarEvent, 'summary'> &
  Partial<Pick<CalendarEvent, 'description' | 'location' | 'busy' | 'status' | 'repeat'>>;

export type Cancelled = { event: CalendarEvent; wholeEvent: boolean };

export type EventStore = ReturnType<typeof createEventStore>;

export function createEventStore(parts: { redis: RedisClient; keys: StoreKeys }) {
  const items = createUserItems(parts, 'events', CalendarEvent, ({ id }) => id);

  return {
    read: items.read,

    async list(owner: Owner, range: Range, zone: string): Promise<Occurrence[]> {
      return occurrencesIn((await items.read(owner)).items, range, zone);
    },

    /** Events by words of their titles: of each the next occurrence, or the last one if there is none to come. */
    async find(owner: Owner, words: string, now: Date, zone: string): Promise<Found> {
      const { items: events } = await items.read(owner);
      return nextAndLast(
        matching(events, words, ({ summary }) => summary),
        now,
        zone,
      );
    },

    /** What else is at the time of the event's first occurrence and takes up time. */
    async overlapping(owner: Owner, event: CalendarEvent, zone: string): Promise<Occurrence[]> {
      const { start: from, end: to } = instantsOf(event, zone);
      if (!event.busy || to <= from) return [];
      const { items: events } = await items.read(owner);
      const others = events.filter((one) => one.id !== event.id && one.busy);
      return occurrencesIn(others, { from, to }, zone);
    },

    /** An event with the same title at the same time is not made again. */
    create(owner: Owner, wish: NewEvent, { key, now }: Write): Promise<{ event: CalendarEvent; isNew: boolean }> {
      return items.change<{ event: CalendarEvent; isNew: boolean }>(owner, key, (events) => {
        const known = events.find((event) => isSame(event, wish));
        if (known) return { answer: { event: known, isNew: false } };
        if (events.length >= MAX_EVENTS)
          throw new AppError('limit_reached', `The calendar has ${MAX_EVENTS} events, which is the limit.`);
        const id = itemId(key);
        const at = now.toISOString();
        const event = checked(
          CalendarEvent.parse({ ...wish, id, uid: `${id}@medfleet`, created_at: at, updated_at: at }),
        );
        return { put: [event], answer: { event, isNew: true } };
      });
    },

    /** `original`: one occurrence of a series. Null if there is no such event or occurrence. */
    update(
      owner: Owner,
      { id, original }: { id: string; original: string | undefined },
      { times, ...changes }: Omit<EventChanges, 'span'> & { times: NewTimes },
      { key, now, zone }: Write & { zone: string },
    ) {
      return items.change<CalendarEvent | null>(owner, key, (events) => {
        const event = events.find((one) => one.id === id);
        if (!event) return { answer: null };
        const span = movedSpan(spanAt(event, original), times, zone);
        const changed = updateIn(event, original, { ...changes, ...(span && { span }) }, now);
        return changed ? { put: [checked(changed)], answer: changed } : { answer: null };
      });
    },

    /** The event, or one occurrence of a series. Null if there is no such one. */
    cancel(owner: Owner, id: string, original: string | undefined, { key, now }: Write): Promise<Cancelled | null> {
      return items.change<Cancelled | null>(owner, key, (events) => {
        const event = events.find((one) => one.id === id);
        const left = event && cancelIn(event, original, now);
        if (!event || left === undefined) return { answer: null };
        return left === null
          ? { remove: [id], answer: { event, wholeEvent: true } }
          : { put: [checked(left)], answer: { event: left, wholeEvent: false } };
      });
    },

    /** Events of a file. The same file again changes nothing. */
    import: (owner: Owner, imported: readonly CalendarEvent[], { key }: Write) =>
      items.change(owner, key, (events) => importInto(events, imported)),

    erase: items.erase,
  };
}

function isSame(event: CalendarEvent, wish: NewEvent): boolean {
  return (
    sameness(event.summary) === sameness(wish.summary) &&
    event.start === wish.start &&
    event.zone === wish.zone &&
    event.repeat === (wish.repeat ?? null)
  );
}

function checked(event: CalendarEvent): CalendarEvent {
  checkSpan(event);
  for (const change of Object.values(event.changed)) checkSpan(change);
  if (event.repeat !== null) parseRule(event.repeat);
  if (JSON.stringify(event).length > MAX_EVENT_CHARS)
    throw new AppError('limit_reached', 'The event has too many changes; make a new one.');
  return event;
}

/** calendar_agent without a model: plain commands about days and events. Where several events fit it asks, and never guesses. */
import { asObject, readConversation } from '../../../engine/models/offline/conversation.ts';
import type { RuleAnswer } from '../../../engine/models/offline/rule.ts';
import { sameness, stemsOf } from '../store/words.ts';
import { agenda, eventLine, freeText, slotsText, whenOf } from './agenda-words.ts';
import { type CalendarCommand, readCalendarCommand } from './calendar-command.ts';
import type { Moment } from './date-words.ts';
import type { SpecialistRule } from './specialist.ts';
import { capital, joined } from './wording.ts';

export type EventView = {
  event_id: string;
  title: string;
  start: string;
  end: string;
  all_day: boolean;
  repeats: boolean;
  occurrence: string | null;
};
const MAX_TITLES = 10;
type Responses = ReadonlyMap<string, unknown>;
type Of<Kind extends CalendarCommand['kind']> = Extract<CalendarCommand, { kind: Kind }>;

export const CALENDAR_RULE: SpecialistRule = (request) => {
  const { text, responses } = readConversation(request);
  const moment = { now: new Date(request.context.now), timezone: request.context.timezone };
  const command = readCalendarCommand(text, moment);
  switch (command.kind) {
    case 'show':
      return once(responses, 'list_events', command.range, (result) =>
        agenda(eventsIn(result.events), command.range, moment),
      );
    case 'free':
      return once(responses, 'free_busy', command.range, (result) => freeText(result, command.range, moment));
    case 'slot':
      return once(responses, 'find_free_slot', { ...command.range, minutes: command.minutes }, (result) =>
        slotsText(result, moment),
      );
    case 'add':
      return add(command, responses, moment);
    case 'cancel':
      return cancel(command, responses, moment);
    case 'cancel all':
      return once(responses, 'list_events', command.range, (result) => notAll(eventsIn(result.events)));
    case 'find':
      return find(command.title, responses, moment);
    case 'move':
      return move(command, responses, moment);
    case 'incomplete':
      return {
        text:
          command.missing === 'time' ? 'When is it? Give me a day, and a time if it has one.' : 'What is it called?',
      };
    default:
      return null;
  }
};

function once(
  responses: Responses,
  name: string,
  args: object,
  say: (result: Record<string, unknown>) => string,
): RuleAnswer {
  if (!responses.has(name)) return { calls: [{ name, args: { ...args } }] };
  const result = asObject(responses.get(name));
  return { text: typeof result.error === 'string' ? result.error : say(result) };
}

function add({ kind: _kind, minutes, ...wish }: Of<'add'>, responses: Responses, moment: Moment): RuleAnswer {
  const args = { ...wish, ...(minutes && { duration_minutes: minutes }) };
  return once(responses, 'create_event', args, ({ status, event, overlaps }) => {
    const view = asObject(event) as EventView;
    if (status === 'already there')
      return `${capital(view.title)} is in your calendar already: ${whenOf(view, moment)}.`;
    const [other] = eventsIn(overlaps);
    const clash = other ? ` It overlaps with ${other.title}.` : '';
    const again = view.repeats ? ', and it repeats' : '';
    const past = !view.repeats && Date.parse(view.end) < moment.now.getTime() ? ' That is in the past.' : '';
    return `Added ${view.title} ${whenOf(view, moment)}${again}.${past}${clash}`;
  });
}

function cancel(command: Of<'cancel'>, responses: Responses, moment: Moment): RuleAnswer {
  if (responses.has('cancel_event'))
    return once(responses, 'cancel_event', {}, ({ cancelled, event }) => {
      const { title } = asObject(event) as EventView;
      const gone = asObject(responses.get('find_event') ?? responses.get('list_events'));
      const [meant] = choose([...eventsIn(gone.upcoming), ...eventsIn(gone.events)], command.title);
      const what = cancelled === 'event' && meant?.repeats ? `all of ${title}` : title;
      return `Cancelled ${what}${meant && cancelled === 'occurrence' ? ` ${whenOf(meant, moment)}` : ''}.`;
    });
  const [events, ask] = candidates(command, responses);
  if (ask) return ask;
  const meant = choose(events, command.title);
  const [only] = meant;
  if (!only) return { text: `I find no ${command.title} ${command.day ? 'on that day' : 'in your calendar'}.` };
  if (meant.length > 1) return { text: which(meant, moment) };
  if (only.repeats && !command.whole && command.day === null)
    return {
      text: `${capital(only.title)} repeats; the next one is ${whenOf(only, moment)}. Say "cancel ${only.title}" with its day for one of them, or "cancel all ${only.title}".`,
    };
  const one = only.repeats && !command.whole && only.occurrence ? { occurrence: only.occurrence } : {};
  return { calls: [{ name: 'cancel_event', args: { event_id: only.event_id, ...one } }] };
}

function move(command: Of<'move'>, responses: Responses, moment: Moment): RuleAnswer {
  if (responses.has('update_event'))
    return once(responses, 'update_event', {}, ({ event }) => {
      const view = asObject(event) as EventView;
      const [meant] = choose(candidates(command, responses)[0], command.title);
      const start = meant ? movedStart(meant, command) : view.start;
      return `Moved ${view.title}: it is ${whenOf({ ...view, start }, moment)} now.`;
    });
  const [events, ask] = candidates(command, responses);
  if (ask) return ask;
  const meant = choose(events, command.title);
  const [only] = meant;
  if (!only) return { text: `I find no ${command.title} ${command.day ? 'on that day' : 'in your calendar'}.` };
  if (meant.length > 1) return { text: which(meant, moment) };
  // Of a series only the next one moves.
  const one = only.occurrence ? { occurrence: only.occurrence } : {};
  return {
    calls: [{ name: 'update_event', args: { event_id: only.event_id, start: movedStart(only, command), ...one } }],
  };
}

/** An hour without a day keeps the day, a day without an hour keeps the hour. */
function movedStart({ start, all_day }: EventView, { to }: Of<'move'>): string {
  const hour = to.time ? `T${to.time}` : all_day ? '' : start.slice(10, 16);
  return `${to.date ?? start.slice(0, 10)}${hour}`;
}

/** Nothing is cancelled by a word such as everything. */
function notAll(events: readonly EventView[]): string {
  const titles = [...new Set(events.map(({ title }) => title))].slice(0, MAX_TITLES);
  if (titles.length === 0) return 'There is nothing to cancel.';
  return `I cancel one event at a time, so that none is lost by mistake. Which one: ${joined(titles, 'or')}?`;
}

/** Null: an event that is not in the calendar may be one of the world. */
function find(title: string, responses: Responses, moment: Moment): RuleAnswer | null {
  const [events, ask] = candidates({ title, day: null }, responses);
  if (ask) return ask;
  const [next] = choose(events, title);
  return next
    ? { text: `${capital(next.title)} is ${whenOf(next, moment)}${next.repeats ? ', and it repeats' : ''}.` }
    : null;
}

/** The events to choose from, or the call that finds them. */
function candidates(
  { title, day }: { title: string; day: string | null },
  responses: Responses,
): [EventView[], RuleAnswer | null] {
  const name = day ? 'list_events' : 'find_event';
  if (!responses.has(name))
    return [[], { calls: [{ name, args: day ? { from: day, to: day } : { query: title.slice(0, 200) } }] }];
  const { events, upcoming } = asObject(responses.get(name));
  return [[...eventsIn(events), ...eventsIn(upcoming)], null];
}

/** Exact titles first; otherwise those that have all of the words. */
function choose(events: readonly EventView[], title: string): EventView[] {
  const same = events.filter((event) => sameness(event.title) === sameness(title));
  if (same.length > 0) return same;
  const stems = stemsOf(title);
  return events.filter((event) => {
    const has = new Set(stemsOf(event.title));
    return stems.every((stem) => has.has(stem));
  });
}

function which(events: readonly EventView[], moment: Moment): string {
  return ['Which one do you mean?', ...events.slice(0, 10).map((event) => eventLine(event, moment))].join('\n');
}

function eventsIn(value: unknown): EventView[] {
  return Array.isArray(value) ? (value as EventView[]) : [];
}

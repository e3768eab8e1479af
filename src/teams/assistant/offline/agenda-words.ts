/** What is in a calendar, in words. */
import type { AskedRange } from './calendar-command.ts';
import { dateWords, type Moment, onDate } from './date-words.ts';
import { capital, counted, joined } from './wording.ts';

type View = { title: string; start: string; end: string; all_day: boolean };

/** Hours of a time such as 2026-11-20T09:00:00+01:00. */
function hour(time: string): string {
  return time.slice(11, 16);
}

/** "on Friday, 20 November at 09:00". */
export function whenOf({ start, all_day }: Pick<View, 'start' | 'all_day'>, moment: Moment): string {
  const day = onDate(start.slice(0, 10), moment);
  return all_day || start.length === 10 ? day : `${day} at ${hour(start)}`;
}

export function eventLine(event: View, moment: Moment): string {
  return `- ${event.title} ${whenOf(event, moment)}`;
}

export function agenda(events: readonly View[], { from, to }: AskedRange, moment: Moment): string {
  const oneDay = from.slice(0, 10) === to.slice(0, 10);
  const span = oneDay ? onDate(from.slice(0, 10), moment) : spanWords(from, to, moment);
  if (events.length === 0) return `Nothing is in your calendar ${span}.`;
  const head = `You have ${counted(events.length, 'event')} ${span}:`;
  const time = (event: View) => (event.all_day ? 'all day' : `${hour(event.start)} to ${hour(event.end)}`);
  const day = (event: View) => (oneDay ? '' : `${capital(dateWords(event.start.slice(0, 10), moment))}, `);
  return [head, ...events.map((event) => `- ${day(event)}${time(event)}: ${event.title}`)].join('\n');
}

export function freeText(result: Record<string, unknown>, range: AskedRange, moment: Moment): string {
  const span = askedWords(range, moment);
  const busy = Array.isArray(result.busy) ? (result.busy as { start: string; end: string; type: string }[]) : [];
  if (busy.length === 0) return `Yes, you are free ${span}.`;
  const sameDay = range.from.slice(0, 10) === range.to.slice(0, 10);
  const periods = busy.slice(0, 10).map(({ start, end, type }) => {
    const day = sameDay ? '' : `${dateWords(start.slice(0, 10), moment)} `;
    return `${day}from ${hour(start)} to ${hour(end)}${type === 'BUSY-TENTATIVE' ? ' (not confirmed)' : ''}`;
  });
  return `Not all of the time ${span}: you are busy ${joined(periods)}.`;
}

export function slotsText(result: Record<string, unknown>, moment: Moment): string {
  const slots = Array.isArray(result.slots) ? (result.slots as { start: string; end: string }[]) : [];
  if (slots.length === 0) return 'I find no free time of that length there.';
  const line = ({ start, end }: { start: string; end: string }) =>
    `- ${capital(dateWords(start.slice(0, 10), moment))} from ${hour(start)} to ${hour(end)}`;
  return ['You are free:', ...slots.slice(0, 5).map(line)].join('\n');
}

function askedWords({ from, to }: AskedRange, moment: Moment): string {
  if (from.slice(0, 10) !== to.slice(0, 10)) return spanWords(from, to, moment);
  const hours = from.length > 10 ? ` from ${hour(from)} to ${hour(to)}` : '';
  return `${onDate(from.slice(0, 10), moment)}${hours}`;
}

function spanWords(from: string, to: string, moment: Moment): string {
  return `from ${dateWords(from.slice(0, 10), moment)} to ${dateWords(to.slice(0, 10), moment)}`;
}

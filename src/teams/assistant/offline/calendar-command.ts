/** What a sentence wants of a calendar. */
import { parseRule } from '../calendar/rule.ts';
import { dayOf, daysOf } from '../calendar/rule-days.ts';
import { DAY_MS, dayText, wallAt, wallOf } from '../calendar/zones.ts';
import { isHead, wordsIn } from './command.ts';
import { dayAfter, type Moment, today, weekdayOf } from './date-words.ts';
import { readRepeat } from './repeat.ts';
import { type DayPart, readWhen, type When } from './when.ts';
import { commandIn } from './wording.ts';

/** On the user's clock, as tools take them. */
export type AskedRange = { from: string; to: string };

export type CalendarCommand =
  | { kind: 'show'; range: AskedRange }
  | { kind: 'free'; range: AskedRange }
  | { kind: 'find'; title: string }
  | { kind: 'slot'; range: AskedRange; minutes: number }
  | { kind: 'add'; title: string; start: string; end?: string; minutes?: number; repeat?: string }
  | { kind: 'cancel'; title: string; day: string | null; whole: boolean }
  | { kind: 'cancel all'; range: AskedRange }
  /** Null: what is not said stays as it is. */
  | { kind: 'move'; title: string; day: string | null; to: { date: string | null; time: string | null } }
  | { kind: 'incomplete'; missing: 'title' | 'time' }
  | { kind: 'unclear' };

const CANCEL = /^(?:cancel|delete|remove|drop|call off) (.{1,300})$/i;
const WHOLE = /\b(?:all|every|whole|entire|series)\b/gi;
/** What is left of "cancel all my events" without "all". */
const NO_TITLE = /^(?:everything|it|of (?:it|them)|them|my|the|events?|appointments?|meetings?|things?| )*$/i;
/** Names of what a calendar holds: without another word they are no title. */
const COLLECTION = /\b(?:agenda|schedule|calendar|diary|appointments|events|meetings|free|busy|available)\b/gi;
/** Days ahead that are shown where all events were to be cancelled. */
const SHOWN_AHEAD = 30;
/** After "to" a number is an hour. */
const BARE_TIME = /^\d{1,2}(?::\d{2})?$/;
/** "When is the dentist?", "What time is the dentist on Friday?" */
const WHEN_IS = /^(?:when(?:'s| is| are)|(?:what|which|on which) (?:day|time|date) (?:is|are)) (.{1,200}?)\??$/i;
const MOVE = /^(?:move|reschedule|shift|postpone) (.{1,200}?) to (.{1,100})$/i;
const ADD = /^(?:add|book|schedule|create|put|make|set up|plan|enter)(?: me)? (.{1,400})$/i;
const IS_FREE =
  /^(?:am|are|is|will|would) (?:i|we) (?:be )?(?:still )?(?:free|available|busy)\b|^do (?:i|we) have time\b/i;
const WANTS_SLOT =
  /^(?:when (?:am|are) (?:i|we) (?:free|available)|find (?:me )?(?:a |an |some )?(?:free |half )?(?:slot|hour|time|gap))/i;
const ASKS =
  /^(?:what(?:'s| is| do i have| have i got| are my)|anything|show|list|my|do (?:i|we) have|have i got|is there|when is)\b|\b(?:agenda|schedule|calendar|appointments?|events?|meetings?)\b/i;
const FILLERS =
  /^(?:an? |the |my |new |event |events |appointment |meeting called |called |for ){1,4}|(?: (?:to|in|into|on|from) (?:my|the|our) (?:calendar|agenda|schedule)| (?:on|at|in|for|from|the|this|to|in the))+$/gi;
const HOURS: Readonly<Record<DayPart, readonly [string, string]>> = {
  morning: ['06:00', '12:00'],
  afternoon: ['12:00', '18:00'],
  evening: ['18:00', '23:00'],
  night: ['20:00', '23:59'],
};
const LENGTH = /\bfor (half an|an|a|one|\d{1,3}) ?(hours?|h|minutes?|mins?)\b/i;

export function readCalendarCommand(text: string, moment: Moment): CalendarCommand {
  const command = commandIn(text);
  const cancel = CANCEL.exec(command)?.[1];
  if (cancel) return cancelIn(cancel, moment);
  const move = MOVE.exec(command);
  const target = move?.[2] ? readWhen(move[2].replace(BARE_TIME, 'at $&'), moment) : null;
  if (move && target) return moveIn(move[1] ?? '', target, moment);
  if (IS_FREE.test(command)) return { kind: 'free', range: rangeIn(command, moment, true) };
  if (WANTS_SLOT.test(command))
    return { kind: 'slot', range: rangeIn(command, moment, false), minutes: minutesIn(command) ?? 60 };
  const sought = titleIn(WHEN_IS.exec(command)?.[1] ?? '');
  if (sought !== '' && !readWhen(command, moment)) return { kind: 'find', title: sought };
  const add = ADD.exec(command)?.[1];
  if (add) return addIn(add, moment);
  if (isAnnounced(command, moment)) return addIn(command, moment);
  return ASKS.test(command) || readWhen(command, moment)
    ? { kind: 'show', range: rangeIn(command, moment, false) }
    : { kind: 'unclear' };
}

function cancelIn(said: string, moment: Moment): CalendarCommand {
  const whole = WHOLE.test(said);
  WHOLE.lastIndex = 0;
  const when = readWhen(said.replace(WHOLE, ' '), moment);
  const title = titleIn((when?.rest ?? said).replace(WHOLE, ' '));
  const day = when?.hasDay ? when.date : null;
  if (NO_TITLE.test(title) && (whole || title !== '')) {
    const from = day ?? today(moment);
    return { kind: 'cancel all', range: { from, to: day ?? dayAfter(from, SHOWN_AHEAD) } };
  }
  if (title === '') return { kind: 'incomplete', missing: 'title' };
  return { kind: 'cancel', title, day, whole };
}

/** "Move the dentist on Friday to 4pm": the day before "to" says which one, and an hour alone leaves it on its day. */
function moveIn(said: string, to: When, moment: Moment): CalendarCommand {
  const which = readWhen(said, moment);
  const title = titleIn(which?.rest ?? said);
  if (title === '') return { kind: 'incomplete', missing: 'title' };
  return {
    kind: 'move',
    title,
    day: which?.hasDay ? which.date : null,
    to: { date: to.hasDay || !to.time ? to.date : null, time: to.time },
  };
}

/** "Meeting with Bob on Friday at 3": no command and no question, but a name and an hour. */
function isAnnounced(command: string, moment: Moment): boolean {
  if (command.endsWith('?') || isHead(wordsIn(command)[0]?.word ?? '')) return false;
  const when = readWhen(command, moment);
  return when?.time !== undefined && when.time !== null && titleIn(when.rest.replace(COLLECTION, ' ')) !== '';
}

function addIn(said: string, moment: Moment): CalendarCommand {
  const repeat = readRepeat(said);
  const when = readWhen(repeat ? repeat.rest : said, moment);
  const minutes = minutesIn(said);
  const title = titleIn((when?.rest ?? repeat?.rest ?? said).replace(LENGTH, ' '));
  if (title === '') return { kind: 'incomplete', missing: 'title' };
  if (!when && !repeat) return { kind: 'incomplete', missing: 'time' };
  const end = when?.end?.time ? `${when.end.date}T${when.end.time}` : when?.end?.date;
  const day = when && (when.hasDay || !repeat) ? when.date : today(moment);
  const first = repeat ? firstDay(repeat.rule, day, when?.time ?? null, moment) : day;
  return {
    kind: 'add',
    title,
    start: when?.time ? `${first}T${when.time}` : first,
    ...(end && !repeat && { end }),
    ...(minutes && when?.time && { minutes }),
    ...(repeat && { repeat: repeat.rule }),
  };
}

/** The first day of a rule from a day on whose hour has not passed. */
function firstDay(rule: string, from: string, time: string | null, { now, timezone }: Moment): string {
  const start = dayOf(Number(from.slice(0, 4)), Number(from.slice(5, 7)) - 1, Number(from.slice(8)));
  // From the day before: the start of a series always is one of its days.
  for (const day of daysOf(parseRule(rule.replace(/;INTERVAL=\d+/, '')), start - 1, start, start + 366)) {
    const text = dayText(day * DAY_MS);
    if (!time || wallOf(`${text}T${time}:00`) > wallAt(now.getTime(), timezone)) return text;
  }
  return from;
}

/** `narrow`: an hour that is asked for is an hour, and not its day. */
function rangeIn(command: string, moment: Moment, narrow: boolean): AskedRange {
  const now = today(moment);
  const toSunday = (7 - weekdayOf(now)) % 7;
  if (/\bnext week\b/i.test(command)) return { from: dayAfter(now, toSunday + 1), to: dayAfter(now, toSunday + 7) };
  if (/\b(?:this|the) week\b/i.test(command)) return { from: now, to: dayAfter(now, toSunday) };
  const saturday = (6 - weekdayOf(now) + 7) % 7;
  if (/\bweekend\b/i.test(command))
    return weekdayOf(now) === 0
      ? { from: now, to: now }
      : { from: dayAfter(now, saturday), to: dayAfter(now, saturday + 1) };
  const month = /\b(this|next) month\b/i.exec(command)?.[1]?.toLowerCase();
  if (month) return monthRange(now, month === 'next' ? 1 : 0);
  const when = readWhen(command, moment);
  if (!when) return { from: now, to: now };
  return spanOf(when, minutesIn(command) ?? 60, narrow);
}

function spanOf(when: When, minutes: number, narrow: boolean): AskedRange {
  const { date, time, end, part } = when;
  if (end) return { from: time ? `${date}T${time}` : date, to: end.time ? `${end.date}T${end.time}` : end.date };
  if (part && !time) return { from: `${date}T${HOURS[part][0]}`, to: `${date}T${HOURS[part][1]}` };
  if (!time || !narrow) return { from: date, to: date };
  const begin = wallOf(`${date}T${time}:00`);
  return { from: `${date}T${time}`, to: new Date(begin + minutes * 60_000).toISOString().slice(0, 16) };
}

function monthRange(now: string, ahead: number): AskedRange {
  const [year, month] = [Number(now.slice(0, 4)), Number(now.slice(5, 7)) - 1 + ahead];
  const first = dayText(dayOf(year, month, 1) * DAY_MS);
  return { from: ahead === 0 ? now : first, to: dayText((dayOf(year, month + 1, 1) - 1) * DAY_MS) };
}

function minutesIn(text: string): number | undefined {
  const [, amount = '', unit = ''] = LENGTH.exec(text) ?? [];
  if (!amount) return undefined;
  const one = /^(?:an|a|one)$/i.test(amount) ? 1 : /half/i.test(amount) ? 0.5 : Number(amount);
  return Math.round(/^h/i.test(unit) ? one * 60 : one) || undefined;
}

function titleIn(said: string): string {
  const plain = said.replace(/ {2,}/g, ' ').trim();
  return plain
    .replace(FILLERS, '')
    .replace(FILLERS, '')
    .replace(/^[,"' ]{1,5}|[,"'? ]{1,5}$/g, '')
    .slice(0, 200);
}

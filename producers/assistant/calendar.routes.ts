/**
 * /v1/calendars: the calendar of a user as iCalendar (RFC 5545), for calendar programs. Those that can send no header subscribe to a
 * secret address instead, which shows that one calendar and can be revoked.
 */
import type { Request, Response } from 'express';
import { z } from 'zod';
import { Timezone } from '../../src/engine/task/task.ts';
import { AppError } from '../../src/platform/errors.ts';
import type { Calendar, CalendarFile } from '../../src/teams/assistant/calendar/calendar.ts';
import { FEED_TOKEN } from '../../src/teams/assistant/calendar/feeds.ts';
import { defineRoute, type Route } from '../http/route.ts';
import { named } from '../http/schema-docs.ts';
import { id } from '../turns/turns.schemas.ts';

const TYPE = 'text/calendar';
/** Ten thousand events without attachments. */
const IMPORT_LIMIT_KB = 4_000;

const count = z.number().int();
const ImportFields = z.object({
  created: count,
  updated: count,
  unchanged: count.describe('Known already, or older than what is known'),
  left_out: count.describe('Beyond what a calendar may hold'),
  skipped: z.array(z.object({ uid: z.string(), reason: z.string() })).describe('Could not be understood; at most 100'),
});
const Imported = named('CalendarImport', ImportFields, {
  examples: [{ created: 12, updated: 0, unchanged: 0, left_out: 0, skipped: [] }],
});
const FeedFields = z.object({
  feed_url: z.string().describe('Below the address of this server. It is shown once; keep it secret'),
});
const Feed = named('CalendarFeed', FeedFields, {
  examples: [{ feed_url: '/v1/calendars/feed/9sB2kVYc0m1yQ0qH5n2tRkq7d3Jx8aLw.ics' }],
});
const CalendarText = named('CalendarFile', z.string().describe('iCalendar text'), {
  examples: ['BEGIN:VCALENDAR\r\nVERSION:2.0\r\nEND:VCALENDAR\r\n'],
});
const Revoked = named('RevokedFeed', z.object({ revoked: z.literal(true) }), { examples: [{ revoked: true }] });

export function calendarRoutes(calendar: Calendar, basePath: string): Route[] {
  const params = z.object({ user_id: id('Whose calendar') });
  return [
    defineRoute({
      method: 'get',
      path: '/v1/calendars/{user_id}.ics',
      operation: 'getCalendar',
      scope: 'calendar:read',
      summary: 'The calendar of a user as an iCalendar file',
      tag: 'Calendar',
      headers: { 'If-None-Match': 'The ETag of the file that the client has' },
      params,
      replies: { 200: { description: 'All events', type: TYPE }, 304: { description: 'Not changed', type: TYPE } },
      async handle({ params: { user_id }, principal: { tenant }, request, response }) {
        await send(await calendar.file({ tenant, user_id }), request, response);
        return undefined;
      },
    }),
    defineRoute({
      method: 'get',
      path: '/v1/calendars/feed/{token}.ics',
      operation: 'getCalendarFeed',
      scope: 'open',
      summary: 'The same file by its secret address, for calendar programs that send no token',
      tag: 'Calendar',
      headers: { 'If-None-Match': 'The ETag of the file that the client has' },
      params: z.object({ token: z.string().regex(FEED_TOKEN, 'must be as it was issued') }),
      replies: { 200: { description: 'All events', type: TYPE }, 304: { description: 'Not changed', type: TYPE } },
      async handle({ params: { token }, request, response }) {
        await send(await calendar.feedFile(token), request, response);
        return undefined;
      },
    }),
    defineRoute({
      method: 'post',
      path: '/v1/calendars/{user_id}/feed',
      operation: 'createCalendarFeed',
      scope: 'calendar:write',
      summary: 'Make a secret address for the calendar; the one before it ends',
      tag: 'Calendar',
      params,
      replies: { 200: { description: 'The address', schema: Feed } },
      async handle({ params: { user_id }, principal: { tenant } }) {
        const token = await calendar.issueFeed({ tenant, user_id });
        return { status: 200, body: { feed_url: `${basePath}/v1/calendars/feed/${token}.ics` } };
      },
    }),
    defineRoute({
      method: 'delete',
      path: '/v1/calendars/{user_id}/feed',
      operation: 'revokeCalendarFeed',
      scope: 'calendar:write',
      summary: 'Revoke the secret address',
      tag: 'Calendar',
      params,
      replies: { 200: { description: 'Revoked', schema: Revoked } },
      async handle({ params: { user_id }, principal: { tenant } }) {
        if (!(await calendar.revokeFeed({ tenant, user_id })))
          throw new AppError('not_found', 'This calendar has no secret address.');
        return { status: 200, body: { revoked: true } };
      },
    }),
    defineRoute({
      method: 'post',
      path: '/v1/calendars/{user_id}/import',
      operation: 'importCalendar',
      scope: 'calendar:write',
      summary: 'Import an iCalendar file; the same file again changes nothing',
      tag: 'Calendar',
      params,
      query: z.object({ timezone: Timezone.default('UTC').describe('Of times that have none') }),
      body: CalendarText,
      bodyTypes: [TYPE],
      bodyLimitKb: IMPORT_LIMIT_KB,
      takesBytes: true,
      replies: { 200: { description: 'What was imported; what was skipped, and why', schema: Imported } },
      async handle({ params: { user_id }, query: { timezone: zone }, principal: { tenant }, request }) {
        const owner = { tenant, user_id };
        const text = new TextDecoder().decode(request.body as Buffer);
        return { status: 200, body: await calendar.import(owner, text, zone) };
      },
    }),
  ];
}

/** Sent only if the client does not have it: programs ask again every few minutes. */
async function send(file: CalendarFile, request: Request, response: Response): Promise<void> {
  response.set({ ETag: file.etag, 'Cache-Control': 'private, no-cache' });
  if (hasAlready(request, file.etag)) {
    response.status(304).end();
    return;
  }
  response
    .status(200)
    .set({ 'Content-Type': `${TYPE}; charset=utf-8`, 'Content-Disposition': 'inline; filename="calendar.ics"' })
    .send(Buffer.from(await file.text()));
}

/** Not `request.fresh`: it is false for clients that send `Cache-Control: no-cache` with it, to have what they hold checked. */
function hasAlready(request: Request, etag: string): boolean {
  const held = (request.get('If-None-Match') ?? '').split(',').map((one) => one.trim().replace(/^W\//, ''));
  return held.includes(etag);
}

/** /v1/sessions: which conversations there are, one of them, and its events. */
import { z } from 'zod';
import { askerOf } from '../../src/engine/access/principal.ts';
import type { Keys } from '../../src/engine/task/keys.ts';
import type { RedisClient } from '../../src/platform/lua.ts';
import { defineRoute, type Route } from '../http/route.ts';
import type { EventHub } from './event-hub.ts';
import { createSessionDesk } from './session-desk.ts';
import { SessionMessage, SessionPage, SessionQuery, SessionView } from './sessions.schemas.ts';
import { streamEvents } from './sse.ts';
import { SessionId } from './turns.schemas.ts';

export function sessionRoutes(redis: RedisClient, keys: Keys, hub: EventHub, stopping: AbortSignal): Route[] {
  const desk = createSessionDesk(redis, keys);

  return [
    defineRoute({
      method: 'get',
      path: '/v1/sessions',
      operation: 'listSessions',
      scope: 'turns:read',
      summary: 'List the sessions of a patient or a user, latest activity first',
      tag: 'Sessions',
      query: SessionQuery,
      replies: { 200: { description: 'A page of sessions; it may be short and have another', schema: SessionPage } },
      async handle({ query: { cursor, ...by }, principal, request }) {
        // A key that is limited to some people is given the patient as its user; that is no wish to see their own messages only.
        const isFilledIn =
          by.patient_id !== undefined && principal.people !== null && request.query.user_id === undefined;
        const wanted = isFilledIn ? { ...by, user_id: undefined } : by;
        return { status: 200, body: await desk.list(askerOf(principal), wanted, cursor) };
      },
    }),
    defineRoute({
      method: 'get',
      path: '/v1/sessions/{id}',
      operation: 'getSession',
      scope: 'turns:read',
      summary: 'A session: its messages, its summary, its state',
      tag: 'Sessions',
      params: z.object({ id: SessionId }),
      replies: { 200: { description: 'The session', schema: SessionView } },
      async handle({ params, principal }) {
        const { tenant } = principal;
        const [session, messages, state] = await Promise.all([
          desk.find(askerOf(principal), params.id),
          redis.lrange(keys.messages(tenant, params.id), 0, -1),
          redis.hgetall(keys.session_state(tenant, params.id)),
        ]);
        const view: SessionView = {
          session_id: params.id,
          ...(session.kind === 'patient' && { patient_id: session.owner ?? '' }),
          user_id: session.user_id ?? '',
          team: session.team ?? '',
          created_at: session.created_at ?? '',
          // Reports of research agents go to the agent that talks to the user; the user sees that agent's answer.
          messages: messages
            .map((json) => JSON.parse(json) as { role: string })
            .filter(({ role }) => role !== 'event')
            .map((message) => SessionMessage.parse(message)),
          summary: summarize(session),
          state: Object.fromEntries(Object.entries(state).map(([key, json]) => [key, JSON.parse(json)])),
        };
        return { status: 200, body: view };
      },
    }),
    defineRoute({
      method: 'get',
      path: '/v1/sessions/{id}/events',
      operation: 'followSession',
      scope: 'turns:read',
      summary: 'Follow a session: messages that are not answers to a turn, such as what research agents have found',
      tag: 'Sessions',
      headers: { 'Last-Event-ID': 'Resume after this event' },
      params: z.object({ id: SessionId }),
      replies: { 200: { description: 'Server-Sent Events', type: 'text/event-stream' } },
      async handle({ params, principal, request, response }) {
        await desk.find(askerOf(principal), params.id);
        const follow = hub.followSession.bind(hub, { tenant: principal.tenant, id: params.id });
        await streamEvents({ follow, stopping }, request, response);
        return undefined;
      },
    }),
  ];
}

/** What happened, where the team notes it; else what the last facts were about. */
function summarize(session: Record<string, string>): string {
  const turns = Number(session.turns ?? 0);
  const topics = JSON.parse(session.topics ?? '[]') as string[];
  const happened = JSON.parse(session.happened ?? '[]') as { said: string }[];
  const count = `${turns} ${turns === 1 ? 'turn' : 'turns'}`;
  if (happened.length > 0) return `${count}. ${happened.map(({ said }) => said).join(' ')}`;
  return topics.length === 0 ? `${count}; no facts yet.` : `${count}; last about ${topics.join(', ')}.`;
}

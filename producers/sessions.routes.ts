/** /v1/sessions: a conversation, as it stands. */
import { z } from 'zod';
import { AppError } from '../src/platform/errors.ts';
import type { Keys } from '../src/platform/keys.ts';
import type { RedisClient } from '../src/platform/lua.ts';
import type { EventHub } from './event-hub.ts';
import { defineRoute, type Route } from './route.ts';
import { streamEvents } from './sse.ts';
import { SessionId } from './turns.schemas.ts';

const SessionMessage = z.object({
  role: z.enum(['user', 'assistant']),
  text: z.string(),
  agent: z.string().optional(),
  turn_id: z.string(),
  at: z.string(),
});

const SessionView = z.object({
  session_id: z.string(),
  patient_id: z.string(),
  user_id: z.string(),
  team: z.string(),
  created_at: z.string(),
  messages: z.array(SessionMessage).describe('The last 200'),
  summary: z.string().describe('What the conversation has been about'),
  state: z.record(z.string(), z.unknown()),
});

export function sessionRoutes(redis: RedisClient, keys: Keys, hub: EventHub, stopping: AbortSignal): Route[] {
  return [
    defineRoute({
      method: 'get',
      path: '/v1/sessions/{id}',
      summary: 'A session: its messages, its summary, its state',
      tag: 'Sessions',
      params: z.object({ id: SessionId }),
      replies: { 200: { description: 'The session', schema: SessionView } },
      async handle({ params, tenant }) {
        const [session, messages, state] = await Promise.all([
          redis.hgetall(keys.session(tenant, params.id)),
          redis.lrange(keys.messages(tenant, params.id), 0, -1),
          redis.hgetall(keys.sessionState(tenant, params.id)),
        ]);
        if (!session.patient_id) throw new AppError('not_found', 'There is no such session.');
        const view: z.infer<typeof SessionView> = {
          session_id: params.id,
          patient_id: session.patient_id,
          user_id: session.user_id ?? '',
          team: session.team ?? '',
          created_at: session.created_at ?? '',
          // What an agent reported is for the agent that speaks to the user, who sees what was made of it.
          messages: messages
            .map((json) => JSON.parse(json) as { role: string })
            .filter(({ role }) => role !== 'event')
            .map((message) => SessionMessage.parse(message)),
          summary: summarize(Number(session.turns ?? 0), JSON.parse(session.topics ?? '[]') as string[]),
          state: Object.fromEntries(Object.entries(state).map(([key, json]) => [key, JSON.parse(json)])),
        };
        return { status: 200, body: view };
      },
    }),
    defineRoute({
      method: 'get',
      path: '/v1/sessions/{id}/events',
      summary:
        'Follow a session: messages that it is told without having asked, such as what research agents have found',
      tag: 'Sessions',
      headers: { 'Last-Event-ID': 'Resume after this event' },
      params: z.object({ id: SessionId }),
      replies: { 200: { description: 'Server-Sent Events', type: 'text/event-stream' } },
      async handle({ params, tenant, request, response }) {
        if ((await redis.exists(keys.session(tenant, params.id))) === 0)
          throw new AppError('not_found', 'There is no such session.');
        const follow = hub.followSession.bind(hub, { tenant, id: params.id });
        await streamEvents({ follow, stopping }, request, response);
        return undefined;
      },
    }),
  ];
}

function summarize(turns: number, topics: string[]): string {
  const count = `${turns} ${turns === 1 ? 'turn' : 'turns'}`;
  return topics.length === 0 ? `${count}; no facts yet.` : `${count}; last about ${topics.join(', ')}.`;
}

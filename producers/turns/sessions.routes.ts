/** /v1/sessions: one conversation, and its events. */
import { z } from 'zod';
import { type Asker, askerOf, mayAskFor } from '../../src/engine/access/principal.ts';
import type { Keys } from '../../src/engine/task/keys.ts';
import { AppError } from '../../src/platform/errors.ts';
import type { RedisClient } from '../../src/platform/lua.ts';
import { defineRoute, type Route } from '../http/route.ts';
import { named } from '../http/schema-docs.ts';
import type { EventHub } from './event-hub.ts';
import { streamEvents } from './sse.ts';
import { SESSION } from './turns.examples.ts';
import { SessionId } from './turns.schemas.ts';

const SessionMessage = z.object({
  role: z.enum(['user', 'assistant']),
  text: z.string(),
  agent: z.string().optional(),
  turn_id: z.string(),
  at: z.string(),
});

const SessionFields = z.object({
  session_id: z.string(),
  patient_id: z.string().optional(),
  user_id: z.string(),
  team: z.string(),
  created_at: z.string(),
  messages: z.array(SessionMessage).describe('The last 200'),
  summary: z.string().describe('The number of turns and the latest topics'),
  state: z.record(z.string(), z.unknown()),
});

const SessionView = named('Session', SessionFields, { description: 'A conversation.', examples: [SESSION] });

export function sessionRoutes(redis: RedisClient, keys: Keys, hub: EventHub, stopping: AbortSignal): Route[] {
  /** A session that the asker may not see is answered like one that does not exist. */
  async function sessionHash(asker: Asker, id: string): Promise<Record<string, string>> {
    const session = await redis.hgetall(keys.session(asker.tenant, id));
    const owner = {
      tenant: asker.tenant,
      user_id: session.user_id ?? '',
      people: [session.owner, ...mentioned(session)],
    };
    if (!session.owner || !mayAskFor(asker, owner)) throw new AppError('not_found', 'There is no such session.');
    return session;
  }

  return [
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
          sessionHash(askerOf(principal), params.id),
          redis.lrange(keys.messages(tenant, params.id), 0, -1),
          redis.hgetall(keys.session_state(tenant, params.id)),
        ]);
        const view: z.infer<typeof SessionView> = {
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
        await sessionHash(askerOf(principal), params.id);
        const follow = hub.followSession.bind(hub, { tenant: principal.tenant, id: params.id });
        await streamEvents({ follow, stopping }, request, response);
        return undefined;
      },
    }),
  ];
}

/** People whom its turns have named, where its team has no subject. */
function mentioned(session: Record<string, string>): string[] {
  return Object.keys(session).flatMap((field) => (field.startsWith('about:') ? [field.slice('about:'.length)] : []));
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

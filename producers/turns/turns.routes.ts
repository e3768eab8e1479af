/** /v1/turns: send a message, read the turn, follow its events, cancel it. */
import type { Response } from 'express';
import { z } from 'zod';
import { type Asker, askerOf } from '../../src/engine/access/principal.ts';
import { ENDED_STATUSES } from '../../src/engine/task/task.ts';
import { idempotencyKeyOf } from '../http/idempotency-key.ts';
import { isRedisOutage } from '../http/problem.ts';
import { defineRoute, type Route } from '../http/route.ts';
import type { EventHub } from './event-hub.ts';
import type { Obstacles } from './obstacles.ts';
import { STREAM_REPLIES, streamEvents } from './sse.ts';
import type { Taken, TurnDesk } from './turn-desk.ts';
import { TurnView } from './turn-view.ts';
import { ListQuery, NewTurn, TurnPage, TurnParams, TurnReceipt, WaitQuery } from './turns.schemas.ts';
import { waitForEnd } from './wait-for-end.ts';

/** `stopping` is aborted when the process closes; requests that wait for a turn are then answered. */
export function turnRoutes(
  desk: TurnDesk,
  hub: EventHub,
  obstacles: Obstacles,
  stopping: AbortSignal,
  basePath: string,
): Route[] {
  /** The turn after the wait; null if Redis became unreachable meanwhile, because the turn is admitted all the same. */
  async function waited(asker: Asker, taken: Taken, ms: number, response: Response): Promise<TurnView | null> {
    try {
      await waitForEnd(hub, taken.turnId, ms, response, stopping);
      return await desk.find(asker, taken.turnId);
    } catch (error) {
      if (isRedisOutage(error)) return null;
      throw error;
    }
  }

  return [
    defineRoute({
      method: 'post',
      path: '/v1/turns',
      operation: 'createTurn',
      scope: 'turns:write',
      summary: 'Send a message',
      tag: 'Turns',
      headers: { 'Idempotency-Key': 'The same key and body give the same turn; 24 hours' },
      query: WaitQuery,
      body: NewTurn,
      replies: {
        200: {
          description: 'The finished turn (with ?wait), or the turn that this Idempotency-Key created before',
          schema: z.union([TurnView, TurnReceipt]),
        },
        202: { description: 'Accepted; with ?wait, not finished by then', schema: TurnReceipt },
      },
      async handle({ body, query, principal, request, response }) {
        const key = idempotencyKeyOf(request);
        const taken = await desk.take(askerOf(principal), body, key);
        const url = `${basePath}/v1/turns/${taken.turnId}`;
        const turn = query.wait ? await waited(askerOf(principal), taken, query.wait * 1000, response) : null;
        if (turn && ENDED_STATUSES.has(turn.status)) return { status: 200, body: turn, headers: { Location: url } };
        const receipt: z.infer<typeof TurnReceipt> = {
          turn_id: taken.turnId,
          session_id: taken.sessionId,
          status: turn?.status ?? taken.status,
          events_url: `${url}/events`,
          result_url: url,
        };
        return { status: taken.isNew || query.wait ? 202 : 200, body: receipt, headers: { Location: url } };
      },
    }),
    defineRoute({
      method: 'get',
      path: '/v1/turns',
      operation: 'listTurns',
      scope: 'turns:read',
      summary: 'List the turns of a session or a patient, newest first',
      tag: 'Turns',
      query: ListQuery,
      replies: { 200: { description: 'A page of turns', schema: TurnPage } },
      async handle({ query, principal }) {
        return { status: 200, body: await desk.list(askerOf(principal), query, query.cursor) };
      },
    }),
    defineRoute({
      method: 'get',
      path: '/v1/turns/{id}',
      operation: 'getTurn',
      scope: 'turns:read',
      summary: 'One turn in its current state',
      tag: 'Turns',
      params: TurnParams,
      replies: { 200: { description: 'The turn', schema: TurnView } },
      async handle({ params, principal }) {
        return { status: 200, body: await desk.find(askerOf(principal), params.id) };
      },
    }),
    defineRoute({
      method: 'get',
      path: '/v1/turns/{id}/events',
      operation: 'followTurn',
      scope: 'turns:read',
      summary: 'Follow a turn: queued, waiting, alarm, routed, tool, delta, reset, reply, facts, error, done',
      tag: 'Turns',
      headers: { 'Last-Event-ID': 'Resume after this event' },
      params: TurnParams,
      replies: STREAM_REPLIES,
      async handle({ params, principal, request, response }) {
        const turn = await desk.find(askerOf(principal), params.id);
        const ended = ENDED_STATUSES.has(turn.status)
          ? { doneData: JSON.stringify({ turn_id: params.id, status: turn.status }) }
          : {};
        const follow = hub.follow.bind(hub, params.id);
        const watch = (tell: Parameters<Obstacles['follow']>[1]) => obstacles.follow(turn.team, tell);
        await streamEvents({ follow, ...ended, obstacles: watch, stopping }, request, response);
        return undefined;
      },
    }),
    defineRoute({
      method: 'delete',
      path: '/v1/turns/{id}',
      operation: 'cancelTurn',
      scope: 'turns:write',
      summary: 'Cancel a turn that has not ended',
      tag: 'Turns',
      params: TurnParams,
      replies: { 202: { description: 'The turn ends as cancelled', schema: TurnView } },
      async handle({ params, principal }) {
        const asker = askerOf(principal);
        await desk.cancel(asker, params.id);
        return { status: 202, body: await desk.find(asker, params.id) };
      },
    }),
  ];
}

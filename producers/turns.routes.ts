/** /v1/turns: say something, see what became of it, follow it while it happens, call it off. */
import { ENDED_STATUSES, TurnView } from '../src/memory/turn.ts';
import { AppError } from '../src/platform/errors.ts';
import type { EventHub } from './event-hub.ts';
import { defineRoute, type Route } from './route.ts';
import { streamEvents } from './sse.ts';
import type { TurnDesk } from './turn-desk.ts';
import { ListQuery, NewTurn, TurnPage, TurnParams, TurnReceipt, WaitQuery } from './turns.schemas.ts';
import { waitForEnd } from './wait-for-end.ts';

export function turnRoutes(desk: TurnDesk, hub: EventHub): Route[] {
  return [
    defineRoute({
      method: 'post',
      path: '/v1/turns',
      summary: 'Send a message',
      tag: 'Turns',
      headers: { 'Idempotency-Key': 'The same key and body give the same turn; 24 hours' },
      query: WaitQuery,
      body: NewTurn,
      replies: {
        200: {
          description: 'The finished turn (with ?wait), or the turn that this Idempotency-Key made before',
          schema: TurnView,
        },
        202: { description: 'Taken in', schema: TurnReceipt },
      },
      async handle({ body, query, tenant, request, response }) {
        const key = request.get('Idempotency-Key');
        if (key !== undefined && (key.length === 0 || key.length > 255))
          throw new AppError('malformed', 'An Idempotency-Key has 1 to 255 characters.');
        const taken = await desk.take(tenant, body, key);
        if (query.wait) await waitForEnd(hub, taken.turnId, query.wait * 1000, response);
        const turn = await desk.find(tenant, taken.turnId);
        const location = { Location: `/v1/turns/${turn.turn_id}` };
        if (query.wait && ENDED_STATUSES.has(turn.status)) return { status: 200, body: turn, headers: location };
        const receipt = {
          turn_id: turn.turn_id,
          session_id: turn.session_id,
          status: turn.status,
          events_url: `/v1/turns/${turn.turn_id}/events`,
          result_url: `/v1/turns/${turn.turn_id}`,
        };
        return { status: taken.isNew ? 202 : 200, body: receipt, headers: location };
      },
    }),
    defineRoute({
      method: 'get',
      path: '/v1/turns',
      summary: 'List the turns of a session or a patient, newest first',
      tag: 'Turns',
      query: ListQuery,
      replies: { 200: { description: 'A page of turns', schema: TurnPage } },
      async handle({ query, tenant }) {
        return { status: 200, body: await desk.list(tenant, query, query.cursor) };
      },
    }),
    defineRoute({
      method: 'get',
      path: '/v1/turns/{id}',
      summary: 'One turn, as it stands',
      tag: 'Turns',
      params: TurnParams,
      replies: { 200: { description: 'The turn', schema: TurnView } },
      async handle({ params, tenant }) {
        return { status: 200, body: await desk.find(tenant, params.id) };
      },
    }),
    defineRoute({
      method: 'get',
      path: '/v1/turns/{id}/events',
      summary: 'Follow a turn: queued, routed, tool, delta, reset, reply, facts, done',
      tag: 'Turns',
      headers: { 'Last-Event-ID': 'Resume after this event' },
      params: TurnParams,
      replies: { 200: { description: 'Server-Sent Events', type: 'text/event-stream' } },
      async handle({ params, tenant, request, response }) {
        const turn = await desk.find(tenant, params.id);
        await streamEvents(hub, params.id, ENDED_STATUSES.has(turn.status) ? turn.status : null, request, response);
        return undefined;
      },
    }),
    defineRoute({
      method: 'delete',
      path: '/v1/turns/{id}',
      summary: 'Cancel a turn that has not ended',
      tag: 'Turns',
      params: TurnParams,
      replies: { 202: { description: 'The turn ends as cancelled', schema: TurnView } },
      async handle({ params, tenant }) {
        await desk.cancel(tenant, params.id);
        return { status: 202, body: await desk.find(tenant, params.id) };
      },
    }),
  ];
}

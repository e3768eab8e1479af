/** Who calls over A2A, as the SDK carries a user through a call: with the principal, and with the connection that is answered. */
import type { ServerCallContext, User } from '@a2a-js/sdk/server';
import type { Request, Response } from 'express';
import { askerOf, mayAskFor, mayCall, type Principal } from '../../src/engine/access/principal.ts';
import { ownerOf, type TaskRequest } from '../../src/engine/task/task.ts';
import { FUNCTIONS_TEAM } from '../../src/functions/functions-team.ts';
import { originOf } from '../../src/interop/a2a/task-view.ts';
import { AppError } from '../../src/platform/errors.ts';
import { isStillAllowed, principalOf } from '../access/auth.ts';
import { lastEventId } from '../turns/sse.ts';

export type Caller = User & {
  principal: Principal;
  /** Whose address was called, if it was that of a team. */
  team: string | undefined;
  response: Response;
  /** Of the stream that it resumes; '' if it does not. */
  lastEventId: string;
  /** Of the next event that is written to the response. */
  eventId: string | undefined;
  /** Why the call failed, if not because of what was sent. */
  failed: boolean;
  /** Whether its token is still valid. */
  isStillAllowed(): Promise<boolean>;
};

const callers = new WeakMap<Request, Caller>();

/** The same object for every middleware of a request. */
export function callerOf(request: Request): Caller {
  const known = callers.get(request);
  if (known) return known;
  const principal = principalOf(request);
  const caller: Caller = {
    isAuthenticated: true,
    userName: principal.subject ?? principal.tenant,
    principal,
    team: /^\/a2a\/([^/]+)\/(?:jsonrpc|rest)$/.exec(request.baseUrl)?.[1],
    response: request.res as Response,
    lastEventId: lastEventId(request),
    eventId: undefined,
    failed: false,
    isStillAllowed: () => isStillAllowed(request),
  };
  callers.set(request, caller);
  return caller;
}

/** The tenant is the token's. A request that names another is refused, in the same words whether there is such a tenant or not. */
export function callerIn(context: ServerCallContext, tenant: unknown): Caller {
  const caller = context.user as Caller;
  const named = [tenant, context.tenant].filter((one) => one !== undefined && one !== '');
  if (named.some((one) => one !== caller.principal.tenant))
    throw new AppError('invalid', 'The tenant is that of the token; leave it out.');
  return caller;
}

/** Only tasks that came in over A2A, because other turns take another scope, and of what the caller may call itself. */
export function maySee(principal: Principal, request: TaskRequest): boolean {
  const called = request.team === FUNCTIONS_TEAM ? request.agent : request.team;
  return originOf(request) !== null && mayCall(principal, called) && mayAskFor(askerOf(principal), ownerOf(request));
}

/** Whom a task is about; else who asked. */
export function personOf({ subject, about, user_id }: TaskRequest): string {
  return subject?.id ?? about?.id ?? user_id;
}

/** What a caller may ask for: its scope, the agents and actions of its token, and the people that it may act for. */
import { allows, mayActAs, mayCall, type Principal } from '../../engine/access/principal.ts';
import { AppError } from '../../platform/errors.ts';

/** The tenant is the token's. Whom the request names is checked against the token; what it says in its context is not looked at. */
export function authorise(
  principal: Principal,
  { agent, action, user_id }: { agent: string; action: string; user_id: string },
): void {
  if (!allows(principal, 'a2a')) throw new AppError('forbidden', 'This token does not have the scope a2a.');
  if (!mayCall(principal, agent, action))
    throw new AppError('forbidden', 'This token is not for that action of that agent.');
  if (!mayActAs(principal, user_id)) throw new AppError('forbidden', 'This token is not for that person.');
}

/** Who asks, and what they may do. Made from a token by whoever authenticates a request. */
import { ALL_SCOPES, type Scope } from './scopes.ts';

export type Principal = {
  tenant: string;
  /** The user within the tenant that the token is bound to; null if the token speaks for the whole tenant. */
  subject: string | null;
  scopes: ReadonlySet<Scope>;
};

/** Whose data is visible: all of a tenant's, or only that of one of its users. */
export type Asker = { tenant: string; user_id?: string };

/** Without API_TOKENS: whoever uses this machine. */
export const LOCAL_PRINCIPAL: Principal = { tenant: 'local', subject: null, scopes: new Set(ALL_SCOPES) };

/** A request to an open route: no token was looked at, and nothing is allowed. */
export const ANONYMOUS: Principal = { tenant: '', subject: null, scopes: new Set() };

/** The only place that decides whether a principal may do something. */
export function allows(principal: Principal, scope: Scope): boolean {
  return principal.scopes.has(scope);
}

export function askerOf({ tenant, subject }: Principal): Asker {
  return askerFor(tenant, subject ?? undefined);
}

/** Without a user: all of the tenant. */
export function askerFor(tenant: string, user_id: string | undefined): Asker {
  return user_id === undefined ? { tenant } : { tenant, user_id };
}

/** False for data of another tenant, and for data of another user where the asker is bound to one. */
export function mayAskFor(asker: Asker, owner: { tenant: string; user_id: string }): boolean {
  return owner.tenant === asker.tenant && (asker.user_id === undefined || owner.user_id === asker.user_id);
}

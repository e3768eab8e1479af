/** Who asks, and what they may do. Made from a token by whoever authenticates a request. */
import { ALL_SCOPES, type Scope } from './scopes.ts';

export type Principal = {
  tenant: string;
  /** The user within the tenant that the token is bound to; null if the token speaks for the whole tenant. */
  subject: string | null;
  scopes: ReadonlySet<Scope>;
  /** People of the tenant that it may act for; null: all of them. */
  people: ReadonlySet<string> | null;
  /** What it may call over A2A, as `Agent` or `Agent/action`; null: everything. */
  actions: ReadonlySet<string> | null;
  /** Of a stored key: its id, for the audit log and its own rate limit. */
  key: string | null;
  /** Requests a minute of this key alone, besides those of the tenant. */
  perMinute: number | null;
};

export const UNLIMITED = { people: null, actions: null, key: null, perMinute: null };

/** Whose data is visible: all of a tenant's, or only that of one of its users. */
export type Asker = { tenant: string; user_id?: string };

/** Without API_TOKENS: whoever uses this machine. */
export const LOCAL_PRINCIPAL: Principal = { tenant: 'local', subject: null, scopes: new Set(ALL_SCOPES), ...UNLIMITED };

/** A request to an open route: no token was looked at, and nothing is allowed. */
export const ANONYMOUS: Principal = { tenant: '', subject: null, scopes: new Set(), ...UNLIMITED };

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

/** Who asks, what they may do, and for whom. Made from a token, a stored key or a JWT by whoever authenticates a request. */
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
  /** Of a stored key: when it expires, in ms since 1970. What it makes expires no later. */
  expiresAt: number | null;
  /** Names the credential in the access log and says nothing of its secret: `key:<id>`, `token:<start of its digest>`, `jwt`, `local`. */
  credential: string;
};

export const UNLIMITED = {
  people: null,
  actions: null,
  key: null,
  perMinute: null,
  expiresAt: null,
  credential: 'none',
};

/** Whose data is visible: all of a tenant's, only that of one of its users, or only that of some people. */
export type Asker = { tenant: string; user_id?: string; people?: ReadonlySet<string> };

/** Whose a stored thing is, and whom it is about. */
export type Owned = { tenant: string; user_id: string; people?: readonly (string | null | undefined)[] };

/** Without any credentials configured: whoever uses this machine. */
export const LOCAL_PRINCIPAL: Principal = {
  ...UNLIMITED,
  tenant: 'local',
  subject: null,
  scopes: new Set(ALL_SCOPES),
  credential: 'local',
};

/** A request to an open route: no token was looked at, and nothing is allowed. */
export const ANONYMOUS: Principal = { ...UNLIMITED, tenant: '', subject: null, scopes: new Set() };

/** The only place that decides whether a principal may do something. */
export function allows(principal: Principal, scope: Scope): boolean {
  return principal.scopes.has(scope);
}

/** Whether it may send, ask or read about this person. */
export function mayActFor({ people }: Principal, person: unknown): boolean {
  return people === null || (typeof person === 'string' && people.has(person));
}

/** Whether it may act as this user: a bound user as themselves only. */
export function mayActAs(principal: Principal, user: unknown): boolean {
  return principal.subject === null ? mayActFor(principal, user) : user === principal.subject;
}

/** Whether it may call this action over A2A. An agent without an action stands for all of its actions. */
export function mayCall({ actions }: Principal, agent: string, action?: string): boolean {
  return actions === null || actions.has(agent) || (action !== undefined && actions.has(`${agent}/${action}`));
}

export function askerOf({ tenant, subject, people }: Principal): Asker {
  return { ...askerFor(tenant, subject ?? undefined), ...(people && { people }) };
}

/** Without a user: all of the tenant. */
export function askerFor(tenant: string, user_id: string | undefined): Asker {
  return user_id === undefined ? { tenant } : { tenant, user_id };
}

/**
 * False for data of another tenant, of another user where the asker is bound to one, and for data that belongs to or is about anyone
 * whom the asker may not act for.
 */
export function mayAskFor({ tenant, user_id, people }: Asker, owner: Owned): boolean {
  if (owner.tenant !== tenant) return false;
  if (user_id !== undefined && owner.user_id !== user_id) return false;
  if (people === undefined) return true;
  const about = (owner.people ?? []).filter((person) => person !== null && person !== undefined);
  return (user_id !== undefined || people.has(owner.user_id)) && about.every((person) => people.has(person));
}

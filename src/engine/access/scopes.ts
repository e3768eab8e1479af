/**
 * The scopes: what a token may be allowed to do, as a resource and a verb. Each route names the one scope that it needs; no scope
 * includes another.
 */

export const SCOPES = {
  'turns:read': 'read turns, their events and sessions',
  'turns:write': 'send messages and cancel turns',
  'record:read': 'read and query the record, and export it',
  'record:write': 'import into the record, correct and withdraw facts',
  'record:erase': 'erase everything about a person: record, turns, sessions and files',
  'research:read': 'read research agents, their files, triggers and reports',
  'research:write': 'create research agents, send them messages and plan triggers',
  'calendar:read': 'read the calendar of a user',
  'calendar:write': 'import into the calendar of a user, and make or revoke its secret address',
  'library:read': 'read the documents of the library',
  'library:write': 'add documents to the library and remove them',
  'approvals:read': 'read what waits for approval',
  'approvals:write': 'approve or reject',
  'functions:read': 'read runs of functions and pipelines, and their artifacts',
  'functions:run': 'run functions and pipelines',
  'audit:read': 'read which sources were cited in which message',
  a2a: 'call agents over A2A',
  'keys:read': 'read which keys there are, without their secrets',
  'keys:write': 'make, rotate and revoke keys with at most the rights of the one that asks',
  'access:read': 'read who has looked at records, keys and dashboards',
  'queues:read': 'look at the queues, which hold the jobs of all tenants, and change nothing',
  admin: 'read metrics and open the queues, which hold the jobs of all tenants',
} as const;

export type Scope = keyof typeof SCOPES;

export const ALL_SCOPES = Object.keys(SCOPES) as Scope[];

/** They span tenants, so they are only given by name. */
const SPANNING: ReadonlySet<Scope> = new Set(['queues:read', 'admin']);

/** Everything within one tenant. */
export const TENANT_SCOPES: readonly Scope[] = ALL_SCOPES.filter((scope) => !SPANNING.has(scope));

export function isScope(name: string): name is Scope {
  return Object.hasOwn(SCOPES, name);
}

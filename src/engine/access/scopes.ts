/**
 * The scopes: what a token may be allowed to do, as a resource and a verb. Each route names the one scope that it needs; no scope
 * includes another.
 */

export const SCOPES = {
  'turns:read': 'read turns, their events and sessions',
  'turns:write': 'send messages and cancel turns',
  'record:read': 'read and query the record, and export it',
  'record:write': 'import into the record',
  'record:erase': 'erase everything about a person: record, turns, sessions and files',
  'research:read': 'read research agents, their files, triggers and reports',
  'research:write': 'create research agents, send them messages and plan triggers',
  'library:read': 'read the documents of the library',
  'library:write': 'add documents to the library and remove them',
  'approvals:read': 'read what waits for approval',
  'approvals:write': 'approve or reject',
  'functions:read': 'read runs of functions and pipelines, and their artifacts',
  'functions:run': 'run functions and pipelines',
  a2a: 'call agents over A2A',
  'audit:read': 'read which sources were cited in which message',
  admin: 'read metrics and open the queues, which hold the jobs of all tenants',
} as const;

export type Scope = keyof typeof SCOPES;

export const ALL_SCOPES = Object.keys(SCOPES) as Scope[];

/** Everything within one tenant. `admin` spans tenants, so it is only given by name. */
export const TENANT_SCOPES: readonly Scope[] = ALL_SCOPES.filter((scope) => scope !== 'admin');

/** A stored key, without its secrets, and the principal that it stands for. */
import { z } from 'zod';
import type { Principal } from './principal.ts';
import { isScope } from './scopes.ts';

/** The part that is stored as JSON. */
export const StoredRights = z.object({
  tenant: z.string(),
  name: z.string(),
  subject: z.string().nullable(),
  scopes: z.array(z.string()),
  people: z.array(z.string()).nullable(),
  actions: z.array(z.string()).nullable(),
  per_minute: z.number().int().positive().nullable(),
  expires_at: z.number().nullable(),
  created_at: z.number(),
  created_by: z.string(),
});
export type StoredRights = z.infer<typeof StoredRights>;

/** Times are in ms since 1970. */
export type ApiKey = StoredRights & { id: string; last_used_at: number | null; secrets: number };

export function principalOfKey(id: string, rights: StoredRights): Principal {
  const { tenant, subject, scopes, people, actions, per_minute, expires_at } = rights;
  return {
    tenant,
    subject,
    // A scope that this version does not know allows nothing.
    scopes: new Set(scopes.filter(isScope)),
    people: people && new Set(people),
    actions: actions && new Set(actions),
    key: id,
    perMinute: per_minute,
    expiresAt: expires_at,
    credential: `key:${id}`,
  };
}

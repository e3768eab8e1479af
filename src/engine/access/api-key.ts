/** A stored key, without its secrets, and the principal that it stands for. */
import { z } from 'zod';
import { SUBJECT_NAME, TENANT_NAME } from '../../platform/api-tokens.ts';
import type { Principal } from './principal.ts';
import { ALL_SCOPES, isScope } from './scopes.ts';

const MAX_PEOPLE = 1_000;
const MAX_ACTIONS = 200;
const MAX_PER_MINUTE = 1_000_000;

const Person = z.string().regex(SUBJECT_NAME, 'may have letters, digits and . _ @ - only, at most 128 of them');

/** `Agent` stands for all of its actions. */
const Action = z
  .string()
  .regex(/^[A-Za-z][\w-]{0,63}(?:\/[A-Za-z][\w-]{0,63})?$/, 'an agent, or agent/action: AnalyticsAgent/get_progress');

/** What is asked for when a key is made; the API and the command line check the same. Null: no limit. */
export const KeyWish = z.object({
  tenant: z.string().regex(TENANT_NAME, 'may have lower-case letters, digits and hyphens only').max(64),
  name: z
    .string()
    .trim()
    .min(1, 'must not be empty')
    .max(100, 'may have at most 100 characters')
    .refine((text) => text.isWellFormed(), 'must be well-formed Unicode')
    .describe('What the key is for'),
  subject: Person.nullable().describe('The user that it acts as'),
  scopes: z.array(z.enum(ALL_SCOPES)).min(1, 'name a scope').max(ALL_SCOPES.length).describe('What it may do'),
  people: z
    .array(Person)
    .min(1)
    .max(MAX_PEOPLE)
    .nullable()
    .describe('The people it may act for; null: all of the tenant'),
  actions: z
    .array(Action)
    .min(1)
    .max(MAX_ACTIONS)
    .nullable()
    .describe('What it may call over A2A, as agent or agent/action; null: everything'),
  per_minute: z.number().int().min(1).max(MAX_PER_MINUTE).nullable(),
  expires_at: z.number().nullable(),
});
export type KeyWish = z.infer<typeof KeyWish>;

/** The part that is stored as JSON. Tolerant: a later version may have made it. */
export const StoredRights = z.object({
  tenant: z.string(),
  name: z.string(),
  subject: z.string().nullable(),
  scopes: z.array(z.string()),
  people: z.array(z.string()).nullable(),
  actions: z.array(z.string()).nullable(),
  per_minute: z.number().nullable(),
  expires_at: z.number().nullable(),
  created_at: z.number(),
  created_by: z.string().describe('The credential that made it'),
});
export type StoredRights = z.infer<typeof StoredRights>;

/** Times are in ms since 1970. */
export type ApiKey = StoredRights & { id: string; last_used_at: number | null; secrets: number };

export function principalOfKey(id: string, rights: Omit<StoredRights, 'created_at' | 'created_by'>): Principal {
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

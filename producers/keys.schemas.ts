/** Requests and responses about stored keys. */
import { z } from 'zod';
import type { ApiKey } from '../src/engine/access/api-key.ts';
import { ALL_SCOPES } from '../src/engine/access/scopes.ts';
import { id } from './turns.schemas.ts';

const MAX_PEOPLE = 1_000;
const MAX_ACTIONS = 200;
const MAX_PER_MINUTE = 1_000_000;
/** Long enough for the slowest roll-out. */
const MAX_OVERLAP_SECONDS = 30 * 86_400;

/** `Agent` stands for all of its actions. */
const Action = z
  .string()
  .regex(
    /^[A-Za-z][\w-]{0,63}(?:\/[A-Za-z][\w-]{0,63})?$/,
    'an agent, or agent/action, such as AnalyticsAgent/get_progress',
  );

const Name = z
  .string()
  .trim()
  .min(1)
  .max(100)
  .refine((text) => text.isWellFormed(), 'must be well-formed Unicode')
  .describe('What the key is for');

export const NewKeyRequest = z.strictObject({
  name: Name,
  scopes: z.array(z.enum(ALL_SCOPES)).min(1).max(ALL_SCOPES.length).describe('What it may do'),
  patients: z
    .array(id('A patient or a user'))
    .min(1)
    .max(MAX_PEOPLE)
    .nullish()
    .describe('The people it may act for; null: all of the tenant. Like all that is left out, as the maker has it'),
  actions: z.array(Action).min(1).max(MAX_ACTIONS).nullish().describe('What it may call over A2A; null: everything'),
  subject: id('The user that it acts as').nullish(),
  requests_per_minute: z.number().int().min(1).max(MAX_PER_MINUTE).nullish(),
  expires_at: z.iso.datetime({ offset: true }).nullish(),
});
export type NewKeyRequest = z.infer<typeof NewKeyRequest>;

export const RotateRequest = z.strictObject({
  overlap_seconds: z
    .number()
    .int()
    .min(0)
    .max(MAX_OVERLAP_SECONDS, `at most ${MAX_OVERLAP_SECONDS} seconds`)
    .describe('For how long the earlier secret stays valid; 0 if it has leaked'),
});

export const KeyView = z.object({
  id: z.string(),
  name: z.string(),
  scopes: z.array(z.string()),
  patients: z.array(z.string()).nullable(),
  actions: z.array(z.string()).nullable(),
  subject: z.string().nullable(),
  requests_per_minute: z.number().nullable(),
  expires_at: z.string().nullable(),
  status: z.enum(['active', 'expired']),
  secrets: z.number().int().describe('How many are valid: two while a rotation overlaps'),
  created_at: z.string(),
  created_by: z.string().describe('The credential that made it'),
  last_used_at: z.string().nullable().describe('To the minute'),
});
export type KeyView = z.infer<typeof KeyView>;

export const KeyWithSecret = KeyView.extend({
  secret: z.string().describe('Shown this once; only its digest is kept'),
});

export function keyView(key: ApiKey, now = Date.now()): KeyView {
  return {
    id: key.id,
    name: key.name,
    scopes: key.scopes,
    patients: key.people,
    actions: key.actions,
    subject: key.subject,
    requests_per_minute: key.per_minute,
    expires_at: time(key.expires_at),
    status: key.expires_at !== null && key.expires_at <= now ? 'expired' : 'active',
    secrets: key.secrets,
    created_at: new Date(key.created_at).toISOString(),
    created_by: key.created_by,
    last_used_at: time(key.last_used_at),
  };
}

function time(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString();
}

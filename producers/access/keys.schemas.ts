/** Requests and responses about stored keys. */
import { z } from 'zod';
import { type ApiKey, KeyWish } from '../../src/engine/access/api-key.ts';
import { named } from '../http/schema-docs.ts';

/** Long enough for the slowest roll-out. */
const MAX_OVERLAP_SECONDS = 30 * 86_400;

const NEW_KEY = { name: 'clinic app', scopes: ['turns:read' as const, 'turns:write' as const] };

const KEY = {
  id: '3f8a07f5a3d8e2ef',
  ...NEW_KEY,
  patients: null,
  actions: null,
  subject: null,
  requests_per_minute: null,
  expires_at: null,
  status: 'active' as const,
  secrets: 1,
  created_at: '2026-11-16T10:21:02.702Z',
  created_by: 'local',
  last_used_at: null,
};

const { name, scopes, people, actions, subject, per_minute } = KeyWish.shape;

/** What is left out is as the maker has it; null is no limit. */
const NewKeyFields = z.strictObject({
  name,
  scopes,
  patients: people.optional(),
  actions: actions.optional(),
  subject: subject.optional(),
  requests_per_minute: per_minute.optional(),
  expires_at: z.iso.datetime({ offset: true }).nullish(),
});

export const NewKeyRequest = named('NewKey', NewKeyFields, { examples: [NEW_KEY] });

const RotationFields = z.strictObject({
  overlap_seconds: z
    .number()
    .int()
    .min(0)
    .max(MAX_OVERLAP_SECONDS, `may be at most ${MAX_OVERLAP_SECONDS} seconds`)
    .describe('For how long the earlier secret stays valid; 0 if it has leaked'),
});

export const RotateRequest = named('KeyRotation', RotationFields, { examples: [{ overlap_seconds: 3600 }] });

const KeyFields = z.object({
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

export const KeyView = named('Key', KeyFields, { examples: [KEY] });
export type KeyView = z.infer<typeof KeyView>;

const SecretFields = KeyView.extend({
  secret: z.string().describe('Shown this once; only its digest is kept'),
});

export const KeyWithSecret = named('KeyWithSecret', SecretFields, {
  examples: [{ ...KEY, secret: 'mf_3f8a07f5a3d8e2ef_…' }],
});

export const KeyList = named('KeyList', z.object({ keys: z.array(KeyView) }));

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

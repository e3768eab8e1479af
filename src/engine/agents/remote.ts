/** The part of a config that says where a remote agent is, what can be asked of it, and what happens when it does not answer. */
import { z } from 'zod';

/** `$NAME` is the value of that environment variable: addresses and tokens differ between machines, and a token is no part of a file. */
const setting = z.string().min(1);

const RemoteAction = z.strictObject({
  name: z.string().regex(/^[a-z][a-z0-9_]*$/, 'lower-case letters, digits and underscores'),
  description: z.string().min(1).describe('What a model is told about it'),
  parameters: z.record(z.string(), z.unknown()).default({}).describe('Sent where the caller names none'),
  idempotent: z
    .boolean()
    .default(true)
    .describe('Asking twice is the same as asking once: it may be retried and batched'),
  cache_seconds: z.number().min(0).default(0).describe('For how long an answer may be given again'),
});
export type RemoteAction = z.infer<typeof RemoteAction>;

export const RemoteConfig = z.strictObject({
  endpoint: z
    .union([setting, z.array(setting).min(1)])
    .describe('URL of its A2A endpoint, or of several instances; in a variable they are separated by commas'),
  auth_token: setting.default('$A2A_AUTH_TOKEN'),
  signing_secret: setting.optional().describe('Signs requests with HMAC-SHA256'),
  protocol: z.enum(['envelope', 'a2a']).default('envelope').describe('The medmentor envelope, or A2A 1.0'),
  actions: z.array(RemoteAction).min(1).describe('What may be asked of it; the first is what a hand-over asks'),
  timeout_seconds: z.number().positive().max(300).default(30),
  retries: z.number().int().min(0).max(5).default(2),
  breaker: z
    .strictObject({
      failures: z.number().int().positive().default(5).describe('Consecutive failures that open the circuit'),
      half_open_seconds: z.number().positive().default(10),
    })
    .prefault({}),
  fallback: z
    .strictObject({
      agent: z.string().optional().describe('A local agent that answers in its place'),
      text: z.string().optional().describe('Said in its place'),
      cached_seconds: z.number().min(0).default(3600).describe('How old a cached answer may be that is given instead'),
    })
    .prefault({}),
});
export type RemoteConfig = z.infer<typeof RemoteConfig>;

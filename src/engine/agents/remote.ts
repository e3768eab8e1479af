/** The part of a config that says where a remote agent is, what can be asked of it, and what happens when it does not answer. */
import { z } from 'zod';
import { isLoopbackUrl } from '../../platform/config.ts';

/** `$NAME` is the value of that environment variable: addresses differ between machines, and a secret is no part of a file. */
const VARIABLE = /^\$([A-Z][A-Z0-9_]*)$/;

const setting = z.string().min(1);

const RemoteAction = z.strictObject({
  name: z.string().regex(/^[a-z][a-z0-9_]{0,63}$/, 'lower-case letters, digits and underscores'),
  description: z.string().min(1).describe('What a model is told about it'),
  parameters: z
    .record(z.string(), z.unknown())
    .default({})
    .describe('Sent where the caller names none; $message and $state.<key> are known to it'),
  idempotent: z
    .boolean()
    .default(true)
    .describe('Asking twice is the same as asking once: it may be retried and batched, and its answers are kept'),
  cache_seconds: z.number().min(0).max(86_400).default(0).describe('For how long an answer may be given again'),
  metadata: z
    .record(z.string(), z.unknown())
    .default({})
    .describe(
      'a2a: sent beside the message, never chosen by a model; $user_id, $subject_id and $state.<key> are known to it',
    ),
});
export type RemoteAction = z.infer<typeof RemoteAction>;

/** A host, or a host with its port. */
const HOST = /^(?:[a-z0-9.-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i;

export const RemoteConfig = z.strictObject({
  protocol: z
    .enum(['envelope', 'a2a'])
    .default('envelope')
    .describe('envelope: the one of the medmentor document; a2a: A2A 1.0, as its agent card offers it'),
  endpoint: z
    .union([setting, z.array(setting).min(1)])
    .describe(
      'URL of its A2A endpoint (of a2a: where its agent card is), or of several instances; in a variable they are separated by commas',
    ),
  allow_hosts: z
    .array(z.string().regex(HOST, 'a host such as api.example.org, or with a port'))
    .default([])
    .describe('a2a: other hosts, with their ports, that the agent card may name; the token is sent there too'),
  card_key: setting.optional().describe('a2a: the public key (JWK) that must have signed the agent card'),
  auth_token: setting
    .default('$A2A_AUTH_TOKEN')
    .describe('A token, or tenant:token for each tenant, separated by commas'),
  signing_secret: setting.optional().describe('Signs requests with HMAC-SHA256'),
  health_path: z
    .string()
    .regex(/^\/[\w./-]*$/, 'a path such as /healthz')
    .default('/healthz')
    .describe('Asked of the endpoint’s host before a circuit closes'),
  health_seconds: z
    .number()
    .min(0)
    .default(10)
    .describe('Of several instances, how often each is checked while the agent is in use; 0: never'),
  actions: z.array(RemoteAction).min(1).describe('What may be asked of it; the first is what a hand-over asks'),
  timeout_seconds: z.number().positive().max(300).default(30),
  retries: z.number().int().min(0).max(5).default(2),
  batch: z.boolean().default(false).describe('Calls of the same moment are sent as one request to <endpoint>/batch'),
  send_history: z.boolean().default(false).describe('The last messages of the conversation are sent with each request'),
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
      cached_seconds: z
        .number()
        .min(0)
        .max(7 * 86_400)
        .default(3600)
        .describe('How old a cached answer may be that is given instead'),
    })
    .prefault({}),
});
export type RemoteConfig = z.infer<typeof RemoteConfig>;

/** The name of the variable that a setting refers to; undefined if the setting is a value itself. */
export function variableIn(setting: string): string | undefined {
  return VARIABLE.exec(setting)?.[1];
}

/** What is wrong with the address of an endpoint; undefined if it may be called. Tokens and people's data go there: TLS is a must. */
export function endpointProblem(text: string): string | undefined {
  if (!URL.canParse(text)) return 'is not a URL such as https://analytics.example.org/a2a';
  const { protocol, username, password, search, hash } = new URL(text);
  if (protocol !== 'https:' && protocol !== 'http:') return 'is neither https nor http';
  if (username || password) return 'has a user name or password in it';
  if (search || hash) return 'has a query or a fragment';
  if (protocol === 'http:' && !isLoopbackUrl(text)) return 'is http beyond this machine: use https';
  return undefined;
}

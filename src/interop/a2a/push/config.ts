/** Where a client wants a task's updates sent. Credentials are stored with it and are never shown again. */
import type { TaskPushNotificationConfig } from '@a2a-js/sdk';
import ipaddr from 'ipaddr.js';
import { z } from 'zod';
import { isPublicAddress } from '../../../engine/tools/public-address.ts';
import { checkedUrl, isAllowed, Refusal } from '../../../engine/tools/safe-fetch.ts';

/** Ids become parts of Redis keys. */
export const CONFIG_ID = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

const MAX_URL = 2_048;
const MAX_SECRET = 4_096;

/** Both become part of an HTTP header. */
const secret = z
  .string()
  .max(MAX_SECRET)
  .regex(/^[\x20-\x7e]*$/);

export const PushConfig = z.object({
  id: z.string().regex(CONFIG_ID),
  url: z.string().max(MAX_URL),
  token: secret.default(''),
  authentication: z
    .object({ scheme: z.string().regex(/^[A-Za-z][A-Za-z0-9_-]{0,31}$/), credentials: secret })
    .optional(),
  /** Of the protocol that it was registered with: its updates are sent in the same. */
  wire_version: z.string().max(8),
});
export type PushConfig = z.infer<typeof PushConfig>;

/** Which field is wrong, or null. The name is resolved when something is sent, not here: a check now would say nothing about then. */
export function problemOf(config: PushConfig, allowHosts: readonly string[]): string | null {
  const parsed = PushConfig.safeParse(config);
  if (!parsed.success) return `${parsed.error.issues[0]?.path.join('.')} is not valid`;
  try {
    const url = checkedUrl(config.url, undefined, allowHosts);
    if (isAllowed(url, allowHosts)) return null;
    if (url.protocol !== 'https:') return 'url must begin with https://';
    const address = url.hostname.replace(/^\[|\]$/g, '');
    return ipaddr.isValid(address) && !isPublicAddress(address) ? 'url is not a public address' : null;
  } catch (thrown) {
    if (thrown instanceof Refusal) return `url cannot be used: ${thrown.message}`;
    throw thrown;
  }
}

/** As it is shown: whoever reads it learns that there are credentials, and not which. */
export function shown({ id, url, authentication }: PushConfig, taskId: string): TaskPushNotificationConfig {
  return {
    tenant: '',
    id,
    taskId,
    url,
    token: '',
    authentication: authentication && { scheme: authentication.scheme, credentials: '' },
  };
}

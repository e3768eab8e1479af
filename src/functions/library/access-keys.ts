/**
 * Tenant, scope and user as words of a full-text index, so that it is searched within them and not filtered afterwards. Digests in
 * digits: no analyser stems or divides them. What is found is still compared with the true values.
 */

import type { Asker } from '../../engine/access/principal.ts';
import { sha256 } from '../../platform/sha256.ts';

/** Documents without a user. */
const SHARED = 'ushared0';

export function keysOf(tenant: string, scope: string, userId: string | null): string {
  return [tenantKey(tenant), scopeKey(scope), userId === null ? SHARED : userKey(userId)].join(' ');
}

/** One of each list must be there. */
export function keysFor({ tenant, user_id }: Asker, scopes: readonly string[]): string[][] {
  return [
    [tenantKey(tenant)],
    ...(scopes.length > 0 ? [scopes.map(scopeKey)] : []),
    ...(user_id === undefined ? [] : [[SHARED, userKey(user_id)]]),
  ];
}

const tenantKey = (tenant: string) => `t${digits(tenant)}`;
const scopeKey = (scope: string) => `s${digits(scope)}`;
const userKey = (userId: string) => `u${digits(userId)}`;

function digits(text: string): string {
  return BigInt(`0x${sha256(text).slice(0, 16)}`).toString();
}

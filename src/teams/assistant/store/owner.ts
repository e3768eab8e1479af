/** Whose items: a user of a tenant. */
import type { ToolContext } from '../../../engine/tools/tool.ts';
import { AppError } from '../../../platform/errors.ts';

export type Owner = { tenant: string; user_id: string };

const PLAIN_ID = /^[A-Za-z0-9][A-Za-z0-9._@-]{0,127}$/;

/** Both become parts of keys. */
export function checkOwner({ tenant, user_id }: Owner): void {
  if (!PLAIN_ID.test(tenant) || !PLAIN_ID.test(user_id))
    throw new AppError('invalid', 'An id has letters, digits and . _ @ - only, at most 128 of them.');
}

/** The user whose task it is, and nobody else. */
export function ownerOf({ task: { tenant, user_id } }: ToolContext): Owner {
  return { tenant, user_id };
}

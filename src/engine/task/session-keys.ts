/** Everything that belongs to one session, but for its tasks and its lane. */
import type { Keys } from './keys.ts';

export function sessionKeys(keys: Keys, tenant: string, id: string): string[] {
  return [
    keys.session(tenant, id),
    keys.messages(tenant, id),
    keys.session_state(tenant, id),
    keys.session_tasks(tenant, id),
    keys.session_events(tenant, id),
    keys.audit(tenant, id),
  ];
}

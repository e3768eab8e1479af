/** The time zone of a user, where a caller says it: days are theirs, not the server's. */
import { Timezone } from '../../engine/task/task.ts';

export function timezoneOf(preferences: Record<string, unknown>): string {
  return Timezone.safeParse(preferences.timezone).data ?? 'UTC';
}

/** The user's time zone, where the session knows it. */
import { MACHINA_MED_STATE, MachinaMedState } from '../memory/machina-med-state.ts';
import type { ToolContext } from './tool.ts';

export function timezoneOf(state: ToolContext['state']): string {
  const shared = MachinaMedState.safeParse(state.get(MACHINA_MED_STATE));
  return (shared.success && shared.data.user_location?.timezone) || 'UTC';
}

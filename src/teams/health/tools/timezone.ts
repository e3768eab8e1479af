/** The user's time zone, where the session knows it. */

import type { ToolContext } from '../../../engine/tools/tool.ts';
import { MACHINA_MED_STATE, MachinaMedState } from '../machina-med-state.ts';

export function timezoneOf(state: ToolContext['state']): string {
  const shared = MachinaMedState.safeParse(state.get(MACHINA_MED_STATE));
  return (shared.success && shared.data.user_location?.timezone) || 'UTC';
}

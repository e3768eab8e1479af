/** Which rule does which agent's job. */
import type { Rule } from '../../../engine/models/offline/rule.ts';
import { AXEL_RULE } from './axel.ts';
import { BETO_RULE } from './beto.ts';
import { CALENDAR_RULE } from './calendar.ts';
import { CODER_RULE } from './coder.ts';
import { FILES_RULE } from './files.ts';
import { HOME_RULE } from './home.ts';
import { MEMORY_RULE } from './memory.ts';
import { SCOUT_RULE } from './scout.ts';
import { specialist } from './specialist.ts';
import { TODO_RULE } from './todo.ts';
import { WEB_RULE } from './web.ts';

export const RULES: Readonly<Record<string, Rule>> = {
  beto: BETO_RULE,
  filesystem_agent: specialist(FILES_RULE),
  memory_agent: specialist(MEMORY_RULE),
  calendar_agent: specialist(CALENDAR_RULE),
  agentic_coder_agent: specialist(CODER_RULE),
  home_assistant_agent: specialist(HOME_RULE),
  todo_agent: specialist(TODO_RULE),
  scout_agent: specialist(SCOUT_RULE),
  axel_agent: specialist(AXEL_RULE),
  web_research_agent: specialist(WEB_RULE),
};

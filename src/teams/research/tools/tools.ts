/** The tools of the research team. */
import type { Tool } from '../../../engine/tools/tool.ts';
import type { ResearchDesk } from '../desk.ts';
import type { SearchEverywhere } from '../search/search-everywhere.ts';
import { cancelTrigger } from './cancel-trigger.tool.ts';
import { createAgent } from './create-agent.tool.ts';
import { createTrigger } from './create-trigger.tool.ts';
import { emailSend } from './email-send.tool.ts';
import { listAgents } from './list-agents.tool.ts';
import { listTriggers } from './list-triggers.tool.ts';
import { messageAgent } from './message-agent.tool.ts';
import { noteProfile } from './note-profile.tool.ts';
import { respond } from './respond.tool.ts';
import { sendMessage } from './send-message.tool.ts';
import { updateAgent } from './update-agent.tool.ts';
import { wait } from './wait.tool.ts';
import { webSearch } from './web-search.tool.ts';

const DESK_TOOLS = [
  cancelTrigger,
  createAgent,
  createTrigger,
  emailSend,
  listAgents,
  listTriggers,
  messageAgent,
  noteProfile,
  respond,
  sendMessage,
  updateAgent,
  wait,
];

export function researchTools(desk: ResearchDesk, search: () => SearchEverywhere): Tool[] {
  return [...DESK_TOOLS.map((at) => at(desk)), webSearch(search)];
}

/** Every tool that an agent's config may name. */

import { appendFile } from './append-file.tool.ts';
import { cancelTrigger } from './cancel-trigger.tool.ts';
import { checkInteractions } from './check-interactions.tool.ts';
import { createAgent } from './create-agent.tool.ts';
import { createTrigger } from './create-trigger.tool.ts';
import { currentTime } from './current-time.tool.ts';
import { emailSend } from './email-send.tool.ts';
import { fetchPage } from './fetch-page.tool.ts';
import { getConditions } from './get-conditions.tool.ts';
import { getEncounters } from './get-encounters.tool.ts';
import { getGraphSchema } from './get-graph-schema.tool.ts';
import { getPatientRecord } from './get-patient-record.tool.ts';
import { getRegimens } from './get-regimens.tool.ts';
import { getSeries } from './get-series.tool.ts';
import { listAgents } from './list-agents.tool.ts';
import { listFiles } from './list-files.tool.ts';
import { listTriggers } from './list-triggers.tool.ts';
import { messageAgent } from './message-agent.tool.ts';
import { queryGraph } from './query-graph.tool.ts';
import { readFile } from './read-file.tool.ts';
import { readTopicNode } from './read-topic-node.tool.ts';
import { respond } from './respond.tool.ts';
import { reviewBodySystem } from './review-body-system.tool.ts';
import { searchFiles } from './search-files.tool.ts';
import { searchRecord } from './search-record.tool.ts';
import { sendMessage } from './send-message.tool.ts';
import type { Tool } from './tool.ts';
import { videoInsight } from './video-insight.tool.ts';
import { wait } from './wait.tool.ts';
import { webSearch } from './web-search.tool.ts';
import { writeFile } from './write-file.tool.ts';

const tools: readonly Tool[] = [
  appendFile,
  cancelTrigger,
  checkInteractions,
  createAgent,
  createTrigger,
  currentTime,
  emailSend,
  fetchPage,
  getConditions,
  getEncounters,
  getGraphSchema,
  getPatientRecord,
  getRegimens,
  getSeries,
  listAgents,
  listFiles,
  listTriggers,
  messageAgent,
  queryGraph,
  readFile,
  readTopicNode,
  respond,
  reviewBodySystem,
  searchFiles,
  searchRecord,
  sendMessage,
  videoInsight,
  webSearch,
  wait,
  writeFile,
];

export const TOOLS: ReadonlyMap<string, Tool> = new Map(tools.map((tool) => [tool.name, tool]));

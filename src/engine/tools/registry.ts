/** Every tool that an agent's config may name. */

import { checkInteractions } from '../../teams/health/tools/check-interactions.tool.ts';
import { getConditions } from '../../teams/health/tools/get-conditions.tool.ts';
import { getEncounters } from '../../teams/health/tools/get-encounters.tool.ts';
import { getGraphSchema } from '../../teams/health/tools/get-graph-schema.tool.ts';
import { getPatientRecord } from '../../teams/health/tools/get-patient-record.tool.ts';
import { getRegimens } from '../../teams/health/tools/get-regimens.tool.ts';
import { getSeries } from '../../teams/health/tools/get-series.tool.ts';
import { queryGraph } from '../../teams/health/tools/query-graph.tool.ts';
import { readTopicNode } from '../../teams/health/tools/read-topic-node.tool.ts';
import { reviewBodySystem } from '../../teams/health/tools/review-body-system.tool.ts';
import { searchRecord } from '../../teams/health/tools/search-record.tool.ts';
import { videoInsight } from '../../teams/health/tools/video-insight.tool.ts';
import { cancelTrigger } from '../../teams/research/tools/cancel-trigger.tool.ts';
import { createAgent } from '../../teams/research/tools/create-agent.tool.ts';
import { createTrigger } from '../../teams/research/tools/create-trigger.tool.ts';
import { emailSend } from '../../teams/research/tools/email-send.tool.ts';
import { listAgents } from '../../teams/research/tools/list-agents.tool.ts';
import { listTriggers } from '../../teams/research/tools/list-triggers.tool.ts';
import { messageAgent } from '../../teams/research/tools/message-agent.tool.ts';
import { respond } from '../../teams/research/tools/respond.tool.ts';
import { sendMessage } from '../../teams/research/tools/send-message.tool.ts';
import { wait } from '../../teams/research/tools/wait.tool.ts';
import { webSearch } from '../../teams/research/tools/web-search.tool.ts';
import { appendFile } from './append-file.tool.ts';
import { currentTime } from './current-time.tool.ts';
import { fetchPage } from './fetch-page.tool.ts';
import { listFiles } from './list-files.tool.ts';
import { readFile } from './read-file.tool.ts';
import { searchFiles } from './search-files.tool.ts';
import type { Tool } from './tool.ts';
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

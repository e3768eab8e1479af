/** Every tool that an agent's config may name. */
import { currentTime } from './current-time.tool.ts';
import { fetchPage } from './fetch-page.tool.ts';
import { getGraphSchema } from './get-graph-schema.tool.ts';
import { getObservations } from './get-observations.tool.ts';
import { getPatientRecord } from './get-patient-record.tool.ts';
import { readTopicNode } from './read-topic-node.tool.ts';
import type { Tool } from './tool.ts';
import { videoInsight } from './video-insight.tool.ts';

const tools: readonly Tool[] = [
  currentTime,
  fetchPage,
  getGraphSchema,
  getObservations,
  getPatientRecord,
  readTopicNode,
  videoInsight,
];

export const TOOLS: ReadonlyMap<string, Tool> = new Map(tools.map((tool) => [tool.name, tool]));

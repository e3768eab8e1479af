/** The tools of the health team. */
import type { Tool } from '../../../engine/tools/tool.ts';
import type { PatientRecord } from '../../../record/index.ts';
import { checkInteractions } from './check-interactions.tool.ts';
import { getConditions } from './get-conditions.tool.ts';
import { getEncounters } from './get-encounters.tool.ts';
import { getGraphSchema } from './get-graph-schema.tool.ts';
import { getPatientRecord } from './get-patient-record.tool.ts';
import { getRegimens } from './get-regimens.tool.ts';
import { getSeries } from './get-series.tool.ts';
import { queryGraph } from './query-graph.tool.ts';
import { readTopicNode } from './read-topic-node.tool.ts';
import { reviewBodySystem } from './review-body-system.tool.ts';
import { searchRecord } from './search-record.tool.ts';
import { videoAnswer } from './video-answer.tool.ts';
import { videoInsight } from './video-insight.tool.ts';

const RECORD_TOOLS = [
  checkInteractions,
  getConditions,
  getEncounters,
  getPatientRecord,
  getRegimens,
  getSeries,
  queryGraph,
  readTopicNode,
  reviewBodySystem,
  searchRecord,
];

export function healthTools(record: PatientRecord): Tool[] {
  return [...RECORD_TOOLS.map((over) => over(record)), getGraphSchema, videoAnswer, videoInsight];
}

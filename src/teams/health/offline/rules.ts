/** Which rule does which agent's job. GoogleSearchAgent is not here: its work needs a model. */

import type { Rule } from '../../../engine/models/offline/rule.ts';
import { askTopic } from './ask-topic.ts';
import { consult } from './consultant.ts';
import { consultLite } from './consultant-lite.ts';
import { queryRecord } from './cypher.ts';
import { extractor } from './extractor.ts';
import { handleUrl } from './handle-url.ts';
import { route } from './triage.ts';

export const RULES: Readonly<Record<string, Rule>> = {
  TriageAgent: route,
  DataEntryAgent: extractor('DataEntryAgent'),
  DataExtractorAgent: extractor('DataExtractorAgent'),
  MedicalMeasurementsAgent: extractor('MedicalMeasurementsAgent'),
  MedicalContextAgent: extractor('MedicalContextAgent'),
  HealthConsultantAgent: consult,
  HealthConsultantLiteAgent: consultLite,
  UrlHandlerAgent: handleUrl,
  AskTusdiAIHandlerAgent: askTopic,
  CypherAgent: queryRecord,
};

/** Which rule does which agent's job. GoogleSearchAgent is not here: its work needs a model. */

import { extractContext } from '../../clinical/extract/context.ts';
import { extractEntries } from '../../clinical/extract/entries.ts';
import { extractFindings } from '../../clinical/extract/findings.ts';
import { extractMeasurements } from '../../clinical/extract/measurements.ts';
import { askTopic } from './ask-topic.ts';
import { consult } from './consultant.ts';
import { consultLite } from './consultant-lite.ts';
import { queryRecord } from './cypher.ts';
import { extractor } from './extractor.ts';
import { handleUrl } from './handle-url.ts';
import { interact } from './research/interaction.ts';
import { research } from './research/routine.ts';
import type { Rule } from './rule.ts';
import { route } from './triage.ts';

export const RULES: ReadonlyMap<string, Rule> = new Map<string, Rule>([
  ['TriageAgent', route],
  ['DataEntryAgent', extractor(extractEntries)],
  ['DataExtractorAgent', extractor(extractFindings)],
  ['MedicalMeasurementsAgent', extractor(extractMeasurements)],
  ['MedicalContextAgent', extractor(extractContext)],
  ['HealthConsultantAgent', consult],
  ['HealthConsultantLiteAgent', consultLite],
  ['UrlHandlerAgent', handleUrl],
  ['AskTusdiAIHandlerAgent', askTopic],
  ['CypherAgent', queryRecord],
  ['InteractionAgent', interact],
  ['ResearchAgent', research],
]);

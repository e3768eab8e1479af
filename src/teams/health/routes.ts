/** Which triage rule an answer of the TriageAgent applied (machinamed document, rules 0 to 4b). */
import { NON_HEALTH_REPLY } from '../../clinical/index.ts';
import type { RouteTable } from '../../engine/run/route.ts';

const SECTIONS = '(?:Conditions|Medications|Labs|Observations|Allergies|Symptoms|Encounters|Procedures|Documents)';
const DATA =
  '(?:conditions|medications|supplements|lab results|observations|measurements|vitals|allergies|symptoms|appointments|procedures|documents|health record)';
const AND = '(?:, | and |, and )';

export const ROUTES: RouteTable = {
  agent: 'TriageAgent',
  tools: { handle_url_request: 'url' },
  transfers: { HealthConsultantAgent: 'patient_consult', HealthConsultantLiteAgent: 'general_consult' },
  /** How the document's fixed texts begin, and two of ours: a greeting or thanks, and a language that cannot be read. */
  texts: [
    { pattern: /^I can only help with health-related questions/i, route: 'non_health' },
    { pattern: /^(?:Hello|You are welcome|Take care)\. I can help with health-related questions/, route: 'non_health' },
    { pattern: /I can read only English so far/, route: 'patient_consult' },
    { pattern: /^Please use the .+ in the side panel/i, route: 'ui_redirect' },
    { pattern: /^To (share|edit)\b.* your health information/i, route: 'share_or_modify' },
  ],
  fixed: [
    new RegExp(`^${NON_HEALTH_REPLY.replaceAll('.', '\\.')}$`),
    new RegExp(
      `^Please use the (?:${SECTIONS}(?:${AND}${SECTIONS})* )?sections? in the side panel to view your complete ${DATA}(?:${AND}${DATA})*\\.$`,
    ),
    /^To (?:share|edit) your health information, please use the appropriate section in the side panel\.$/,
  ],
};

/** What the research routes answer, by the names that these pages use. The types are the client's. */
import type * as api from '../../../../src/client/client.ts';

export type Agent = api.ResearchAgent;
export type Budget = Agent['budget'];
export type Threshold = api.EvidenceThreshold;
export type Trigger = api.Trigger;
export type Approval = api.Approval;
export type FileText = api.AgentFile;

/** Requests and responses about research agents. */
import { z } from 'zod';
import { EvidenceThreshold } from '../../src/teams/research/evidence-threshold.ts';
import { InboxItem } from '../../src/teams/research/inbox.ts';
import { Requirements } from '../../src/teams/research/requirements.ts';
import { AgentChange, ResearchAgent } from '../../src/teams/research/research-agent.ts';
import { named } from '../http/schema-docs.ts';
import { PatientId, SessionId } from '../turns/turns.schemas.ts';
import {
  AGENT_CHANGE,
  AGENT_FILE,
  AGENT_FILES,
  AGENT_MESSAGE,
  INBOX_ITEM,
  MESSAGE_RECEIPT,
  NEW_AGENT,
  RESEARCH_AGENT,
} from './research.examples.ts';

const text = z.string().min(1).max(4000);

export const UserId = PatientId.describe('Whose agents');

export const AgentView = named('ResearchAgent', ResearchAgent.omit({ tenant: true }), {
  description: 'An agent that follows research for a user.',
  examples: [RESEARCH_AGENT],
});

export const AgentList = named('ResearchAgentList', z.object({ agents: z.array(AgentView) }));

const NewAgentFields = z.strictObject({
  user_id: UserId,
  patient_id: PatientId.optional().describe('The patient it works for; it is erased with them'),
  session_id: SessionId.describe('The conversation that it reports to'),
  name: z.string().min(3).max(80),
  description: z.string().min(3).max(500),
  message: text.describe('Its first task'),
  evidence_threshold: EvidenceThreshold.optional().describe('When it has found enough'),
  requirements: Requirements.optional().describe('What a source must be to count'),
});

export const NewAgent = named('NewResearchAgent', NewAgentFields, { examples: [NEW_AGENT] });

named('ResearchAgentChange', AgentChange, { examples: [AGENT_CHANGE], minProperties: 1 });
named('EvidenceThreshold', EvidenceThreshold, { description: 'When the evidence is enough.' });
named('Requirements', Requirements, { description: 'What a source must be to count; all that is given must hold.' });

const MessageFields = z.strictObject({
  text,
  more_budget: z.boolean().default(false).describe('Gives a paused agent another budget, so that it continues'),
});

export const AgentMessage = named('AgentMessage', MessageFields, { examples: [AGENT_MESSAGE] });

const ReceiptFields = z.object({
  turn_id: z.string(),
  waiting: z.boolean().describe('It is busy with an earlier message'),
});

export const MessageReceipt = named('AgentMessageReceipt', ReceiptFields, { examples: [MESSAGE_RECEIPT] });

const FileFields = z.object({
  path: z.string(),
  version: z.number(),
  latest: z.number(),
  bytes: z.number(),
  by: z.string(),
  modified_at: z.string(),
  content: z.string(),
});

export const FileView = named('AgentFile', FileFields, { examples: [AGENT_FILE] });

const FilesFields = z.object({
  folders: z.array(z.string()),
  files: z.array(z.object({ path: z.string(), bytes: z.number(), version: z.number(), modified_at: z.string() })),
});

export const FileList = named('AgentFileList', FilesFields, { examples: [AGENT_FILES] });

named('InboxItem', InboxItem, { description: 'What became of a report of an agent.', examples: [INBOX_ITEM] });

export const InboxList = named('InboxList', z.object({ items: z.array(InboxItem) }));

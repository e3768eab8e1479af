/** Examples of the OpenAPI document: a research agent, its weekly trigger, and a mail that waits for approval. */

const AGENT_ID = '5d26ff5d-c65d-5acf-8e14-17ee87665022';
const AT = '2026-11-16T10:20:58.855Z';

export const NEW_AGENT = {
  user_id: 'dr-lee',
  session_id: 'trials',
  name: 'Metformin trials',
  description: 'New trials of metformin in adults',
  message: 'Find phase 3 trials of metformin in adults since 2024',
};

export const RESEARCH_AGENT = {
  id: AGENT_ID,
  user_id: 'dr-lee',
  patient_id: null,
  session_id: 'trials',
  name: 'Metformin trials',
  description: 'New trials of metformin in adults',
  status: 'active' as const,
  evidence_threshold: {
    levels: ['guideline' as const, 'systematic review' as const, 'randomised trial' as const],
    sources: 3,
    max_age_months: null,
  },
  requirements: {},
  budget: { steps: 500, tokens: 2_000_000, seconds: 14_400, cost_usd: 10 },
  spent: { steps: 0, tokens: 0, seconds: 0, cost_usd: 0 },
  created_at: AT,
  last_active: AT,
};

export const AGENT_CHANGE = { status: 'paused' as const };

export const AGENT_MESSAGE = { text: 'Look at children too.' };

export const MESSAGE_RECEIPT = { turn_id: '01a1e3df-d27e-7411-9c7a-6f8f5a3c1f10', waiting: false };

export const AGENT_FILES = {
  folders: ['reports'],
  files: [{ path: 'reports/2026-11-16.md', bytes: 1840, version: 1, modified_at: AT }],
};

export const AGENT_FILE = {
  path: 'reports/2026-11-16.md',
  version: 1,
  latest: 1,
  bytes: 29,
  by: AGENT_ID,
  modified_at: AT,
  content: '# Metformin trials\n\nNone yet.',
};

export const NEW_TRIGGER = {
  agent_id: AGENT_ID,
  schedule: 'every Monday at 8',
  instruction: 'Search for new trials of metformin',
  timezone: 'Europe/Berlin',
};

export const TRIGGER = {
  id: 'd6677d96-f942-50b3-b503-3a5a351e04c2',
  user_id: 'dr-lee',
  agent_id: AGENT_ID,
  schedule: 'every Monday at 8',
  when: { kind: 'cron' as const, pattern: '0 8 * * 1', timezone: 'Europe/Berlin' },
  timezone: 'Europe/Berlin',
  instruction: 'Search for new trials of metformin',
  status: 'pending' as const,
  paused: false,
  held: false,
  fire_at: '2026-11-23T07:00:00.000Z',
  fired: 0,
  last_fired_at: null,
  stands_for: 1,
  counted_from: 0,
  created_at: AT,
};

export const TRIGGER_CHANGE = { schedule: 'every Friday at 16', timezone: 'Europe/Berlin' };

export const APPROVAL = {
  id: '0b8c3a52-3d3e-5b1c-9d1a-9f1a0c3f7a21',
  user_id: 'dr-lee',
  agent_id: AGENT_ID,
  agent_name: 'Metformin trials',
  kind: 'email' as const,
  mail: { to: 'author@example.org', subject: 'Your trial', body: 'Is the data of your trial available?' },
  status: 'pending' as const,
  note: null,
  created_at: AT,
  decided_at: null,
  sent_at: null,
};

export const DECISION = { decision: 'approve' as const, note: 'Fine as it is.' };

export const INBOX_ITEM = {
  report_id: '7f0d7c0e-1c65-5a86-8d0b-2c2f0f0a4f55',
  agent_id: AGENT_ID,
  agent_name: 'Metformin trials',
  session_id: 'trials',
  at: AT,
  state: 'said' as const,
  message: 'Three new trials of metformin were published.',
  reason: null,
};

export const INBOUND_MAIL = {
  message_id: '<reply-1@example.org>',
  in_reply_to: `<${APPROVAL.id}@medfleet.example>`,
  from: 'author@example.org',
  subject: 'Re: Your trial',
  text: 'Yes, on request.',
};

/** Examples of the OpenAPI document: one turn about a blood pressure, as a fleet without a model has answered it. */

const TURN_ID = '01a1e3df-af47-73a8-baa4-fe2e0f00e5fd';
const TEXT = 'My blood pressure was 150/95 this morning. Is that too high?';
const AT = '2026-11-16T10:20:49.864Z';
const REPLY =
  'Blood pressure 150/95 mmHg is above the usual adult range of 90/60 to 120/80 mmHg (MedlinePlus); measured on 16 November 2026.';

export const NEW_TURN = { text: TEXT, patient_id: 'anna', user_location: { timezone: 'Europe/Berlin' } };

export const TURN_RECEIPT = {
  turn_id: TURN_ID,
  session_id: 'morning',
  status: 'queued' as const,
  events_url: `/v1/turns/${TURN_ID}/events`,
  result_url: `/v1/turns/${TURN_ID}`,
};

export const FACT = {
  id: 'f021721e-bfce-5e8a-86b5-01b2ae8f45c3',
  kind: 'observation' as const,
  name: 'Systolic blood pressure',
  value: 150,
  unit: 'mmHg',
  canonical: { value: 150, unit: 'mmHg' },
  effective_time: '2026-11-16T08:00:00.000Z',
  code: { system: 'http://loinc.org', code: '8480-6' },
  confidence: 0.95,
  evidence: { start: 3, end: 28, text: 'blood pressure was 150/95' },
  source_agent: 'MedicalMeasurementsAgent',
};

export const TURN = {
  turn_id: TURN_ID,
  session_id: 'morning',
  patient_id: 'anna',
  user_id: 'anna',
  team: 'health',
  status: 'completed' as const,
  text: TEXT,
  reply: REPLY,
  route: 'patient_consult',
  agent: 'HealthConsultantAgent',
  source_agents: ['HealthConsultantAgent'],
  facts: [FACT],
  corrections: [],
  alarm: null,
  warnings: [],
  red_flags: [],
  medicine_warnings: [],
  citations: [],
  agents: {
    TriageAgent: { status: 'success' as const, ms: 78, attempts: 1 },
    HealthConsultantAgent: { status: 'success' as const, ms: 642, attempts: 1 },
    MedicalMeasurementsAgent: { status: 'success' as const, ms: 247, attempts: 1 },
  },
  usage: { model_calls: 7, input_tokens: 0, output_tokens: 0, cost_usd: 0 },
  error: null,
  created_at: AT,
  timings: { queued_ms: 64, first_delta_ms: 892, reply_ms: 892, total_ms: 966 },
};

export const SESSION_ITEM = {
  session_id: 'morning',
  patient_id: 'anna',
  user_id: 'anna',
  team: 'health',
  created_at: AT,
  title: TEXT,
  updated_at: '2026-11-16T10:20:54.133Z',
  turns: 1,
  status: 'completed' as const,
};

export const SESSION = {
  session_id: 'morning',
  patient_id: 'anna',
  user_id: 'anna',
  team: 'health',
  created_at: AT,
  messages: [
    { role: 'user' as const, text: TEXT, turn_id: TURN_ID, at: AT },
    {
      role: 'assistant' as const,
      text: REPLY,
      agent: 'HealthConsultantAgent',
      turn_id: TURN_ID,
      at: '2026-11-16T10:20:54.133Z',
    },
  ],
  summary: '1 turn; last about Systolic blood pressure.',
  state: { last_user_message: TEXT },
};

export const TEAM = {
  name: 'tutor',
  description: 'Teaches medicine: explanations, quizzes and flashcards.',
  root: 'SupervisorAgent',
  subject: null,
  next_message: 'root' as const,
  agents: [
    {
      name: 'QuizAgent',
      type: 'llm',
      description: 'Asks questions and marks the answers.',
      parent: 'QuizWithProgress',
      transfers: [],
      offline: true,
    },
  ],
};

/**
 * The offline work of one health turn, stage by stage: the requests that triage, the four extractors and the
 * consultant make, with what the consultant's tools would have returned. No Redis, no queue, no journal.
 */
import type { Message, ModelRequest, ToolCall } from '../../src/engine/models/model.ts';
import { createOffline } from '../../src/engine/models/offline/offline.ts';
import { RULES } from '../../src/teams/health/offline/rules.ts';
import { redFlagPreface } from '../../src/teams/red-flag-preface.ts';
import { readHere } from '../support/reading.ts';

/** What the stages of a turn pass to each other. */
export type Turn = { message: string; place: { timezone: string; locale: string }; calls: ToolCall[]; reply: string };
export type Stage = { name: string; run(turn: Turn): Promise<void> };

const NOW = '2026-11-15T10:00:00.000Z';
const TIMEZONE = 'Europe/Berlin';
const EXTRACTORS = ['DataEntryAgent', 'DataExtractorAgent', 'MedicalMeasurementsAgent', 'MedicalContextAgent'];
const TOOLS = [
  'get_patient_record',
  'get_series',
  'review_body_system',
  'check_interactions',
  'ask_record',
  'ask_about_topic',
];
const MAX_STEPS = 5;

const reading = (name: string, value: number, unit: string, effective_time: string) => ({
  name,
  value,
  unit,
  effective_time,
});
const RECORD = {
  counts: {},
  record: {
    conditions: [
      { name: 'Type 2 diabetes', status: 'active', recorded_at: '2025-01-10T00:00:00Z' },
      { name: 'Hypertension', status: 'active', recorded_at: '2018-05-02T00:00:00Z' },
    ],
    symptoms: [{ name: 'Headache', duration: 'three days', recorded_at: '2026-10-02T00:00:00Z' }],
    medications: [
      { name: 'Metformin', value: 500, unit: 'mg', frequency: 'twice a day', status: 'active' },
      { name: 'Lisinopril', value: 10, unit: 'mg', frequency: 'every morning', status: 'active' },
    ],
    allergies: [{ name: 'Penicillin', reaction: 'hives', recorded_at: '2020-01-10T00:00:00Z' }],
    observations: [
      reading('HbA1c', 7.4, '%', '2026-03-03'),
      reading('HbA1c', 6.9, '%', '2026-09-01'),
      reading('ALT', 62, 'U/L', '2026-08-20'),
      reading('Systolic blood pressure', 150, 'mmHg', '2026-10-01'),
      reading('Diastolic blood pressure', 95, 'mmHg', '2026-10-01'),
      reading('Weight', 86, 'kg', '2026-09-20'),
    ],
    encounters: [{ name: 'Visit with cardiologist', specialty: 'Cardiology', effective_time: '2026-02-11' }],
    procedures: [],
    documents: [],
  },
  more: [],
};
const SERIES = {
  name: 'HbA1c',
  unit: '%',
  reference_range: null,
  trend: 'falling',
  change: null,
  total: 2,
  points: [
    { date: '2026-09-01', value: 6.9, interpretation: 'high' },
    { date: '2026-03-03', value: 7.4, interpretation: 'high' },
  ],
};
const RESULTS: Readonly<Record<string, unknown>> = {
  get_patient_record: RECORD,
  get_series: { series: [SERIES] },
  review_body_system: {
    system: 'cardiovascular',
    observations: [SERIES],
    conditions: RECORD.record.conditions,
    symptoms: [],
    medications: RECORD.record.medications,
    family_history: [],
    not_measured: [],
  },
  check_interactions: {
    checked: [],
    against: { medications: [], allergies: [] },
    conflicts: [],
    unknown: [],
    note: '',
  },
  ask_record: { result: 'Your highest systolic blood pressure this year was 150 mmHg, on 1 October.' },
};

const redFlags = redFlagPreface(readHere);
const model = createOffline((_team, agent) => RULES[agent]);
const { signal } = new AbortController();

export const STAGES: readonly Stage[] = [
  {
    name: 'triage',
    async run(turn) {
      const { text, calls } = await ask('TriageAgent', [user(turn.message)]);
      turn.calls = calls;
      turn.reply = text;
    },
  },
  ...EXTRACTORS.map((agent) => ({
    name: agent,
    async run({ message }: Turn) {
      await ask(agent, [user(message)], { output: {} });
    },
  })),
  { name: 'reply', run: reply },
  {
    name: 'red flags',
    async run(turn) {
      const preface = await redFlags({ text: turn.message, user_location: turn.place });
      turn.reply = `${preface.text}\n\n${turn.reply}`;
    },
  },
];

/** A space more in another place each round: a message that was seen before would be answered from what the process remembers of it. */
export function turnOf(message: string, round: number): Turn {
  const words = message.split(' ');
  const gap = 1 + (round % (words.length - 1));
  const text = `${words.slice(0, gap).join(' ')} ${' '.repeat(Math.floor(round / 50))} ${words.slice(gap).join(' ')}`;
  return { message: text, place: { timezone: TIMEZONE, locale: 'en-GB' }, calls: [], reply: '' };
}

/** The consultant that triage chose: it calls its tools, then answers. */
async function reply(turn: Turn): Promise<void> {
  const [transfer] = turn.calls;
  const agent = String(transfer?.args.agent_name ?? 'HealthConsultantAgent');
  const messages = [user(turn.message)];
  for (let step = 0; step < MAX_STEPS; step += 1) {
    const { text, calls } = await ask(agent, messages, { tools: TOOLS });
    turn.reply = text;
    if (calls.length === 0) return;
    messages.push({ role: 'model', parts: calls.map((call) => ({ type: 'call', call })) });
    messages.push({
      role: 'tool',
      parts: calls.map(({ id, name }) => ({ type: 'response', id, name, result: RESULTS[name] })),
    });
  }
}

async function ask(
  agent: string,
  messages: Message[],
  { tools = [], output }: { tools?: string[]; output?: Record<string, unknown> } = {},
): Promise<{ text: string; calls: ToolCall[] }> {
  const request: ModelRequest = {
    team: 'health',
    agent,
    model: 'offline',
    instruction: '',
    messages,
    tools: tools.map((name) => ({ name, description: name, parameters: {} })),
    settings: {},
    context: { now: NOW, timezone: TIMEZONE, state: {} },
    ...(output && { output }),
  };
  let text = '';
  const calls: ToolCall[] = [];
  for await (const chunk of model.stream(request, signal)) {
    if (chunk.type === 'text') text += chunk.text;
    else if (chunk.type === 'call') calls.push(chunk.call);
  }
  return { text, calls };
}

function user(text: string): Message {
  return { role: 'user', parts: [{ type: 'text', text }] };
}

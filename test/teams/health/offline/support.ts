/** Builds the requests that a run would make, and gathers what the offline model streams back. */

import type { Message, ModelAnswer, ModelChunk, ModelRequest } from '../../../../src/engine/models/model.ts';
import { gatewayFor } from '../../../support/models.ts';

export const offline = await gatewayFor({});

export const NOW = '2026-11-15T10:00:00.000Z';

/** What `get_patient_record` returns for a new patient. */
export const NOTHING = {
  conditions: [],
  medications: [],
  allergies: [],
  symptoms: [],
  observations: [],
  encounters: [],
  procedures: [],
  documents: [],
};

export const user = (text: string): Message => ({ role: 'user', parts: [{ type: 'text', text }] });
export const model = (text: string): Message => ({ role: 'model', parts: [{ type: 'text', text }] });
export const called = (name: string, args: Record<string, unknown> = {}): Message => ({
  role: 'model',
  parts: [{ type: 'call', call: { id: name, name, args } }],
});
export const responded = (name: string, result: unknown): Message => ({
  role: 'tool',
  parts: [{ type: 'response', id: name, name, result }],
});

export function request(
  agent: string,
  messages: Message[],
  more: Partial<ModelRequest> & { toolNames?: string[] } = {},
): ModelRequest {
  const { toolNames = [], ...rest } = more;
  return {
    team: 'health',
    agent,
    model: 'offline',
    instruction: '',
    messages,
    tools: toolNames.map((name) => ({ name, description: name, parameters: {} })),
    settings: {},
    context: { now: NOW, timezone: 'Europe/Berlin', state: {} },
    ...rest,
  };
}

export async function chunksFor(asked: ModelRequest, signal = new AbortController().signal): Promise<ModelChunk[]> {
  const chunks: ModelChunk[] = [];
  for await (const chunk of offline.stream(asked, signal)) chunks.push(chunk);
  return chunks;
}

export async function ask(asked: ModelRequest): Promise<ModelAnswer> {
  const usage = { input_tokens: -1, output_tokens: -1, cost_usd: -1 };
  const answer: ModelAnswer = { text: '', calls: [], citations: [], usage };
  for (const chunk of await chunksFor(asked)) {
    if (chunk.type === 'text') answer.text += chunk.text;
    else if (chunk.type === 'call') answer.calls.push(chunk.call);
    else if (chunk.type === 'usage') answer.usage = chunk.usage;
  }
  return answer;
}

export const TOOLS = ['get_patient_record', 'ask_record'];

type Told = { before?: string[]; record?: unknown; answers?: string[]; lastReply?: string };

/** The reply of the consultant. */
export async function consult(text: string, { before = [], record = NOTHING, answers = [], lastReply }: Told = {}) {
  const messages: Message[] = [
    ...before.flatMap((said) => [user(said), model(lastReply ?? '…')]),
    user(text),
    called('x'),
    responded('get_patient_record', record),
    ...answers.map((answer) => responded('ask_record', answer)),
  ];
  // Questions to the record are checked by other tests.
  const toolNames = answers.length > 0 ? TOOLS : ['get_patient_record'];
  return (await ask(request('HealthConsultantAgent', messages, { toolNames }))).text;
}

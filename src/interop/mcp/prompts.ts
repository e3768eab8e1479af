/** The prompts of the MCP server, as data: each is for those who may use the tools that it names. */
import type { GetPromptResult, Prompt } from '@modelcontextprotocol/server';

type PromptSpec = Prompt & { tools: readonly string[]; text: string };

const PATIENT = { name: 'patient_id', description: 'The patient whose record this is about', required: true };

const PROMPTS: readonly PromptSpec[] = [
  {
    name: 'prepare_visit',
    title: 'Prepare a visit',
    description: 'What a clinician should know before seeing a patient, from the record.',
    arguments: [PATIENT],
    tools: ['read_record', 'get_observations'],
    text:
      'Read the record of patient {patient_id} with read_record, and the series that matter with get_observations. Sum up for a clinician: ' +
      'conditions, medicines, allergies, what has changed, and what to ask. Name the entry that each statement rests on, and say what is missing.',
  },
  {
    name: 'ask_record',
    title: 'Ask a record',
    description: 'One question about a patient, answered from the record alone.',
    arguments: [PATIENT, { name: 'question', description: 'The question, in plain words', required: true }],
    tools: ['query_record'],
    text: 'Answer this question about patient {patient_id} from query_record alone, and say so if the record does not hold the answer:\n{question}',
  },
  {
    name: 'tell_health',
    title: 'Tell the health team',
    description: 'Sends what a patient says to the health team and gives back its reply.',
    arguments: [PATIENT, { name: 'text', description: 'What the patient says, word for word', required: true }],
    tools: ['send_turn'],
    text: 'Send this with send_turn to the team health for patient {patient_id}, word for word, and give back the whole reply:\n{text}',
  },
];

export function promptsFor(tools: ReadonlySet<string>): Prompt[] {
  return PROMPTS.filter((one) => one.tools.every((tool) => tools.has(tool))).map(
    ({ tools: _tools, text: _text, ...prompt }) => prompt,
  );
}

export function promptMessages(name: string, given: Record<string, string>): GetPromptResult['messages'] {
  const { text = '' } = PROMPTS.find((one) => one.name === name) ?? {};
  const filled = text.replace(/\{(\w+)\}/g, (_all, argument: string) => given[argument] ?? '');
  return [{ role: 'user', content: { type: 'text', text: filled } }];
}

/** An input for each function that it can work on without a model, and how a client runs one. */
import type { FunctionName } from '../../src/functions/agent-function.ts';
import { functionEndpoint } from '../../src/functions/describe.ts';
import { FUNCTIONS } from '../../src/functions/functions.ts';
import type { Api } from './api.ts';

export const NOTE =
  'The blood pressure of the patient was 142/91 mmHg in May. Ramipril 5 mg was started because of it. ' +
  'The cough of the first weeks went away. A control of potassium is planned for June.';

export const INPUTS: Readonly<Record<FunctionName, Record<string, unknown>>> = {
  extract_structure: { content: NOTE, extraction_type: 'keywords' },
  summarize_content: { content: NOTE, target_tokens: 40 },
  generate_code: { specification: 'A function that adds two numbers' },
  analyze_artifact: {
    artifact: 'export const sum = (a, b) => a + b;\n',
    artifact_type: 'code',
    analysis_type: 'quality',
  },
  validate_against_spec: { artifact: NOTE, specification: 'Must mention potassium' },
  synthesize_outputs: {
    artifacts: [
      { id: 'one', content: NOTE },
      { id: 'two', content: 'Ramipril was stopped.' },
    ],
  },
  decompose_task: { task: 'Read the chapter, then summarize it, then check the summary' },
  cross_reference: { query_artifact: 'potassium and ramipril' },
};

export const OFFLINE = (Object.keys(INPUTS) as FunctionName[]).filter((name) => name !== 'generate_code');

/** Fields with this text as the content; of a list of artifacts, as its only one. */
export function contentOf(name: FunctionName, text: string): Record<string, unknown> {
  const field = String(FUNCTIONS.get(name)?.content);
  return { [field]: name === 'synthesize_outputs' ? [{ content: text }] : text };
}

/** The answer of a run that has ended, or of the request that was refused. Waits for longer than any of them takes. */
export function runFunction(
  api: Pick<Api, 'call'>,
  name: FunctionName,
  fields: Record<string, unknown> = {},
  headers: Record<string, string> = {},
) {
  return api.call('POST', `${functionEndpoint(name)}?wait=60`, { ...INPUTS[name], ...fields }, headers);
}

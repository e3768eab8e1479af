/** CONTEXT_BUDGET_DEFAULTS of the functions document, in tokens. Its other set of numbers is not used: decision 031. */
import type { Budget, FunctionName } from './agent-function.ts';

export const CONTEXT_BUDGET_DEFAULTS: Readonly<Record<FunctionName, Budget>> = {
  extract_structure: { input: 16_384, output: 2_048 },
  summarize_content: { input: 8_192, output: 4_096 },
  generate_code: { input: 4_096, output: 8_192 },
  analyze_artifact: { input: 16_384, output: 2_048 },
  validate_against_spec: { input: 4_096, output: 1_024 },
  synthesize_outputs: { input: 8_192, output: 4_096 },
  decompose_task: { input: 4_096, output: 2_048 },
  cross_reference: { input: 2_048, output: 4_096 },
};

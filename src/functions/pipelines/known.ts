/** What pipelines may refer to: the functions, the presets, and the names that requests have taken. */
import { FUNCTION_NAMES } from '../agent-function.ts';
import { FUNCTIONS } from '../functions.ts';
import type { Presets } from '../runtime/preset.ts';
import type { KnownToPipelines } from './check.ts';

/** Fields of a request to run something, beside the inputs of its own. */
export const RESERVED_INPUTS = [
  'quality',
  'cache',
  'user_id',
  'patient_id',
  'conversation_id',
  'message_id',
  'preset',
  'variant',
  'over_budget',
  'citations',
] as const;

export function knownToPipelines(presets: Presets): KnownToPipelines {
  return {
    functionOf: (name) => FUNCTIONS.get(name),
    functions: FUNCTION_NAMES,
    presets: [...presets.keys()],
    reserved: RESERVED_INPUTS,
  };
}

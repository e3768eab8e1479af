/**
 * The audit hash of a call: everything that its output depends on. It is the key of the cached result, so that the same call is not
 * paid for twice, and any change of model, preset, instruction or library is another call.
 */

import type { CallOptions } from '../../engine/run/functions.ts';
import { canonicalJson } from '../../platform/canonical-json.ts';
import { sha256 } from '../../platform/sha256.ts';
import type { AgentFunction } from '../agent-function.ts';
import type { Preset } from './preset.ts';

/** Goes up when a rule or `finish` changes what it makes of the same input: results from before are then void. */
const CONTRACT_VERSION = 1;

type Call = {
  fn: AgentFunction;
  input: unknown;
  /** Of these, the sources count, and what is done with input above the budget. */
  options: Pick<CallOptions, 'citations' | 'over_budget'>;
  preset: Preset;
  servedBy: readonly string[];
  /** Null where the output does not depend on the library. */
  libraryGeneration: string | null;
};

export function auditHash({ fn, input, options, preset, servedBy, libraryGeneration }: Call): string {
  const { citations = null, over_budget = null } = options;
  const { name, instruction } = fn;
  const described = {
    function: name,
    contract: CONTRACT_VERSION,
    instruction,
    input,
    options: { citations, over_budget },
    preset,
    served_by: servedBy,
    library: libraryGeneration,
  };
  return sha256(canonicalJson(described));
}

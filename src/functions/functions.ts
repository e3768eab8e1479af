/** All functions, by name. */
import type { AgentFunction } from './agent-function.ts';
import { analyzeArtifact } from './analyze-artifact.ts';
import { crossReference } from './cross-reference.ts';
import { decomposeTask } from './decompose-task.ts';
import { extractStructure } from './extract-structure.ts';
import { generateCode } from './generate-code.ts';
import { summarizeContent } from './summarize-content.ts';
import { synthesizeOutputs } from './synthesize-outputs.ts';
import { validateAgainstSpec } from './validate-against-spec.ts';

const ALL: readonly AgentFunction[] = [
  extractStructure,
  summarizeContent,
  generateCode,
  analyzeArtifact,
  validateAgainstSpec,
  synthesizeOutputs,
  decomposeTask,
  crossReference,
];

export const FUNCTIONS: ReadonlyMap<string, AgentFunction> = new Map(ALL.map((fn) => [fn.name, fn]));

/** The functions of a process: the parts that all of its fleets share, and the functions themselves over one connection to Redis. */
import { join } from 'node:path';
import { PIPELINES } from '../engine/agents/load.ts';
import type { Team } from '../engine/agents/team.ts';
import type { Functions, Kept } from '../engine/run/functions.ts';
import type { RunContext } from '../engine/run/context.ts';
import type { TeamModule } from '../engine/run/team-module.ts';
import type { Task } from '../engine/task/task.ts';
import type { Objects } from '../engine/workspace/objects.ts';
import type { Closers } from '../platform/closers.ts';
import type { Config } from '../platform/config.ts';
import type { RedisClient } from '../platform/lua.ts';
import { openAnalysers } from './analysis/open-analysers.ts';
import type { Analysers } from './analysis/analysers.ts';
import { citedContent } from './citations/cited-content.ts';
import { citingInstruction } from './citations/citing-instruction.ts';
import { FUNCTIONS } from './functions.ts';
import { functionsModule } from './functions-module.ts';
import { functionsTeam } from './functions-team.ts';
import type { Library } from './library/store.ts';
import { loadPipelines } from './pipelines/load.ts';
import { createFunctions } from './runtime/call-function.ts';
import { type FunctionThreads, openFunctionThreads } from './runtime/function-threads.ts';
import type { Presets } from './runtime/preset.ts';
import { loadPresets } from './runtime/presets-file.ts';
import { pipelineArtifact } from './state/artifact.ts';
import { type ArtifactStore, createArtifactStore } from './state/artifacts.ts';
import { createResultCache } from './state/redis-result-cache.ts';
import type { Owner, ResultCache } from './state/result-cache.ts';

/** What a process opens once. */
export type FunctionParts = {
  presets: Presets;
  threads: FunctionThreads;
  analysers: Analysers;
  library: Library;
  artifactObjects: Objects;
};

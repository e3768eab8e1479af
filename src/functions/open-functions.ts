/** The functions over one connection to Redis: what is called, what is kept of it, and what is erased with a person. */
import type { Functions, RunContext } from '../engine/run/context.ts';
import type { Kept } from '../engine/run/functions.ts';
import type { Erased, TeamModule } from '../engine/run/team-module.ts';
import type { Subject } from '../engine/task/task.ts';
import type { Objects } from '../engine/workspace/objects.ts';
import type { RedisClient } from '../platform/lua.ts';
import type { Analysers } from './analysis/analysers.ts';
import { citedContent } from './citations/cited-content.ts';
import { citingInstruction } from './citations/citing-instruction.ts';
import { FUNCTIONS } from './functions.ts';
import { functionsModule } from './functions-module.ts';
import type { Library } from './library/library.ts';
import { createFunctions } from './runtime/call-function.ts';
import type { FunctionThreads } from './runtime/function-threads.ts';
import type { Presets } from './runtime/preset.ts';
import { pipelineArtifact } from './state/artifact.ts';
import { type ArtifactStore, createArtifactStore } from './state/artifacts.ts';
import { createResultCache, type ErasableResultCache } from './state/redis-result-cache.ts';
import { ownerOf } from './state/result-cache.ts';

/** What a process opens once. */
export type FunctionParts = {
  presets: Presets;
  threads: FunctionThreads;
  analysers: Analysers;
  library: Library;
  artifactObjects: Objects;
};

export type OpenFunctions = { functions: Functions; module: TeamModule; artifacts: ArtifactStore };

export function openFunctions(parts: FunctionParts, redis: RedisClient, tag: string): OpenFunctions {
  const { presets, threads, analysers, library } = parts;
  const cache = createResultCache(redis, tag);
  const artifacts = createArtifactStore(redis, tag, parts.artifactObjects);
  const calls = createFunctions({
    functions: FUNCTIONS,
    presets,
    threads,
    cache,
    helpers: ({ task: { tenant, user_id }, signal }) => ({
      library: library.searchAs({ tenant, user_id }),
      analysers,
      signal,
    }),
    compress: (text, tokens, signal) => threads.run('compress', { text, tokens }, signal),
    citingInstruction,
    citedContent,
  });
  const functions: Functions = { ...calls, keep: (kept, context) => keep({ cache, artifacts }, kept, context) };
  const module = functionsModule((tenant, who) => erase({ cache, artifacts, library }, tenant, who));
  return { functions, module, artifacts };
}

type Stores = { cache: ErasableResultCache; artifacts: ArtifactStore };

async function keep({ cache, artifacts }: Stores, kept: Kept, { task, runId }: RunContext): Promise<void> {
  const { tier, pipeline, stage, item, artifact, value } = kept;
  const name = item === undefined ? stage : `${stage}:${item}`;
  if (tier === 'compression_cache') return cache.put(ownerOf(task), pipeline, name, value);
  const isText = typeof value === 'string';
  await artifacts.save(ownerOf(task), {
    ...pipelineArtifact(pipeline, stage, artifact, item ?? artifact),
    mime_type: isText ? 'text/plain' : 'application/json',
    data: Buffer.from(isText ? value : JSON.stringify(value)),
    metadata: { source: 'pipeline', run_id: task.id },
    key: `${task.id}.${runId}`,
  });
}

async function erase(
  { cache, artifacts, library }: Stores & { library: Library },
  tenant: string,
  who: Subject,
): Promise<Erased> {
  const results = await cache.erase(tenant, who);
  const saved = await artifacts.erase(tenant, who);
  const removed = await library.erase(tenant, who);
  return {
    keys: (results.keys ?? 0) + (saved.keys ?? 0),
    files: (saved.files ?? 0) + removed.documents,
    stays: [...(results.stays ?? []), ...(saved.stays ?? [])],
  };
}

/** The order of a pipeline's stages: which must be done before which, from what they refer to and from what they say that they need. */
import type { Pipeline, Stage } from './pipeline.ts';
import { referencesIn } from './references.ts';

/** The ids of the stages that a stage builds on. */
export function needsOf({ input, citations, for_each, needs }: Stage): string[] {
  const referred = referencesIn([input, citations ?? null, for_each?.in ?? null]).flatMap(({ reference }) => {
    const [first, second] = reference ?? [];
    return (first === 'stages' || first === 'same') && second !== undefined ? [second] : [];
  });
  return [...new Set([...needs, ...referred])];
}

const known = new WeakMap<Pipeline, Stage[][]>();

/** Stages that can run side by side are one level. Throws for a circle, which the loader has refused. */
export function levelsOf(pipeline: Pipeline): Stage[][] {
  const levels = known.get(pipeline) ?? findLevels(pipeline);
  known.set(pipeline, levels);
  return levels;
}

function findLevels({ id, stages }: Pipeline): Stage[][] {
  const done = new Set<string>();
  const levels: Stage[][] = [];
  while (done.size < stages.length) {
    const ready = stages.filter((stage) => !done.has(stage.id) && needsOf(stage).every((need) => done.has(need)));
    if (ready.length === 0) throw new Error(`the stages of ${id} depend on one another in a circle`);
    levels.push(ready);
    for (const stage of ready) done.add(stage.id);
  }
  return levels;
}

/** A stage and all that build on it. */
export function dependentsOf({ stages }: Pipeline, from: string): Set<string> {
  const found = new Set([from]);
  for (const _ of stages)
    for (const stage of stages) if (needsOf(stage).some((need) => found.has(need))) found.add(stage.id);
  return found;
}

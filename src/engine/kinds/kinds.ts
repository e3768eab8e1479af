/** The kinds of agents. A new one is a file beside this and a line here. */
import type { RunAgent } from '../run/context.ts';
import { functionKind } from './function.ts';
import type { Kind, KindOf, Kinds } from './kind.ts';
import { llm } from './llm.ts';
import { loop } from './loop.ts';
import { parallel } from './parallel.ts';
import { pipelineKind } from './pipeline.ts';
import { remote } from './remote.ts';
import { sequential } from './sequential.ts';

export const KINDS: Kinds = {
  llm,
  parallel: parallel(kindOf),
  sequential: sequential(kindOf),
  loop: loop(kindOf),
  function: functionKind,
  pipeline: pipelineKind,
  remote,
};

export function kindOf(agent: Parameters<KindOf>[0]): Kind {
  return KINDS[agent.type];
}

export const runAnyKind: RunAgent = (agent, context) => kindOf(agent).run(agent, context);

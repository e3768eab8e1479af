/** What the agents' files may refer to, gathered from the places that define it. */
import type { KnownToAgents } from './agents/rules/rule.ts';
import { WORKER_QUEUES } from './agents/worker-queues.ts';
import { KINDS } from './kinds/kinds.ts';
import { equip } from './run/equipment.ts';
import type { TeamModule } from './run/team-module.ts';

/** `functions`: which an agent may have as tools, or call as an agent of that type. */
export function knownToAgents(
  modules: readonly TeamModule[],
  models: readonly string[] | null = null,
  functions: readonly string[] = [],
): KnownToAgents {
  const equipmentOf = equip(modules);
  return {
    kinds: KINDS,
    queues: WORKER_QUEUES,
    models,
    functions,
    team(name) {
      const { tools, outputs, callbacks } = equipmentOf(name);
      return {
        tools: new Map([...functions.map((name) => [name, {}] as const), ...tools]),
        outputs: Object.keys(outputs),
        callbacks: Object.fromEntries(Object.entries(callbacks).map(([hook, named]) => [hook, Object.keys(named)])),
      };
    },
  };
}

/** What the agents of one team can use: the engine's own tools and callbacks, and those of the team's module. */
import { currentTime } from '../tools/current-time.tool.ts';
import { fetchPage } from '../tools/fetch-page.tool.ts';
import { FILE_TOOLS } from '../tools/file-tools.ts';
import type { Tool } from '../tools/tool.ts';
import { type CallbackRegistry, HOOKS } from './callback.ts';
import { ENGINE_CALLBACKS } from './callbacks.ts';
import type { Output, TeamModule } from './team-module.ts';

const ENGINE_TOOLS: readonly Tool[] = [currentTime, fetchPage, ...FILE_TOOLS];

export type Equipment = {
  module: TeamModule;
  tools: ReadonlyMap<string, Tool>;
  outputs: Readonly<Record<string, Output>>;
  callbacks: CallbackRegistry;
};

/** By team name. A team without a module has the engine's equipment only. */
export type EquipmentOf = (team: string) => Equipment;

export function equip(modules: readonly TeamModule[]): EquipmentOf {
  const equipped = new Map(modules.map((module) => [module.name, equipmentOf(module)]));
  return (team) => {
    const known = equipped.get(team) ?? equipmentOf({ name: team, subject: null });
    equipped.set(team, known);
    return known;
  };
}

function equipmentOf(module: TeamModule): Equipment {
  const tools = new Map([...ENGINE_TOOLS, ...(module.tools ?? [])].map((tool) => [tool.name, tool]));
  const callbacks = Object.fromEntries(
    HOOKS.map((hook) => [hook, { ...ENGINE_CALLBACKS[hook], ...module.callbacks?.[hook] }]),
  ) as CallbackRegistry;
  return { module, tools, outputs: module.outputs ?? {}, callbacks };
}

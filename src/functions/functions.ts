/** All functions, by name. */
import type { AgentFunction } from './agent-function.ts';
import { generateCode } from './generate-code.ts';

const ALL: readonly AgentFunction[] = [generateCode];

export const FUNCTIONS: ReadonlyMap<string, AgentFunction> = new Map(ALL.map((fn) => [fn.name, fn]));

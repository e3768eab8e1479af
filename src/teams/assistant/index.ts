/** The assistant: Beto hands each wish over to the specialist whose work it is. What it keeps for a user is scoped to tenant and user. */
import type { TeamModule } from '../../engine/run/team-module.ts';
import { readRules } from '../reading.ts';
import { besideRedFlags, redFlagPreface } from '../red-flag-preface.ts';
import type { TeamParts } from '../team-parts.ts';
import { CALLBACKS } from './callbacks.ts';
import { createCodeRuns } from './coder/code-runs.ts';
import { saidBefore } from './handled.ts';
import { RULES } from './offline/rules.ts';
import { openAssistantStores } from './store/open-stores.ts';
import { calendarTools } from './tools/calendar-tools.ts';
import { homeTools } from './tools/home-tools.ts';
import { memoryTools } from './tools/memory-tools.ts';
import { readCodeRun } from './tools/read-code-run.tool.ts';
import { runCode } from './tools/run-code.tool.ts';
import { startCodeRun } from './tools/start-code-run.tool.ts';
import { todoTools } from './tools/todo-tools.ts';

const TEAM = 'assistant';

export function assistantTeam({ config, redis, keys, fleet, reading, sandbox }: TeamParts): TeamModule {
  const stores = openAssistantStores(redis, keys?.tag ?? '');
  const codeRuns = createCodeRuns({ redis, keys, fleet });
  return {
    name: TEAM,
    subject: null,
    tools: [
      ...memoryTools(stores.notes),
      ...calendarTools(stores.events),
      ...todoTools(stores.todos),
      ...homeTools(() => config),
      startCodeRun(codeRuns),
      readCodeRun(codeRuns),
      runCode(sandbox),
    ],
    callbacks: CALLBACKS,
    offline: readRules(reading, TEAM, RULES),
    before: redFlagPreface(reading),
    beside: besideRedFlags,
    fanIn: async ({ state }) => ({ sources: saidBefore(state) }),
    outwardQuery: (wish) => reading.read('assistantQuery', wish),
    erase: {
      stop: async () => undefined,
      forget: async (tenant, { id }) => stores.erase({ tenant, user_id: id }),
    },
  };
}

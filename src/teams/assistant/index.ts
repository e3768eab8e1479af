/** The assistant: Beto hands each wish over to the specialist whose work it is. What it keeps for a user is scoped to tenant and user. */
import type { TeamModule } from '../../engine/run/team-module.ts';
import { readRules } from '../reading.ts';
import { redFlagPreface } from '../red-flag-preface.ts';
import type { TeamParts } from '../team-parts.ts';
import { CALLBACKS } from './callbacks.ts';
import { createCodeRuns } from './coder/code-runs.ts';
import { createNoteStore } from './memory/note-store.ts';
import { RULES } from './offline/rules.ts';
import { storeKeys } from './store/keys.ts';
import { createTodoStore } from './todo/todo-store.ts';
import { homeTools } from './tools/home-tools.ts';
import { memoryTools } from './tools/memory-tools.ts';
import { readCodeRun } from './tools/read-code-run.tool.ts';
import { startCodeRun } from './tools/start-code-run.tool.ts';
import { todoTools } from './tools/todo-tools.ts';

const TEAM = 'assistant';

export function assistantTeam({ config, redis, keys, fleet, reading }: TeamParts): TeamModule {
  const stored = { redis, keys: storeKeys(keys?.tag ?? '') };
  const notes = createNoteStore(stored);
  const todos = createTodoStore(stored);
  const codeRuns = createCodeRuns({ redis, keys, fleet });
  return {
    name: TEAM,
    subject: null,
    tools: [
      ...memoryTools(notes),
      ...todoTools(todos),
      ...homeTools(() => config),
      startCodeRun(codeRuns),
      readCodeRun(codeRuns),
    ],
    callbacks: CALLBACKS,
    offline: readRules(reading, TEAM, RULES),
    before: redFlagPreface(reading),
    outwardQuery: (wish) => reading.read('assistantQuery', wish),
  };
}

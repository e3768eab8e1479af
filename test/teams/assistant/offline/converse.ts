/** The agents that keep something for a user, without a model and with their real stores, for the conversations of a test file. */
import { beforeAll, expect } from 'vitest';
import { CALENDAR_RULE } from '../../../../src/teams/assistant/offline/calendar.ts';
import { MEMORY_RULE } from '../../../../src/teams/assistant/offline/memory.ts';
import { TODO_RULE } from '../../../../src/teams/assistant/offline/todo.ts';
import { type AssistantStores, openAssistantStores } from '../../../../src/teams/assistant/store/open-stores.ts';
import { calendarTools } from '../../../../src/teams/assistant/tools/calendar-tools.ts';
import { memoryTools } from '../../../../src/teams/assistant/tools/memory-tools.ts';
import { todoTools } from '../../../../src/teams/assistant/tools/todo-tools.ts';
import { testStore, type Who } from '../support.ts';
import { talkTo } from './talk.ts';

export type Agent = 'memory' | 'todo' | 'calendar';

export function conversations() {
  let stores: AssistantStores;
  beforeAll(() => {
    const { redis, keys } = testStore();
    stores = openAssistantStores(redis, keys.tag);
  });
  const agents = {
    memory: (who?: Who) => talkTo(MEMORY_RULE, memoryTools(stores.notes), who),
    todo: (who?: Who) => talkTo(TODO_RULE, todoTools(stores.todos), who),
    calendar: (who?: Who) => talkTo(CALENDAR_RULE, calendarTools(stores.events), who),
  };
  const converse = async (agent: Agent, lines: readonly (readonly [string, string])[], who?: Who): Promise<void> => {
    const say = agents[agent](who);
    for (const [said, reply] of lines) expect([said, await say(said)]).toEqual([said, reply]);
  };
  return { agents, converse, stores: () => stores };
}

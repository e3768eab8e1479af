/** Everything that the assistant keeps for its users, over one Redis; and how it is erased. */
import type { Erased } from '../../../engine/run/team-module.ts';
import type { RedisClient } from '../../../platform/lua.ts';
import { createEventStore } from '../calendar/event-store.ts';
import { createFeeds } from '../calendar/feeds.ts';
import { createNoteStore } from '../memory/note-store.ts';
import { createTodoStore } from '../todo/todo-store.ts';
import { storeKeys } from './keys.ts';
import type { Owner } from './owner.ts';

export type AssistantStores = ReturnType<typeof openAssistantStores>;

/** Uses `redis` only when a store is used. */
export function openAssistantStores(redis: RedisClient, tag: string) {
  const parts = { redis, keys: storeKeys(tag) };
  const notes = createNoteStore(parts);
  const todos = createTodoStore(parts);
  const events = createEventStore(parts);
  const feeds = createFeeds(parts);
  return {
    notes,
    todos,
    events,
    feeds,

    async erase(owner: Owner): Promise<Erased> {
      const hadFeed = await feeds.revoke(owner);
      const counts = await Promise.all([notes.erase(owner), todos.erase(owner), events.erase(owner)]);
      return { keys: counts.reduce((sum, count) => sum + count, hadFeed ? 2 : 0) };
    },
  };
}

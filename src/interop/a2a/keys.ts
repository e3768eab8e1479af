/** The keys of the A2A server in Redis. A task itself, its text and its events are the engine's; these point to them by id. */
import { type KeyBuilders, keyBuilders } from '../../platform/keys.ts';

export const LAYOUT = {
  /** Ids of the tasks that came in over A2A, by time of arrival: of a tenant, and of one of its users. */
  tenant_tasks: 'a2a:tasks:{tenant}',
  user_tasks: 'a2a:tasks:{tenant}:{user}',
  /** A task that asks for what its message did not say, until it is answered. */
  asked: 'a2a:asked:{id}',
  /** Push configs of a task, by their ids. */
  configs: 'a2a:push:{task}:configs',
  /** How far the events of a task were delivered to one config. */
  delivery: 'a2a:push:{task}:delivery:{config}',
  /** `task~config` of deliveries that may have events to come, by the time of the last look. */
  open_deliveries: 'a2a:push:open',
  /** `task~config` of deliveries that were given up, by time. */
  failed_deliveries: 'a2a:push:failed:{tenant}',
} as const;

/** Of the engine's layout, what the scripts here read. */
export const ENGINE_LAYOUT = { task: 'task:{id}', events: 'task:{id}:events' } as const;

export type A2aKeys = KeyBuilders<typeof LAYOUT> & { tag: string };

export function a2aKeys(tag: string): A2aKeys {
  return { ...keyBuilders(tag, LAYOUT), tag };
}

/** Ids of tasks are made here; a client may send anything in their place. */
export const TASK_ID = /^[A-Za-z0-9-]{1,64}$/;

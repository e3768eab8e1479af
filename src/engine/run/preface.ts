/** What a team wants said before anything else in a task, such as what to do at once in an emergency. */
import type { Task } from '../task/task.ts';
import type { Equipment } from './equipment.ts';

type Spoken = { task: Pick<Task, 'text' | 'user_location' | 'origin'>; equipment: Pick<Equipment, 'module'> };

/** What the user is told: the agent's words, after the team's preface. */
export function prefaced({ task, equipment }: Spoken, text: string): string {
  const preface = equipment.module.before?.(task)?.text;
  return preface ? `${preface}\n\n${text}` : text;
}

export function prefaceData({ task, equipment }: Spoken): Record<string, unknown> {
  return equipment.module.before?.(task)?.data ?? {};
}

/** The same, for events: only where there is something to say. */
export function prefaceNotice({ task, equipment }: Spoken): Record<string, unknown> {
  const preface = equipment.module.before?.(task);
  return preface?.text ? preface.data : {};
}

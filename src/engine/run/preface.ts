/** What a team wants said before anything else in a task, such as what to do at once in an emergency. */
import type { Task } from '../task/task.ts';
import type { Preface, TeamModule } from './team-module.ts';

type Prefaced = { preface: Preface | null };

export async function prefaceOf(
  module: Pick<TeamModule, 'before'>,
  task: Pick<Task, 'text' | 'user_location' | 'origin'>,
): Promise<Preface | null> {
  return (await module.before?.(task)) ?? null;
}

/** What the user is told: the agent's words, after the team's preface. */
export function prefaced({ preface }: Prefaced, text: string): string {
  return preface?.text ? `${preface.text}\n\n${text}` : text;
}

export function prefaceData({ preface }: Prefaced): Record<string, unknown> {
  return preface?.data ?? {};
}

/** The same, for events: only where there is something to say. */
export function prefaceNotice({ preface }: Prefaced): Record<string, unknown> {
  return preface?.text ? preface.data : {};
}

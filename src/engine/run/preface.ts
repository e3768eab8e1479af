/** What a team wants said before anything else in a task, such as what to do at once in an emergency. */
import { type Message, writtenByUser } from '../models/model.ts';
import type { Task } from '../task/task.ts';
import type { Preface, TeamModule } from './team-module.ts';

type Prefaced = { preface: Preface | null };

export async function prefaceOf(
  module: Pick<TeamModule, 'before'>,
  task: Task,
  history: readonly Message[],
): Promise<Preface | null> {
  return (await module.before?.(task, writtenByUser(history))) ?? null;
}

/** For a model that answers the user, so that it goes on from there. */
export function prefaceInstruction({ preface }: Prefaced): string {
  return preface?.text
    ? `\n\nThe user is told the following before your answer. Go on from it: do not repeat it, soften it or contradict it.\n"""\n${preface.text}\n"""`
    : '';
}

/** What the user is told: the agent's words, after the team's preface. */
export function prefaced({ preface }: Prefaced, text: string): string {
  return preface?.text ? `${preface.text}\n\n${text}` : text;
}

export function prefaceData({ preface }: Prefaced): Record<string, unknown> {
  return preface?.data ?? {};
}

/** The same, as the event that tells it before any answer; null where there is nothing to say. */
export function alarmOf({ preface }: Prefaced): { text: string; [found: string]: unknown } | null {
  return preface?.text ? { text: preface.text, ...preface.data } : null;
}

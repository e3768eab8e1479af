/** What a team may ask of the queues, as a port; `queues/` implements it. */
import type { Origin, Subject } from './task.ts';

/** A message of the fleet itself to one of its agents: a task in the lane of a session. The same key again is the same message. */
export type Letter = {
  tenant: string;
  user_id: string;
  session_id: string;
  subject: Subject | null;
  team: string;
  /** The agent that the task begins with; the team's root if it is not given. */
  agent?: string;
  text: string;
  origin: Origin;
  key: string;
};

/** `waiting`: the lane is busy with an earlier task. */
export type Posted = { id: string; waiting: boolean };

/** When something is due: at one time, by a cron pattern, or at equal intervals from a start. */
export type Due =
  | { kind: 'once'; at: string }
  | { kind: 'cron'; pattern: string; timezone: string }
  | { kind: 'every'; ms: number; start: Date | null };

export type Fleet = {
  post(letter: Letter): Promise<Posted>;
  /** Calls the team's `fire` with this id when it is due. */
  schedule(team: string, id: string, due: Due): Promise<void>;
  unschedule(team: string, id: string, due: Due): Promise<void>;
  /** Calls the team's `deliver` with this id, once for each key. */
  deliver(team: string, id: string, key: string): Promise<void>;
};

/** What a team may ask of the queues, as a port; `queues/` implements it. */
import type { Origin, Subject } from './task.ts';

/** A message of the fleet itself to one of its agents: a task in the lane of a session. The same key again is the same message. */
export type Letter = {
  tenant: string;
  user_id: string;
  session_id: string;
  subject: Subject | null;
  /** Whom it mentions where its team has no subject. */
  about: Subject | null;
  team: string;
  /** The agent that the task begins with; the team's root if it is not given. */
  agent?: string;
  text: string;
  origin: Origin;
  key: string;
  /** A key in Redis without which it is refused. */
  needs?: string;
};

/** A function or a pipeline to be run as a task of its own, for a user. The same key again is the same run. */
export type RunOrder = { tenant: string; user_id: string; name: string; input: Record<string, unknown>; key: string };

/** `waiting`: the lane is busy with an earlier task. */
export type Posted = { id: string; waiting: boolean };

/** `delayMs`: how far its time is away by Redis's clock. `repeats` is null for a single time, and where the time has come. */
export type Planned = { id: string; at: Date; delayMs: number; repeats: Repeats | null };

/** A schedule of src/teams/schedule.ts, for whom, how often it has fired, and how often it may. The board shows all of it. */
export type Repeats = { schedule: object; agent: string; fired: number; most: number | null };

export type Fleet = {
  post(letter: Letter): Promise<Posted>;
  /** Its id is that of `GET /v1/runs/{id}`. */
  run(order: RunOrder): Promise<{ id: string }>;
  /**
   * Has the team's `fire` called with this id at its time. Repeating it changes nothing while the call is still to come; one whose job is
   * over is made again, and one that is due is not kept waiting. Of what repeats there is one next time.
   */
  schedule(team: string, planned: Planned): Promise<void>;
  /** `at`: when it was due next, if it was. */
  unschedule(team: string, id: string, at: Date | null): Promise<void>;
  /** For upkeep: a page of what repeats, from '0' to '0', and when the next call of each is made. */
  repeating(team: string, cursor: string): Promise<{ cursor: string; found: { id: string; at: number }[] }>;
  /** Of these, what does not repeat, or would be called at another time. */
  unplanned(team: string, due: { id: string; at: number }[]): Promise<string[]>;
  /** Calls the team's `deliver` with this id, once for each key. */
  deliver(team: string, id: string, key: string): Promise<void>;
  /** Removes the job of a delivery that was erased, whether or not it has ended. One that is at work ends by itself. */
  undeliver(key: string): Promise<void>;
};

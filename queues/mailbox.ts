/**
 * How the fleet speaks to its own agents: a letter becomes a turn of the addressee's session. The session's lane is the mailbox, so
 * letters are dealt with one at a time, in order of arrival, on any worker. The same key again is the same letter.
 */
import { v5 as uuidv5 } from 'uuid';
import type { Teams } from '../src/engine/agents/team.ts';
import type { Origin } from '../src/engine/task/turn.ts';
import { AppError } from '../src/platform/errors.ts';
import type { Conversation } from '../src/teams/research/desk.ts';
import type { Gate } from './gate/gate.ts';
import type { StartTurn } from './start-turn.ts';

const LETTERS = '0d3f6f0e-6a0b-5c52-9d0a-4a1f0d7b9c11';

export type Letter = { to: Conversation; team: string; text: string; origin: Origin; key: string };

/** `waiting`: the addressee is busy with an earlier letter. */
export type Posted = { turn_id: string; waiting: boolean };

export type Mailbox = (letter: Letter) => Promise<Posted>;

export function createMailbox(gate: Gate, startTurn: StartTurn, teams: () => Teams): Mailbox {
  return async ({ to, team, text, origin, key }) => {
    if (!teams().has(team)) throw new AppError('config', `There is no team ${team}, which this letter is for.`);
    const turn_id = uuidv5(key, LETTERS);
    const request = {
      ...to,
      turn_id,
      team,
      user_location: null,
      topic: null,
      origin,
      created_at: new Date().toISOString(),
    };
    const { outcome } = await gate.admit({ request, text, doubleText: 'enqueue', idempotency: null });
    if (outcome === 'started') await startTurn({ turnId: turn_id, team });
    return { turn_id, waiting: outcome === 'queued' };
  };
}

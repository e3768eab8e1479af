/** Adds the flow of a turn that holds its session's gate. Adding it twice is harmless: every job has its own fixed id. */
import type { Teams } from '../src/engine/agents/team.ts';
import { AppError } from '../src/platform/errors.ts';
import { compileTurn } from './compile.ts';
import type { FleetQueues } from './fleet-queues.ts';
import type { WaitingTurn } from './gate/gate.ts';

export type StartTurn = (turn: WaitingTurn) => Promise<void>;

export function createStartTurn(queues: FleetQueues, teams: () => Teams): StartTurn {
  return async ({ turnId, team: name }) => {
    const team = teams().get(name);
    if (!team) throw new AppError('config', `There is no team ${name} any more; its turns cannot start.`);
    await queues.flows.add(compileTurn(team, turnId));
  };
}

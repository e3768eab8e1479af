/**
 * The teams as agents of the envelope: the name is that of a team's first agent, and the one action sends it a message. A call is a turn
 * like any other, with its session, its events and its limits; the call waits for its end.
 */
import { EventEmitter } from 'node:events';
import type { z } from 'zod';
import { allows, askerFor, mayActFor, type Principal } from '../../src/engine/access/principal.ts';
import type { Team, Teams } from '../../src/engine/agents/team.ts';
import { defineAction, type ServedAgent, type ServedCall } from '../../src/engine/run/served-agent.ts';
import { ENDED_STATUSES } from '../../src/engine/task/task.ts';
import { FUNCTIONS_TEAM } from '../../src/functions/functions-team.ts';
import type { FindAgent } from '../../src/interop/envelope/dispatch.ts';
import { StillRunningError } from '../../src/interop/envelope/errors.ts';
import { AppError, ERRORS, type ErrorCode } from '../../src/platform/errors.ts';
import { parseInput } from '../../src/platform/invalid-input.ts';
import type { EventHub } from '../turns/event-hub.ts';
import type { TurnDesk } from '../turns/turn-desk.ts';
import { TurnView } from '../turns/turn-view.ts';
import { NewTurn } from '../turns/turns.schemas.ts';
import { waitForEnd } from '../turns/wait-for-end.ts';

type Parts = { desk: TurnDesk; hub: EventHub; teams: () => Teams; stopping: AbortSignal };

const VERSION = '1.0.0';
/** The call's own deadline comes first. */
const MAX_WAIT_MS = 300_000;

const Message = NewTurn.pick({ text: true, patient_id: true, user_location: true });
type Message = z.infer<typeof Message>;

const Reply = TurnView.pick({
  turn_id: true,
  session_id: true,
  status: true,
  reply: true,
  agent: true,
  route: true,
  source_agents: true,
  citations: true,
  red_flags: true,
});

/** Those of now: the agents' files may have been reloaded. */
export function findTeamAgents({ desk, hub, teams, stopping }: Parts): FindAgent {
  async function send(team: string, call: ServedCall<Message>): Promise<z.infer<typeof Reply>> {
    // As this user: a conversation of another one cannot be continued.
    const asker = { ...askerFor(call.tenant, call.user_id), ...(call.people && { people: call.people }) };
    // The user is the one that the caller names, who need not be the patient.
    const taken = await desk.take(asker, turnOf(team, call), call.idempotency_key, { own: false });
    const client = new EventEmitter();
    const leave = () => client.emit('close');
    call.signal.addEventListener('abort', leave, { once: true });
    if (!call.signal.aborted) await waitForEnd(hub, taken.turnId, MAX_WAIT_MS, client, stopping);
    call.signal.removeEventListener('abort', leave);
    const turn = await desk.find(asker, taken.turnId);
    if (!ENDED_STATUSES.has(turn.status)) throw stillRunning(taken.turnId);
    if (turn.status === 'cancelled') throw new AppError('cancelled', 'The turn was cancelled.');
    if (turn.status === 'failed')
      throw new AppError(codeOf(turn.error?.code), turn.error?.detail ?? 'The turn failed.');
    return turn;
  }

  function agentOf(team: Team): ServedAgent {
    return {
      name: team.root,
      version: VERSION,
      description: team.description,
      actions: {
        send_message: defineAction({
          description: 'Sends a message and waits for the reply',
          // The turn itself is kept by the call's key: no response needs to be kept besides.
          effect: 'read',
          parameters: Message,
          output: Reply,
          run: (call) => send(team.name, call),
        }),
      },
    };
  }

  return (name) => {
    const team = [...teams().values()].find((one) => one.root === name && one.name !== FUNCTIONS_TEAM);
    return team && { agent: agentOf(team), check: checkMessage };
  };
}

/** It is the same act as POST /v1/turns. */
function checkMessage(principal: Principal, parameters: unknown): void {
  const { patient_id } = parameters as Message;
  if (!allows(principal, 'turns:write'))
    throw new AppError('forbidden', 'This token does not have the scope turns:write, which sending a message needs.');
  if (patient_id !== undefined && !mayActFor(principal, patient_id))
    throw new AppError('forbidden', 'This token is not for that person.');
}

function turnOf(team: string, { parameters, user_id, conversation_id }: ServedCall<Message>): NewTurn {
  return parseInput(NewTurn, { ...parameters, user_id, session_id: conversation_id, team }, 'body');
}

function stillRunning(turnId: string): StillRunningError {
  const location = `/v1/turns/${turnId}`;
  return new StillRunningError(
    `The turn has not ended yet. Its result will be at GET ${location}; the same Idempotency-Key waits for it again.`,
    location,
  );
}

function codeOf(code: string | undefined): ErrorCode {
  return code !== undefined && Object.hasOwn(ERRORS, code) ? (code as ErrorCode) : 'internal';
}

/**
 * Where runs keep what must survive a crash: the journal, the results, the state and the event stream of a turn.
 * Every write is refused once the turn has ended, so a late worker can change nothing.
 */

import { AppError } from '../../platform/errors.ts';
import type { Keys } from '../../platform/keys.ts';
import { callScript, type RedisClient, type Script } from '../../platform/lua.ts';
import type { Message } from '../models/model.ts';
import { type Turn, TurnRequest } from '../task/turn.ts';
import type { RunResult } from './run-result.ts';
import { openRun, writeRun } from './scripts.ts';
import { resultField, type Write } from './writes.ts';

export type OpenedTurn = {
  turn: Turn;
  history: Message[];
  state: Record<string, unknown>;
  /** Steps that an earlier attempt has finished, as JSON by field: few of them are ever looked at. */
  journal: Map<string, string>;
};

/** Who begins, how much of the conversation it is shown, and whether there can be something to replay. */
type Opening = { agent: string; history: number; replay: boolean };

export type RunStore = ReturnType<typeof createRunStore>;

export function createRunStore(redis: RedisClient, keys: Keys) {
  const call = (script: Script, args: (string | number)[]) =>
    callScript(redis, script, keys.tag, args) as Promise<unknown[]>;

  return {
    /** Null when the turn has ended or is gone: there is nothing left to do. */
    async open(turnId: string, { agent, history, replay }: Opening): Promise<OpenedTurn | null> {
      const answer = await call(openRun, [turnId, Date.now(), history, replay ? '1' : '0', agent]);
      if (answer[0] !== 'running') return null;
      const [, request, text, messages, journal, ...scopes] = answer as [
        string,
        string,
        string,
        string[],
        string[],
        ...string[][],
      ];
      const state: Record<string, unknown> = {};
      for (const scope of scopes) for (const [key, value] of pairs(scope)) state[key] = JSON.parse(value);
      return {
        turn: { ...TurnRequest.parse(JSON.parse(request)), text },
        history: messages.map(toMessage),
        state,
        journal: new Map(pairs(journal)),
      };
    },

    /** All of it, in order, or nothing. */
    async write(turnId: string, writes: readonly Write[]): Promise<void> {
      const [outcome] = await call(writeRun, [turnId, Date.now(), ...writes.flat()]);
      if (outcome === 'ended') throw new AppError('cancelled', 'The turn has ended; this run stops.');
      if (outcome === 'overtaken') throw new AppError('lock_lost', 'Another worker has taken this run over.');
    },

    /** The result of a run that may have ended meanwhile, in another job. */
    async resultOf(turnId: string, runId: string): Promise<RunResult | undefined> {
      const json = await redis.hget(keys.journal(turnId), resultField(runId));
      return json === null ? undefined : (JSON.parse(json) as RunResult);
    },
  };
}

function pairs(flat: string[]): [string, string][] {
  const found: [string, string][] = [];
  for (let i = 0; i + 1 < flat.length; i += 2) found.push([flat[i] as string, flat[i + 1] as string]);
  return found;
}

/** A message of the session, as models take it. */
export function toMessage(json: string): Message {
  const { role, text } = JSON.parse(json) as { role: 'user' | 'event' | 'assistant'; text: string };
  return { role: role === 'assistant' ? 'model' : 'user', parts: [{ type: 'text', text }] };
}

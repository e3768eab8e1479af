/**
 * Where runs keep what must survive a crash: the journal, the results, the state and the event stream of a turn.
 * Every write is refused once the turn has ended, so a late worker can change nothing.
 */

import { type StateDelta, scopeOf } from '../memory/state.ts';
import { type Turn, TurnRequest } from '../memory/turn.ts';
import type { Message } from '../models/model.ts';
import { AppError } from '../platform/errors.ts';
import type { Keys } from '../platform/keys.ts';
import { callScript, type RedisClient, type Script } from '../platform/lua.ts';
import type { RunResult } from './run-result.ts';
import { finishRun, openRun, writeRun } from './scripts.ts';

export type OpenedTurn = {
  turn: Turn;
  history: Message[];
  state: Record<string, unknown>;
  /** Steps that an earlier attempt has finished, by field. */
  journal: Map<string, unknown>;
};

export type RunEvent =
  | {
      kind: 'routed';
      data: { route: string; agent: string; why?: string; red_flags?: { family: string; advice: string }[] };
    }
  | { kind: 'tool'; data: { agent: string; name: string; status: string } }
  | { kind: 'delta'; data: { agent: string; text: string } }
  | { kind: 'reset'; data: { agent: string; reason: string; retry_in_ms?: number } };

/** One thing that a run writes: a step for the journal, an event, or changes of state. */
export type Write = { field: string; json: string } | { event: RunEvent } | { changes: StateDelta };

export type RunStore = ReturnType<typeof createRunStore>;

export function createRunStore(redis: RedisClient, keys: Keys) {
  const call = (script: Script, args: (string | number)[]) =>
    callScript(redis, script, keys.tag, args) as Promise<unknown[]>;

  return {
    /** Null when the turn has ended or is gone: there is nothing left to do. */
    async open(turnId: string, options: { history: number; replay: boolean }): Promise<OpenedTurn | null> {
      const answer = await call(openRun, [turnId, Date.now(), options.history, options.replay ? '1' : '0']);
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
        journal: new Map(pairs(journal).map(([field, value]) => [field, JSON.parse(value)])),
      };
    },

    /** All of it, in order, or nothing. */
    async write(turnId: string, writes: Write[]): Promise<void> {
      const [outcome] = await call(writeRun, [turnId, Date.now(), ...writes.flatMap(writeArgs)]);
      refuse(outcome);
    },

    async finishRun(
      turnId: string,
      runId: string,
      result: RunResult,
      changes: StateDelta,
      reply: { agent: string; text: string } | null,
      writes: Write[] = [],
    ): Promise<void> {
      const args = [
        turnId,
        resultField(runId),
        JSON.stringify({ ...result, ...(Object.keys(changes).length > 0 && { changes }) }),
        changesJson(changes),
        Date.now(),
        reply?.text ?? '',
        reply?.agent ?? '',
        ...writes.flatMap(writeArgs),
      ];
      const [outcome] = await call(finishRun, args);
      refuse(outcome);
    },

    /** The result of a run that may have ended meanwhile, in another job. */
    async resultOf(turnId: string, runId: string): Promise<RunResult | undefined> {
      const json = await redis.hget(keys.journal(turnId), resultField(runId));
      return json === null ? undefined : (JSON.parse(json) as RunResult);
    },
  };
}

/** The field of the journal that holds a run's result. */
export function resultField(runId: string): string {
  return `${runId}/result`;
}

/** As the scripts read it: [[scope, key, JSON or false]...]. */
function changesJson(changes: StateDelta): string {
  return JSON.stringify(
    Object.entries(changes).map(([key, value]) => [
      scopeOf(key),
      key,
      value === null || value === undefined ? false : JSON.stringify(value),
    ]),
  );
}

/** As the scripts take it: four values a write. */
function writeArgs(write: Write): string[] {
  if ('field' in write) return ['step', write.field, write.json, ''];
  if ('changes' in write) return ['state', changesJson(write.changes), '', ''];
  const { kind, data } = write.event;
  const notes = kind === 'routed' ? JSON.stringify(['route', data.route, 'agent', data.agent]) : '';
  return ['event', kind, JSON.stringify(data), notes];
}

function refuse(outcome: unknown): void {
  if (outcome === 'ended') throw new AppError('cancelled', 'The turn has ended; this run stops.');
  if (outcome === 'overtaken') throw new AppError('lock_lost', 'Another worker has taken this run over.');
}

function pairs(flat: string[]): [string, string][] {
  const found: [string, string][] = [];
  for (let i = 0; i + 1 < flat.length; i += 2) found.push([flat[i] as string, flat[i + 1] as string]);
  return found;
}

function toMessage(json: string): Message {
  const { role, text } = JSON.parse(json) as { role: 'user' | 'assistant'; text: string };
  return { role: role === 'user' ? 'user' : 'model', parts: [{ type: 'text', text }] };
}

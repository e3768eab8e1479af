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
import { emitEvent, finishRun, openRun, recordStep } from './scripts.ts';

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

    /** Returns what the journal holds afterwards: ours, or what another worker had recorded first. */
    async recordStep<T>(turnId: string, field: string, value: T): Promise<T> {
      const [outcome, known] = await call(recordStep, [turnId, field, JSON.stringify(value)]);
      if (outcome === 'ended') throw turnEnded();
      return outcome === 'known' ? (JSON.parse(known as string) as T) : value;
    },

    async finishRun(
      turnId: string,
      runId: string,
      result: unknown,
      delta: StateDelta,
      reply: { agent: string; text: string } | null,
    ): Promise<void> {
      const changes = Object.entries(delta).map(([key, value]) => [
        scopeOf(key),
        key,
        value === null || value === undefined ? false : JSON.stringify(value),
      ]);
      const args = [
        turnId,
        resultField(runId),
        JSON.stringify(result),
        JSON.stringify(changes),
        Date.now(),
        reply?.text ?? '',
        reply?.agent ?? '',
      ];
      const [outcome] = await call(finishRun, args);
      if (outcome === 'ended') throw turnEnded();
    },

    async emit(turnId: string, event: RunEvent): Promise<void> {
      const notes = event.kind === 'routed' ? ['route', event.data.route, 'agent', event.data.agent] : [];
      const [outcome] = await call(emitEvent, [turnId, Date.now(), event.kind, JSON.stringify(event.data), ...notes]);
      if (outcome === 'ended') throw turnEnded();
    },

    /** The result of a run that may have ended meanwhile, in another job. */
    async resultOf(turnId: string, runId: string): Promise<unknown> {
      const json = await redis.hget(keys.journal(turnId), resultField(runId));
      return json === null ? undefined : JSON.parse(json);
    },
  };
}

/** The field of the journal that holds a run's result. */
export function resultField(runId: string): string {
  return `${runId}/result`;
}

function turnEnded(): AppError {
  return new AppError('cancelled', 'The turn has ended; this run stops.');
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

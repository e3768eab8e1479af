/** Admits turns and looks them up: what the routes do, without HTTP. */
import { v7 as uuidv7 } from 'uuid';
import type { OpenFleet } from '../../queues/open-fleet.ts';
import { type Asker, mayAskFor } from '../../src/engine/access/principal.ts';
import type { Team, Teams } from '../../src/engine/agents/team.ts';
import { agentsSoFar } from '../../src/engine/run/progress.ts';
import type { Keys } from '../../src/engine/task/keys.ts';
import { type Origin, ownerOf, type Subject, TaskRequest, type TaskStatus } from '../../src/engine/task/task.ts';
import { AppError } from '../../src/platform/errors.ts';
import { invalidField } from '../../src/platform/invalid-input.ts';
import type { Log } from '../../src/platform/log.ts';
import { callScript, defineScript } from '../../src/platform/lua.ts';
import { sha256 } from '../../src/platform/sha256.ts';
import { isRedisOutage } from '../http/problem.ts';
import { invalidCursor } from './invalid-cursor.ts';
import { maySeeSession } from './session-desk.ts';
import { type TurnView, turnView } from './turn-view.ts';
import { NewTurn } from './turns.schemas.ts';

export type TurnDesk = ReturnType<typeof createTurnDesk>;

type Parts = Pick<OpenFleet, 'redis' | 'admission' | 'startTask' | 'submitTask' | 'equipmentOf'> & {
  keys: Keys;
  teams: () => Teams;
  log: Log;
};

/** `isNew` is false when the Idempotency-Key belongs to an earlier turn. */
export type Taken = { turnId: string; sessionId: string; status: TaskStatus; isNew: boolean };

const PAGE = 50;
const DEFAULT_TEAM = 'health';
const TURN_ID = /^[A-Za-z0-9-]{1,64}$/;

/** ARGV: index, cursor, count. The members after the cursor; by rank, because several may share its millisecond. */
const turnsAfter = defineScript(
  'turns_after',
  {},
  `
local rank = redis.call('ZREVRANK', ARGV[1], ARGV[2])
if not rank then return false end
return redis.call('ZREVRANGE', ARGV[1], rank + 1, rank + ARGV[3])
`,
);

export function createTurnDesk({ redis, keys, admission, startTask, submitTask, equipmentOf, teams, log }: Parts) {
  /** The turn's hash. A turn that the asker may not see is answered like one that does not exist. */
  async function hashOf(asker: Asker, turnId: string): Promise<Record<string, string>> {
    // Checked before it becomes part of a key: `<id>:events` is a key too.
    const hash = TURN_ID.test(turnId) ? await redis.hgetall(keys.task(turnId)) : {};
    if (!isVisible(hash, asker)) {
      throw new AppError('not_found', 'There is no such turn. Turns are kept for TURN_RETENTION_DAYS after they end.');
    }
    return hash;
  }

  function teamOf(name: string): Team {
    const team = teams().get(name);
    if (team) return team;
    const names = [...teams().keys()].join(', ');
    throw invalidField('team', `is not known; teams are ${names}`);
  }

  /** With what need not be said: a session stays with its people and its team, and `own`: a token for one person means that person. */
  async function completed(asker: Asker, input: NewTurn, own = true): Promise<NewTurn & { team: string }> {
    const isWhole = input.patient_id !== undefined && input.team !== undefined;
    const session =
      input.session_id && !isWhole ? await redis.hgetall(keys.session(asker.tenant, input.session_id)) : {};
    const known = maySeeSession(session, asker) ? session : {};
    const [only, ...others] = asker.people ?? [];
    const bound = own ? (asker.user_id ?? (others.length === 0 ? only : undefined)) : undefined;
    const { patient_id = (known.kind === 'patient' ? known.owner : undefined) ?? bound } = input;
    const user = input.user_id ?? (input.patient_id === undefined ? known.user_id : undefined);
    return {
      ...input,
      team: input.team ?? known.team ?? DEFAULT_TEAM,
      ...(patient_id !== undefined && { patient_id }),
      ...(user !== undefined && { user_id: user }),
    };
  }

  return {
    hashOf,
    completed,

    /** Once a turn is admitted it will run, so no later failure is reported to the client as an error. */
    async take(
      asker: Asker,
      given: NewTurn,
      idempotencyKey: string | undefined,
      { origin, id: turnId = uuidv7(), own = true }: { origin?: Origin; id?: string; own?: boolean } = {},
    ): Promise<Taken> {
      const input = await completed(asker, given, own);
      const team = teamOf(input.team);
      const subject = subjectOf(equipmentOf(team.name).module.subject, input);
      const userId = input.user_id ?? input.patient_id;
      if (userId === undefined) throw invalidField('user_id', 'is missing: this team needs to know who asks');
      const sessionId = input.session_id ?? uuidv7();
      const admitted = await submitTask({
        request: {
          id: turnId,
          kind: 'turn',
          tenant: asker.tenant,
          user_id: userId,
          subject,
          about: aboutOf(subject, userId, input),
          session_id: sessionId,
          team: team.name,
          agent: team.root,
          ...(input.user_location && { user_location: input.user_location }),
          ...(input.topic && { input: { topic: input.topic } }),
          ...(origin && { origin }),
        },
        text: input.text,
        doubleText: team.double_text,
        boundUser: asker.people ? userId : asker.user_id,
        people: asker.people,
        idempotency: idempotencyKey === undefined ? null : { key: sha256(idempotencyKey), body: sha256(bodyOf(given)) },
        onStartFailed(id, error) {
          if (!isRedisOutage(error)) throw error;
          // Redis became unreachable after the admission.
          log.warn({ task_id: id }, 'turn.start_delayed');
        },
      });
      if (admitted.id === turnId) return { turnId, sessionId, status: 'queued', isNew: true };
      const { turn_id, session_id, status } = turnView(await hashOf(asker, admitted.id));
      return { turnId: turn_id, sessionId: session_id, status, isNew: admitted.outcome === 'merged' };
    },

    async find(asker: Asker, turnId: string): Promise<TurnView> {
      const hash = await hashOf(asker, turnId);
      const view = turnView(hash);
      if (hash.result) return view;
      return { ...view, agents: agentsSoFar(hash, await redis.hgetall(keys.results(turnId))) };
    },

    async cancel(asker: Asker, turnId: string): Promise<void> {
      await hashOf(asker, turnId);
      const { outcome, next } = await admission.cancel(turnId);
      // The turn is cancelled, whatever becomes of the next one.
      if (next) await startTask(next).catch(() => log.warn({ task_id: next.id }, 'turn.start_delayed'));
      if (outcome === 'ended')
        throw new AppError('conflict', 'The turn has already ended; there is nothing to cancel.');
    },

    /** Newest first. The cursor is the last turn of the page before. */
    async list(
      asker: Asker,
      by: { session_id?: string; patient_id?: string },
      cursor: string | undefined,
    ): Promise<{ turns: TurnView[]; next_cursor: string | null }> {
      const index =
        by.session_id === undefined
          ? keys.subject_tasks(asker.tenant, 'patient', by.patient_id ?? '')
          : keys.session_tasks(asker.tenant, by.session_id);
      const ids =
        cursor === undefined
          ? await redis.zrevrange(index, 0, PAGE)
          : ((await callScript(redis, turnsAfter, keys.tag, [index, cursor, PAGE + 1])) as string[] | null);
      if (!ids) throw invalidCursor();
      const page = ids.slice(0, PAGE);
      const found = await Promise.all(page.map((id) => redis.hgetall(keys.task(id))));
      let turns = found.filter((hash) => isVisible(hash, asker)).map(turnView);
      if (by.patient_id !== undefined) turns = turns.filter((turn) => turn.patient_id === by.patient_id);
      return { turns, next_cursor: ids.length > PAGE ? (page.at(-1) ?? null) : null };
    },
  };
}

function isVisible(hash: Record<string, string>, asker: Asker): boolean {
  if (hash.request === undefined) return false;
  const request = TaskRequest.parse(JSON.parse(hash.request));
  return request.kind === 'turn' && mayAskFor(asker, ownerOf(request));
}

/** In the order of the schema; the team is written out, as it was when it had a default. */
function bodyOf(given: NewTurn): string {
  return JSON.stringify(NewTurn.parse({ ...given, team: given.team ?? DEFAULT_TEAM }));
}

function subjectOf(kind: string | null, { patient_id }: NewTurn): Subject | null {
  if (kind === null) return null;
  if (patient_id === undefined) throw invalidField('patient_id', 'is missing: this team answers about a patient');
  return { kind, id: patient_id };
}

/** A patient that is named to a team without a subject. */
function aboutOf(subject: Subject | null, userId: string, { patient_id }: NewTurn): Subject | null {
  return subject === null && patient_id !== undefined && patient_id !== userId
    ? { kind: 'patient', id: patient_id }
    : null;
}

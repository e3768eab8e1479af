/** Finds and lists sessions: what the routes do, without HTTP. */
import { type Asker, mayAskFor } from '../../src/engine/access/principal.ts';
import type { Keys } from '../../src/engine/task/keys.ts';
import { AppError } from '../../src/platform/errors.ts';
import { callScript, defineScript, type RedisClient } from '../../src/platform/lua.ts';
import { invalidCursor } from './invalid-cursor.ts';
import type { SessionItem } from './sessions.schemas.ts';

type SessionHash = Record<string, string>;
type Listed = { id: string; at: number };

/** By a patient or a user, or both; a user alone may also have written about patients. */
export type SessionFilter = {
  patient_id?: string | undefined;
  user_id?: string | undefined;
  team?: string | undefined;
};

const PAGE = 50;
/** Sessions that one request looks at: where few of them match, a page is short and has another. */
const MOST_READ = 500;
const TITLE_CHARS = 80;

/**
 * ARGV: index, time and id of the last session before the page (id '' for the first page), count. A session moves up when it is active,
 * so the place of the cursor is its time, and its rank only while it still has that time. Of one millisecond the greater ids come first.
 */
const sessionsAfter = defineScript(
  'sessions_after',
  {},
  `
local index, at, id, count = unpack(ARGV)
local start = 0
if id ~= '' then
  if tonumber(redis.call('ZSCORE', index, id) or -1) == tonumber(at) then start = redis.call('ZREVRANK', index, id) + 1
  else
    start = redis.call('ZCOUNT', index, '(' .. at, '+inf')
    for _, other in ipairs(redis.call('ZRANGEBYSCORE', index, at, at)) do
      if other > id then start = start + 1 end
    end
  end
end
return redis.call('ZREVRANGE', index, start, start + count - 1, 'WITHSCORES')
`,
);

export function createSessionDesk(redis: RedisClient, keys: Keys) {
  async function page(index: string, after: Listed | null): Promise<Listed[]> {
    const args = [index, after?.at ?? 0, after?.id ?? '', PAGE];
    const found = (await callScript(redis, sessionsAfter, keys.tag, args)) as string[];
    return found.flatMap((id, place) => (place % 2 === 0 ? [{ id, at: Number(found[place + 1]) }] : []));
  }

  async function itemOf(asker: Asker, by: SessionFilter, { id, at }: Listed): Promise<SessionItem | null> {
    const session = await redis.hgetall(keys.session(asker.tenant, id));
    if (!maySeeSession(session, asker) || !matches(session, by)) return null;
    const tasks = keys.session_tasks(asker.tenant, id);
    const [turns, [last = '']] = await Promise.all([redis.zcard(tasks), redis.zrevrange(tasks, 0, 0)]);
    const status = await redis.hget(keys.task(last), 'status');
    return {
      session_id: id,
      ...(session.kind === 'patient' && { patient_id: session.owner ?? '' }),
      user_id: session.user_id ?? '',
      team: session.team ?? '',
      title: titleOf(session.title ?? ''),
      created_at: session.created_at ?? '',
      updated_at: new Date(at).toISOString(),
      turns,
      // A turn is kept for as long as its session; one that is gone all the same has ended.
      status: (status ?? 'completed') as SessionItem['status'],
    };
  }

  return {
    /** The session's hash. One that the asker may not see is answered like one that does not exist. */
    async find(asker: Asker, id: string): Promise<SessionHash> {
      const session = await redis.hgetall(keys.session(asker.tenant, id));
      if (!maySeeSession(session, asker)) throw new AppError('not_found', 'There is no such session.');
      return session;
    },

    /** Latest activity first. */
    async list(
      asker: Asker,
      by: SessionFilter,
      cursor: string | undefined,
    ): Promise<{ sessions: SessionItem[]; next_cursor: string | null }> {
      const [kind, person] = by.patient_id === undefined ? ['user', by.user_id] : ['patient', by.patient_id];
      const index = keys.subject_sessions(asker.tenant, kind, person ?? '');
      const sessions: SessionItem[] = [];
      let last = cursor === undefined ? null : readCursor(cursor);
      for (let read = 0; read < MOST_READ; read += PAGE) {
        const ids = await page(index, last);
        const items = await Promise.all(ids.map((listed) => itemOf(asker, by, listed)));
        for (const [place, item] of items.entries()) {
          last = ids[place] ?? last;
          if (item) sessions.push(item);
          if (sessions.length === PAGE && (place < ids.length - 1 || ids.length === PAGE))
            return { sessions, next_cursor: cursorOf(last) };
        }
        if (ids.length < PAGE) return { sessions, next_cursor: null };
      }
      return { sessions, next_cursor: cursorOf(last) };
    },
  };
}

export function maySeeSession(session: SessionHash, asker: Asker): boolean {
  const people = [session.owner, ...mentioned(session)];
  return (
    session.owner !== undefined && mayAskFor(asker, { tenant: asker.tenant, user_id: session.user_id ?? '', people })
  );
}

function matches(session: SessionHash, { patient_id, user_id, team }: SessionFilter): boolean {
  if (patient_id !== undefined && (session.kind !== 'patient' || session.owner !== patient_id)) return false;
  if (user_id !== undefined && session.user_id !== user_id) return false;
  return team === undefined || session.team === team;
}

/** People whom its turns have named, where its team has no subject. */
function mentioned(session: SessionHash): string[] {
  return Object.keys(session).flatMap((field) => (field.startsWith('about:') ? [field.slice('about:'.length)] : []));
}

/** The message on one line. The last characters that were kept may be cut in the middle, and are never shown. */
function titleOf(message: string): string {
  const line = [...message.replace(/\s+/gu, ' ').trim()];
  return line.length <= TITLE_CHARS
    ? line.join('')
    : `${line
        .slice(0, TITLE_CHARS - 1)
        .join('')
        .trimEnd()}…`;
}

function cursorOf(listed: Listed | null): string | null {
  return listed && `${listed.at}.${listed.id}`;
}

function readCursor(cursor: string): Listed {
  const [, at, id] = /^(\d{1,15})\.(.+)$/.exec(cursor) ?? [];
  if (at === undefined || id === undefined) throw invalidCursor();
  return { at: Number(at), id };
}

/**
 * Writes the access log: each request to a route that is marked `audited`, answered or refused, and each use of the dashboard. An answer
 * waits for its entry: an access that cannot be recorded is not given, but on a machine that asks for no credentials, whose entries
 * name nobody. Other routes pay nothing.
 */
import type { ErrorRequestHandler, Request, RequestHandler, Response } from 'express';
import { LRUCache } from 'lru-cache';
import type { Access, AccessLog } from '../../src/engine/access/access-log.ts';
import { LOCAL_PRINCIPAL } from '../../src/engine/access/principal.ts';
import { toAppError } from '../../src/platform/errors.ts';
import type { Log } from '../../src/platform/log.ts';
import { asRedisOutage } from '../../src/platform/redis-errors.ts';
import { isRedisOutage } from '../http/problem.ts';
import { personInPath } from './acting-user.ts';
import { principalOf } from './auth.ts';

type Marked = Pick<Access, 'route' | 'person' | 'target'>;

export type AccessAudit = ReturnType<typeof createAccessAudit>;

/** As its own address would have it. */
type Called = Pick<Access, 'method' | 'route' | 'person' | 'status'>;

/** A page of the dashboard asks every few seconds; one entry a minute says the same. */
const PAGE_MS = 60_000;
const MAX_PAGES = 10_000;
/** Ids of jobs are the longest: a turn, and the path to a run. */
const MAX_TARGET = 300;
/** Not an access: the request was not looked at. */
const TOO_MANY = 429;

const READING = new Set(['GET', 'HEAD']);

export function createAccessAudit(accesses: Pick<AccessLog, 'note'>, log: Log) {
  const marked = new WeakMap<Request, Marked>();
  const seen = new LRUCache<string, true>({ max: MAX_PAGES, ttl: PAGE_MS });

  /** At most once for a request. */
  async function note(request: Request, response: Response, status: number, forget = false): Promise<void> {
    const found = marked.get(request);
    if (found === undefined || status === TOO_MANY) return;
    marked.delete(request);
    try {
      await accesses.note({ ...entryOf(request, response, status), ...found }, forget);
    } catch (error) {
      if (principalOf(request) !== LOCAL_PRINCIPAL || !isRedisOutage(error)) throw error;
      warn(error);
    }
  }

  return {
    /** Marks a request; runs after it was authenticated. */
    marks(route: string): RequestHandler {
      return (request, _response, next) => {
        // Read here: where errors are handled, the parameters of the path are gone.
        const target = route.startsWith('/v1/fleet/') ? targetIn(Object.values(request.params).join('/')) : null;
        marked.set(request, { route, person: personOf(route, request), target });
        next();
      };
    },

    note,

    /** For a route that was called in another way than by its own address. */
    async noteCall(request: Request, response: Response, called: Called): Promise<void> {
      if (called.status !== TOO_MANY)
        await accesses.note({ ...entryOf(request, response, called.status), target: null, ...called });
    },

    /** For requests that end with an error. What is refused because Redis is away is refused without an entry. */
    refused: (async (thrown, request, response, next) => {
      const { status } = toAppError(asRedisOutage(thrown)).policy;
      await note(request, response, status).catch((error: unknown) => warn(error));
      next(thrown);
    }) satisfies ErrorRequestHandler as ErrorRequestHandler,

    /** A page beside the API: noted when it was answered, reading once a minute, anything else each time. */
    page(path: string): RequestHandler {
      return (request, response, next) => {
        const { tenant, credential, subject } = principalOf(request);
        const name = `${tenant} ${credential} ${subject} ${request.ip} ${path}`;
        const isReading = READING.has(request.method);
        const known = isReading && seen.has(name);
        if (!known) {
          seen.set(name, true);
          const target = isReading ? null : targetIn(request.path.replace(/^\/api\/(?:queues\/)?/, ''));
          marked.set(request, { route: path, person: null, target });
          response.once('finish', () => {
            note(request, response, response.statusCode).catch((error: unknown) => warn(error));
          });
        }
        next();
      };
    },
  };

  function warn(error: unknown): void {
    log.warn({ err: error }, 'access.unrecorded');
  }
}

function entryOf(request: Request, response: Response, status: number): Omit<Access, keyof Marked> {
  const { tenant, credential, subject } = principalOf(request);
  return {
    tenant,
    credential,
    subject,
    method: request.method,
    status,
    address: request.ip ?? '',
    request: String(response.getHeader('X-Request-Id') ?? ''),
  };
}

/** A refused request may name anything. */
function targetIn(path: string): string | null {
  return path.slice(0, MAX_TARGET).replace(/[^\w.:~%/-]/g, '?') || null;
}

/** Whom the request is about: named in the path, else in the query. */
function personOf(route: string, { params, query }: Request): string | null {
  const { patient_id, user_id } = query;
  const named = personInPath(route, params) ?? patient_id ?? user_id;
  return typeof named === 'string' ? named : null;
}

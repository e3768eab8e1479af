/**
 * What operators change in Bull Board. Each write is in the access log before it is answered, with its queue or job and its outcome; a
 * pause is noted with who has made it; and no job is tried again that nothing waits for.
 */
import type { Request, RequestHandler, Response } from 'express';
import { QUEUE_NAMES, type QueueName } from '../../queues/catalogue.ts';
import type { Pauses } from '../../queues/pauses.ts';
import { AppError } from '../../src/platform/errors.ts';
import type { AccessAudit } from '../access/access-audit.ts';
import { principalOf } from '../access/auth.ts';
import { type FailedParts, retryNote } from './failed-jobs.ts';

type Parts = FailedParts & { audit: Pick<AccessAudit, 'note'>; pauses: Pauses };

const READING = new Set(['GET', 'HEAD']);
/** As Bull Board addresses them. */
const PAUSE = /^\/api\/queues\/(?:[^/]+\/)?(?:pause|resume|obliterate)$/;
const RETRY = /^\/api\/queues\/([^/]+)\/([^/]+)\/retry$/;

export function boardWrites(parts: Parts): RequestHandler {
  return async (request, response, next) => {
    if (READING.has(request.method)) return next();
    const send = response.json.bind(response);
    response.json = (body) => {
      recorded(parts, request, response).then(() => send(body), next);
      return response;
    };
    const refusal = await refusalOf(parts, request.path);
    if (refusal === null) return next();
    response.status(409).json({ error: { key: 'ERRORS.FORBIDDEN' }, message: refusal });
  };
}

async function recorded({ audit, pauses }: Parts, request: Request, response: Response): Promise<void> {
  if (PAUSE.test(request.path)) await pauses.look(principalOf(request).credential);
  await audit.note(request, response, response.statusCode);
}

async function refusalOf(parts: Parts, path: string): Promise<string | null> {
  try {
    const [, queue = '', id = ''] = RETRY.exec(path)?.map(decodeURIComponent) ?? [];
    if (!(QUEUE_NAMES as string[]).includes(queue)) return null;
    const job = await parts.queues.queue(queue as QueueName).getJob(id);
    if (job) await retryNote(parts, job);
    return null;
  } catch (error) {
    // Bull Board refuses what cannot be decoded.
    if (error instanceof URIError) return null;
    if (error instanceof AppError && error.code === 'conflict') return error.message;
    throw error;
  }
}

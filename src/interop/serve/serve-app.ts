/** The HTTP app of a process that serves agents and nothing else: the envelope, and whether the process is up and ready. */
import express, { type Express, type RequestHandler } from 'express';
import { AppError } from '../../platform/errors.ts';
import type { EnvelopeEdge } from './edge.ts';

type Parts = {
  edge: EnvelopeEdge;
  access: RequestHandler;
  /** What keeps the process from serving; null if nothing does. */
  notReady(): Promise<string | null>;
};

/** Clients look for the health of an agent beside its endpoint. */
export const PATHS = { call: '/a2a', batch: '/a2a/batch', health: '/healthz', ready: '/readyz' };

export function createServeApp({ edge, access, notReady }: Parts): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.get(PATHS.health, (_request, response) => {
    response.json({ status: 'ok' });
  });
  app.get(PATHS.ready, async (_request, response) => {
    const reason = await notReady();
    if (reason !== null) response.setHeader('Retry-After', '2');
    response.status(reason === null ? 200 : 503).json(reason === null ? { status: 'ready' } : { status: reason });
  });
  app.post(PATHS.call, access, ...edge.call);
  app.post(PATHS.batch, access, ...edge.batch);
  app.all([PATHS.call, PATHS.batch], edge.wrongMethod);
  app.use(() => {
    throw new AppError('not_found', `There is nothing at this address; agents are called by POST ${PATHS.call}.`);
  });
  app.use(edge.fail);
  return app;
}

/**
 * Bull Board: the queues, their jobs and flows, for operators. Read-only unless `allowWrite` is set; payloads are hidden
 * in either case (redact.ts). It has no authentication of its own: the app that mounts it checks access first.
 */
import { createBullBoard } from '@bull-board/api';
import { BullMQAdapter } from '@bull-board/api/bullMQAdapter';
import type { AfterHook, BeforeHook } from '@bull-board/api/typings/app';
import { ExpressAdapter } from '@bull-board/express';
import type { Queue } from 'bullmq';
import { Router } from 'express';
import { aboutOf } from '../queues/catalogue.ts';
import { adaptPage } from './board-page.ts';
import { payload, redactResponse, wasRedacted } from './redact.ts';

type BoardOptions = {
  /** Flows are shown across these queues only. */
  queues: Queue[];
  /** Where the router is mounted, such as `/dashboard/queues`. */
  path: string;
  /** What a browser has before it. */
  basePath: string;
  allowWrite: boolean;
};

/** Bull Board's page uses inline styles. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "base-uri 'self'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

export function createBoard({ queues, path, basePath, allowWrite }: BoardOptions): Router {
  const server = new ExpressAdapter().setBasePath(basePath + path);
  createBullBoard({
    serverAdapter: server,
    queues: queues.map(
      (queue) =>
        new BullMQAdapter(queue, {
          readOnlyMode: !allowWrite,
          description: aboutOf(queue.name),
          externalJobUrl: ({ data }) => linkOf(basePath, data),
        }),
    ),
    options: {
      uiConfig: {
        boardTitle: 'Medfleet',
        hideRedisDetails: true,
        hideDocsLink: true,
        showMetrics: true,
        miscLinks: [
          { text: 'Console', url: `${basePath}/dashboard` },
          { text: 'API', url: `${basePath}/docs` },
        ],
      },
      handlerHooks: { before: allowWrite ? refuseRedactedPayloads : refuseWrites, after: redact },
    },
  });
  // Replaces the handler that createBullBoard sets, which repeats the thrown message: it quotes job data that is not JSON.
  server.setErrorHandler((error) => ({
    status: isBadRequest(error) ? 400 : 500,
    body: { error: { key: 'ERRORS.INTERNAL_SERVER_ERROR' } },
  }));

  const router = Router();
  router.use((_req, res, next) => {
    res.set('Content-Security-Policy', CONTENT_SECURITY_POLICY);
    next();
  });
  router.use(adaptPage(basePath));
  router.use('/api', (_req, res, next) => {
    res.set('Cache-Control', 'no-store');
    next();
  });
  router.use(server.getRouter().disable('x-powered-by'));
  return router;
}

/** From a job to its turn in the console; other jobs lead to the fleet's page. */
function linkOf(basePath: string, data: unknown): { displayText: string; href: string } {
  const { task_id: id } = (payload(data) ?? {}) as { task_id?: string };
  if (id === undefined) return { displayText: 'Fleet', href: `${basePath}/dashboard/fleet` };
  return { displayText: 'Turn', href: `${basePath}/dashboard/turns/${encodeURIComponent(id)}` };
}

/** The board's own errors have a `statusCode`, those of Express (a path that cannot be decoded) a `status`. */
function isBadRequest(error: Error & { statusCode?: number; status?: number }): boolean {
  return error.statusCode === 400 || error.status === 400;
}

const refuseWrites: BeforeHook = ({ method }) =>
  method === 'get' ? undefined : { allow: false, status: 403, message: 'This board is read-only.' };

const refuseRedactedPayloads: BeforeHook = ({ request }) => {
  // The page edits and copies jobs from the redacted payload that it got.
  const body: Record<string, unknown> = request.body ?? {};
  if (!wasRedacted(body.data) && !wasRedacted(body.jobData)) return undefined;
  return {
    allow: false,
    status: 409,
    message: 'Parts of this payload are hidden, so it cannot be saved from the board.',
  };
};

const redact: AfterHook = ({ route }, response) => ({
  ...response,
  body: redactResponse(route, response.status ?? 200, response.body),
});

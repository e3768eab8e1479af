/**
 * Bull Board: the queues, their jobs and flows, for operators. Read-only unless it is told otherwise, and blind to
 * payloads in either case (redact.ts). It has no authentication of its own: whoever mounts it puts that in front.
 */
import { createBullBoard } from '@bull-board/api';
import { BullMQAdapter } from '@bull-board/api/bullMQAdapter';
import type { AfterHook, BeforeHook } from '@bull-board/api/typings/app';
import { ExpressAdapter } from '@bull-board/express';
import type { Queue } from 'bullmq';
import { Router } from 'express';
import { redactAnswer, wasRedacted } from './redact.ts';

type BoardOptions = {
  /** Flows are drawn across the queues given here, and no others. */
  queues: Queue[];
  /** Where the router is mounted, such as `/dashboard/queues`. */
  basePath: string;
  allowWrite: boolean;
};

/** Its page asks a font server for fonts and carries inline styles: only the second is let through. */
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

export function createBoard({ queues, basePath, allowWrite }: BoardOptions): Router {
  const server = new ExpressAdapter().setBasePath(basePath);
  createBullBoard({
    serverAdapter: server,
    queues: queues.map((queue) => new BullMQAdapter(queue, { readOnlyMode: !allowWrite })),
    options: {
      uiConfig: {
        boardTitle: 'Medfleet',
        hideRedisDetails: true,
        hideDocsLink: true,
        showMetrics: true,
        miscLinks: [
          { text: 'Console', url: '/dashboard' },
          { text: 'API', url: '/docs' },
        ],
      },
      handlerHooks: { before: allowWrite ? refuseRedactedPayloads : refuseWrites, after: redact },
    },
  });
  // Set after createBullBoard, which sets one that repeats the thrown message: a job whose data is not JSON is quoted in it.
  server.setErrorHandler((error) => ({
    status: 'statusCode' in error && error.statusCode === 400 ? 400 : 500,
    body: { error: { key: 'ERRORS.INTERNAL_SERVER_ERROR' } },
  }));

  const router = Router();
  router.use((_req, res, next) => {
    res.set('Content-Security-Policy', CONTENT_SECURITY_POLICY);
    next();
  });
  router.use('/api', (_req, res, next) => {
    res.set('Cache-Control', 'no-store');
    next();
  });
  router.use(server.getRouter().disable('x-powered-by'));
  return router;
}

const refuseWrites: BeforeHook = ({ method }) =>
  method === 'get' ? undefined : { allow: false, status: 403, message: 'This board is read-only.' };

const refuseRedactedPayloads: BeforeHook = ({ request }) => {
  // The board edits or copies a job from what it was shown.
  const body: Record<string, unknown> = request.body ?? {};
  if (!wasRedacted(body.data) && !wasRedacted(body.jobData)) return undefined;
  return {
    allow: false,
    status: 409,
    message: 'Parts of this payload are hidden here, so it cannot be saved from here.',
  };
};

const redact: AfterHook = ({ route }, answer) => ({
  ...answer,
  body: redactAnswer(route, answer.status ?? 200, answer.body),
});

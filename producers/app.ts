/** The HTTP app, built apart from listening: routes from tables, one way in, one way out for errors. */
import { randomUUID } from 'node:crypto';
import express, { type Express, type Request, type RequestHandler, type Response, type Router } from 'express';
import helmet from 'helmet';
import type { Config } from '../src/platform/config.ts';
import { AppError } from '../src/platform/errors.ts';
import type { Log } from '../src/platform/log.ts';
import type { Metrics } from '../src/platform/metrics.ts';
import { authenticate, tenantOf } from './auth.ts';
import { docsPage } from './docs-page.ts';
import { openApi } from './openapi.ts';
import { BODY_LIMIT_KB, errorHandler, invalid, notFound } from './problem.ts';
import { keepRawBody } from './raw-body.ts';
import type { Input, Route } from './route.ts';

export type Mount = { path: string; router: Router };

type Parts = { config: Config; log: Log; metrics: Metrics; routes: Route[]; mounts: Mount[] };

export function createApp({ config, log, metrics, routes, mounts }: Parts): Express {
  const app = express();
  app.disable('x-powered-by');
  app.set('query parser', 'simple');
  app.use(observe(log, metrics));
  app.use(
    helmet({
      strictTransportSecurity: false,
      contentSecurityPolicy: { directives: { 'upgrade-insecure-requests': null } },
    }),
  );
  const auth = authenticate(config);

  for (const route of routes) {
    const handlers = [...(route.open ? [] : [auth]), ...(route.body ? jsonBody(route) : []), answer(route)];
    app[route.method](route.path.replace(/\{path\}$/, '*path').replace(/\{(\w+)\}/g, ':$1'), ...handlers);
  }
  const document = openApi(routes);
  app.get('/openapi.json', (_request, response) => {
    response.json(document);
  });
  app.use('/docs', docsPage());
  for (const { path, router } of mounts) app.use(path, auth, router);
  app.get('/', (_request, response) => response.redirect('/dashboard'));
  app.use(notFound);
  app.use(errorHandler(log));
  return app;
}

function answer(route: Route): RequestHandler {
  return async (request: Request, response: Response) => {
    const input = {
      params: parse(route.params, joined(request.params), 'path'),
      query: parse(route.query, request.query, 'query'),
      body: parse(route.body, request.body, 'body'),
      tenant: route.open ? '' : tenantOf(request),
      request,
      response,
    };
    const given = await route.handle(input as Input<never, never, never>);
    if (given)
      response
        .status(given.status)
        .set(given.headers ?? {})
        .json(given.body);
  };
}

/** A path with slashes comes in pieces. */
function joined(params: Record<string, string | string[]>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => [name, Array.isArray(value) ? value.join('/') : value]),
  );
}

function parse(schema: Route['body'], value: unknown, where: string): unknown {
  if (!schema) return undefined;
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw invalid(parsed.error, where);
  return parsed.data;
}

function jsonBody({
  bodyTypes = ['application/json'],
  bodyLimitKb = BODY_LIMIT_KB,
  keepsRawBody,
}: Route): RequestHandler[] {
  return [
    (request, _response, next) => {
      const { 'content-length': length, 'transfer-encoding': chunked } = request.headers;
      if (chunked === undefined && Number(length ?? 0) === 0)
        throw new AppError('malformed', 'This request needs a JSON body.');
      if (!request.is(bodyTypes))
        throw new AppError('unsupported_media_type', `Send the body as ${bodyTypes.join(' or ')}.`);
      next();
    },
    express.json({
      limit: `${bodyLimitKb}kb`,
      strict: false,
      type: bodyTypes,
      ...(keepsRawBody && { verify: keepRawBody }),
    }),
  ];
}

/** A request id in and out, a line in the log and a number in the metrics. Paths hold people's ids, so only the route's pattern is kept. */
function observe(log: Log, metrics: Metrics): RequestHandler {
  return (request, response, next) => {
    const given = request.get('X-Request-Id');
    const id = given && /^[\w.-]{1,64}$/.test(given) ? given : randomUUID();
    response.setHeader('X-Request-Id', id);
    const began = performance.now();
    response.on('close', () => {
      const ms = performance.now() - began;
      const route = (request.route as { path?: string } | undefined)?.path ?? 'other';
      metrics.requestSeconds.observe({ method: request.method, route, status: String(response.statusCode) }, ms / 1000);
      log.debug(
        { request_id: id, method: request.method, route, status: response.statusCode, duration_ms: Math.round(ms) },
        'request.answered',
      );
    });
    next();
  };
}

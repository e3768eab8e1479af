/** The HTTP app, built apart from listening. Access, validation and errors are handled here, the same way for every route. */
import { randomUUID } from 'node:crypto';
import express, {
  type ErrorRequestHandler,
  type Express,
  type Request,
  type RequestHandler,
  type Response,
  type Router,
} from 'express';
import helmet from 'helmet';
import type { Authenticator } from '../../src/engine/access/authenticator.ts';
import { ANONYMOUS } from '../../src/engine/access/principal.ts';
import type { Scope } from '../../src/engine/access/scopes.ts';
import type { SignIns } from '../../src/engine/access/sign-ins.ts';
import { AppError } from '../../src/platform/errors.ts';
import type { GuessLimit } from '../../src/platform/guess-limit.ts';
import type { Log } from '../../src/platform/log.ts';
import type { Metrics } from '../../src/platform/metrics.ts';
import type { AccessAudit } from '../access/access-audit.ts';
import { refuseOthersInPath } from '../access/acting-user.ts';
import { authenticate, principalOf, requireScope } from '../access/auth.ts';
import { refuseCrossSiteWrites } from '../access/cross-site.ts';
import { limitStreams } from '../access/stream-limit.ts';
import { checkedInput } from './call-route.ts';
import { docsPage } from './docs-page.ts';
import { jsonBody, optionalJsonBody } from './json-body.ts';
import { openApi } from './openapi.ts';
import { errorHandler, methodNotAllowed, notFound, routeOf } from './problem.ts';
import type { Input, Route } from './route.ts';

/**
 * Pages that are not in the table of routes. `any` lets in every valid token, `open` everyone. One with `errors` speaks a protocol of its
 * own: it reads its bodies itself, and its errors, those of access too, are answered in its own form.
 */
export type Mount = {
  path: string;
  router: Router;
  /** Of several scopes, one is enough. */
  scope: Scope | readonly [Scope, ...Scope[]] | 'any' | 'open';
  /** Also needed by whatever is not GET or HEAD. */
  writeScope?: Scope;
  /** A browser without credentials is sent to this page, and comes back. */
  signInPage?: string;
  /** A browser whose user lacks the scope is sent to this page, which says so. */
  noAccessPage?: string;
  errors?: ErrorRequestHandler;
  /** What its requests pass once access is granted. */
  guard?: RequestHandler;
  /** It writes the access log itself, call by call. */
  audits?: true;
};

type Parts = {
  authenticator: Authenticator;
  signIns: SignIns;
  audit: AccessAudit;
  log: Log;
  metrics: Metrics;
  routes: Route[];
  mounts: Mount[];
  limits: {
    /** Counts a request of its tenant, and of its key. */
    requests: RequestHandler;
    guesses: GuessLimit;
    /** Event streams that one principal may hold open. */
    streams: number;
  };
  /** Addresses of proxies whose X-Forwarded headers are believed. */
  trustedProxies: string[];
  /** What a browser has before every path; empty, or as BASE_PATH. */
  basePath: string;
};

export function createApp(parts: Parts): Express {
  const { authenticator, signIns, audit, log, metrics, routes, mounts, limits, trustedProxies, basePath } = parts;
  const app = express();
  app.disable('x-powered-by');
  app.set('query parser', 'simple');
  app.set('trust proxy', trustedProxies);
  app.use(observe(log, metrics));
  app.use(
    helmet({
      strictTransportSecurity: false,
      contentSecurityPolicy: { directives: { 'upgrade-insecure-requests': null } },
    }),
  );
  app.use(refuseCrossSiteWrites);
  const known = authenticate(authenticator, signIns, limits.guesses);

  const streams = limitStreams(limits.streams);
  for (const route of routes) {
    const body = route.optionalBody ? optionalJsonBody() : route.body ? jsonBody(route) : [];
    const signed = route.keepsRawBody ? [limits.guesses.signed] : [];
    const marks = route.audited ? [audit.marks(route.path)] : [];
    const access =
      route.scope === 'open' ? signed : [known, ...marks, limits.requests, ...needs(route.scope), checkPath(route)];
    if (route.edge) {
      const { handlers, wrongMethod, fail } = route.edge;
      app[route.method](expressPath(route), ...access, ...handlers, fail);
      app.all(expressPath(route), wrongMethod, fail);
      continue;
    }
    const stream = route.replies[200]?.type === 'text/event-stream' ? [streams] : [];
    app[route.method](expressPath(route), ...access, ...stream, ...body, answer(route, audit));
  }
  for (const [path, methods] of methodsByPath(routes)) app.all(path, methodNotAllowed(methods));
  const onlyRead = methodNotAllowed(['GET']);
  // A fifth of a producer's start, and most are never asked for it.
  let document: string | undefined;
  app.get('/openapi.json', (_request, response) => {
    document ??= JSON.stringify(openApi(routes, basePath));
    response.type('json').send(document);
  });
  app.all('/openapi.json', onlyRead);
  app.use('/docs', docsPage(basePath), unlessRead(onlyRead));
  for (const { path, router, scope, writeScope, errors, guard, audits } of mounts) {
    const pages = audits ? [] : [audit.page(path)];
    const writing = writeScope ? [unlessRead(requireScope(writeScope))] : [];
    const access = scope === 'open' ? [] : [known, limits.requests, ...pages, ...needs(scope), ...writing];
    const guards = guard ? [guard] : [];
    app.use(path, ...access, ...(errors || scope === 'open' ? [] : optionalJsonBody()), ...guards, router);
    app.use(path, errors ?? unlessRead(onlyRead));
  }
  app.get('/', (_request, response) => response.redirect('/dashboard'));
  app.all('/', onlyRead);
  app.use(notFound);
  app.use(audit.refused);
  for (const mount of mounts) app.use(mount.path, sendToPage(mount, basePath));
  app.use(errorHandler(log));
  return app;
}

/** For pages: applies to everything but reading. */
function unlessRead(refuse: RequestHandler): RequestHandler {
  return (request, response, next) => {
    if (isReading(request)) return next();
    return refuse(request, response, next);
  };
}

function needs(scope: Mount['scope']): RequestHandler[] {
  if (scope === 'any' || scope === 'open') return [];
  return [typeof scope === 'string' ? requireScope(scope) : requireScope(...scope)];
}

/** Only a browser that opens a page: a script of it gets the problem. */
function sendToPage({ signInPage, noAccessPage, scope }: Mount, basePath: string): ErrorRequestHandler {
  return (thrown, request, response, next) => {
    const isPage = isReading(request) && request.accepts(['json', 'html']) === 'html';
    const code = isPage && thrown instanceof AppError ? thrown.code : '';
    const [path = ''] = request.originalUrl.split('?');
    if (code === 'unauthenticated' && signInPage)
      response.redirect(`${signInPage}?${new URLSearchParams({ next: basePath + path })}`);
    else if (code === 'forbidden' && noAccessPage)
      response.redirect(`${noAccessPage}?${new URLSearchParams({ scope: String(scope) })}`);
    else next(thrown);
  };
}

function isReading({ method }: Request): boolean {
  return method === 'GET' || method === 'HEAD';
}

/** Before the body is read: a bundle for another person is not looked at. */
function checkPath({ path }: Route): RequestHandler {
  return (request, _response, next) => {
    refuseOthersInPath(path, request.params, principalOf(request));
    next();
  };
}

function expressPath({ path }: Route): string {
  return path.replace(/\{path\}$/, '*path').replace(/\{(\w+)\}/g, ':$1');
}

function methodsByPath(routes: Route[]): Map<string, string[]> {
  const methods = new Map<string, string[]>();
  for (const route of routes) {
    const path = expressPath(route);
    methods.set(path, [...(methods.get(path) ?? []), route.method.toUpperCase()]);
  }
  return methods;
}

function answer(route: Route, audit: AccessAudit): RequestHandler {
  return async (request: Request, response: Response) => {
    const principal = route.scope === 'open' ? ANONYMOUS : principalOf(request);
    const given = { params: joined(request.params), query: request.query, body: request.body };
    const input = { ...checkedInput(route, given, principal), principal, request, response };
    const result = await route.handle(input as Input<never, never, never>);
    await audit.note(request, response, result?.status ?? response.statusCode);
    if (!result) return;
    response.status(result.status).set(result.headers ?? {});
    // A text names its own type.
    if (typeof result.body === 'string') response.send(result.body);
    else response.json(result.body);
  };
}

/** Express gives a wildcard parameter as a list of path segments. */
function joined(params: Record<string, string | string[]>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => [name, Array.isArray(value) ? value.join('/') : value]),
  );
}

/** Sets the request id, and logs and measures each request. */
function observe(log: Log, metrics: Metrics): RequestHandler {
  return (request, response, next) => {
    const given = request.get('X-Request-Id');
    const id = given && /^[\w.-]{1,64}$/.test(given) ? given : randomUUID();
    response.setHeader('X-Request-Id', id);
    const began = performance.now();
    response.on('close', () => {
      const ms = performance.now() - began;
      const route = routeOf(request);
      metrics.requestSeconds.observe({ method: request.method, route, status: String(response.statusCode) }, ms / 1000);
      log.debug(
        { request_id: id, method: request.method, route, status: response.statusCode, duration_ms: Math.round(ms) },
        'request.answered',
      );
    });
    next();
  };
}

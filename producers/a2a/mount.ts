/** Where the A2A server stands in the app: the card for everyone, and the two bindings for tokens with the scope `a2a`. */
import { AGENT_CARD_PATH, type AgentCard } from '@a2a-js/sdk';
import type { A2ARequestHandler } from '@a2a-js/sdk/server';
import { agentCardHandler, restHandler } from '@a2a-js/sdk/server/express';
import express, { type Request, type RequestHandler } from 'express';
import { JSONRPC_PATH, REST_PATH } from '../../src/interop/a2a/card.ts';
import { AppError } from '../../src/platform/errors.ts';
import type { Log } from '../../src/platform/log.ts';
import { limitStreams } from '../access/stream-limit.ts';
import type { Mount } from '../http/app.ts';
import { optionalJsonBody } from '../http/json-body.ts';
import { type Caller, callerOf } from './caller.ts';
import { refuse, ServiceError } from './errors.ts';
import { answerRpc, isRpcStream, rpcErrors } from './jsonrpc.ts';
import { legacyCard as cardOf03, fitLegacyPush, fitRest, isRestStream, refuseWrongMethod, restErrors } from './rest.ts';

/** As for a run of a function, whose input may be a chapter of a book. */
const BODY_LIMIT_KB = 1_024;
const CARD_SECONDS = 300;

type Options = {
  /** Event streams that one principal may hold open. */
  maxStreams: number;
  /** Whether who names no version is given a card of 0.3, as the protocol has it. The compatibility kit names none and expects 1.0. */
  legacyCard: boolean;
  /** The card of one team; undefined: there is no such team. */
  teamCard(team: string): AgentCard | undefined;
};

export function a2aMounts(
  handler: A2ARequestHandler,
  log: Log,
  { maxStreams, legacyCard, teamCard }: Options,
): Mount[] {
  const streams = limitStreams(maxStreams);
  const limited =
    (isStream: (request: Request) => boolean): RequestHandler =>
    (request, response, next) =>
      isStream(request) ? streams(request, response, next) : next();
  const translated = translate(handler, log);
  const legacyCompat = { enabled: true };

  const cardOf = (agentCardProvider: A2ARequestHandler | (() => Promise<AgentCard>)) =>
    agentCardHandler({
      agentCardProvider,
      legacyCompat: { enabled: legacyCard },
      cache: { maxAge: CARD_SECONDS },
    });
  const card = express.Router().use(cardOf(translated));
  const cardOfTeam = express.Router({ mergeParams: true });
  cardOfTeam.use((request, response, next) => {
    const found = teamCard(String((request.params as { team?: string }).team));
    if (!found) throw new AppError('not_found', 'There is no such team.');
    cardOf(async () => found)(request, response, next);
  });

  const rpc = express.Router();
  rpc.post(
    '/',
    versionInQuery,
    ...optionalJsonBody(['application/json'], BODY_LIMIT_KB),
    limited(isRpcStream),
    answerRpc(translated),
  );
  rpc.use((request, response) => {
    response.setHeader('Allow', 'POST');
    throw new AppError('method_not_allowed', `There is no ${request.method} at this address, only POST.`);
  });

  const rest = express.Router();
  const types = ['application/json', 'application/a2a+json'];
  rest.use(
    versionInQuery,
    refuseWrongMethod,
    fitRest,
    ...optionalJsonBody(types, BODY_LIMIT_KB),
    limited(isRestStream),
    fitLegacyPush,
  );
  rest.get('/v1/card', cardOf03(translated));
  rest.use(
    restHandler({ requestHandler: translated, userBuilder: async (request) => callerOf(request), legacyCompat }),
  );
  rest.use((request) => {
    throw new AppError('not_found', `There is no ${request.method} at this address.`);
  });

  return [
    { path: `/${AGENT_CARD_PATH}`, router: card, scope: 'open' },
    { path: `/a2a/:team/${AGENT_CARD_PATH}`, router: cardOfTeam, scope: 'open' },
    { path: ofTeams(JSONRPC_PATH), router: rpc, scope: 'a2a', errors: rpcErrors(log) },
    { path: ofTeams(REST_PATH), router: rest, scope: 'a2a', errors: restErrors(log) },
  ];
}

/** The same operations at an address of a team's own: a message there is for it. */
function ofTeams(path: string): string {
  return path.replace('/a2a/', '/a2a{/:team}/');
}

/** Clients that cannot set a header name the version in the address. */
const versionInQuery: RequestHandler = (request, _response, next) => {
  const { 'A2A-Version': version } = request.query;
  if (typeof version === 'string' && !request.headers['a2a-version']) request.headers['a2a-version'] = version;
  next();
};

/** Every operation throws the protocol's errors only. What is not the client's fault is logged here, once, and is also the status. */
function translate(handler: A2ARequestHandler, log: Log): A2ARequestHandler {
  const fail = (thrown: unknown, args: unknown[]): never => {
    const { user } = (args[1] ?? {}) as { user?: Caller };
    const { error } = refuse(thrown, log, user?.response);
    if (user && error instanceof ServiceError) user.failed = true;
    throw error;
  };
  const wrapped = Object.entries(handler).map(([name, operation]) => [
    name,
    name === 'sendMessageStream' || name === 'resubscribe'
      ? async function* (...args: unknown[]) {
          try {
            yield* operation(...args);
          } catch (thrown) {
            fail(thrown, args);
          }
        }
      : async (...args: unknown[]) => {
          try {
            return await operation(...args);
          } catch (thrown) {
            return fail(thrown, args);
          }
        },
  ]);
  return Object.fromEntries(wrapped) as A2ARequestHandler;
}

/**
 * All calls to any model pass here: route by name, reserve, call, settle. Limits are checked before the call; what it used is settled
 * also when it fails, is cancelled or its reader stops early. A call whose server fails or falls silent is made again.
 */
import { AppError, type ErrorCode, toAppError } from '../../platform/errors.ts';
import { type Account, NO_ACCOUNT } from './account.ts';
import { estimateInput, tokensOf } from './estimate.ts';
import {
  type AnswerChunk,
  type BuiltinTool,
  type ModelChunk,
  type ModelGateway,
  type ModelRequest,
  OFFLINE,
  RULES,
  type TokenCount,
  type Usage,
} from './model.ts';
import type { ModelCall } from './model-calls.ts';
import { isAble, type ModelFacts } from './model-facts.ts';
import { queryText } from './outward-query.ts';
import { costOf, type Price } from './price.ts';
import type { Endpoint } from './probe.ts';
import type { ModelProvider, Patience } from './provider.ts';
import { Silence } from './provider-call.ts';
import { createRetries, pause } from './retries.ts';
import type { ServerQueue } from './server-queue.ts';
import { contextExceeded } from './server-reason.ts';

export type Route = {
  provider: ModelProvider;
  /** The name by which the server knows the model. */
  name: string;
  /** Its server, as the settings call it; null: none, rules answer. */
  server: string | null;
  contextWindow: number | null;
  /** null: unknown. */
  price: Price | null;
  /** Tools that its server runs itself. */
  builtins: readonly BuiltinTool[];
  /** False where no tokens are used, as by the offline rules. */
  usesTokens: boolean;
  /** How long a call may send nothing, by the tokens of its input. */
  patience?(input: number): Patience;
  /** Where a probe asks; without it there is nothing to ask. */
  endpoint?: Endpoint;
  /** What a probe has seen that the model can do; without it the files are trusted. */
  facts?: ModelFacts | undefined;
  /** Where calls wait for the server; without it they do not. */
  queue?: ServerQueue | undefined;
};

/** Throws `config` for a name that no route is known for. */
export type Router = (model: string) => Route;

/** Tokens of an answer below which a request is not sent: about the shortest reply that says something. */
const LEAST_ANSWER = 256;
/** The estimate is more often too low than too high, and some servers refuse an answer that could go beyond the context. */
const ESTIMATE_MARGIN = 1.25;

/** A server that reads the prompts of others meanwhile may say nothing for minutes. */
const PROBING: Patience = { firstMs: 240_000, silenceMs: 240_000 };

const NOTHING_USED: TokenCount = { input_tokens: 0, output_tokens: 0 };

export type GatewayOptions = {
  account?: Account;
  /** Told of every call when it is over, however it ended. */
  onCall?(call: ModelCall): void;
  /** The rule of the agent that asks; undefined where its work needs a model. */
  rulesFor?(request: ModelRequest): Route | undefined;
  /** While what the models can do is being found out. */
  probed?(): Promise<void> | undefined;
};

type Asking = { router: Router } & Required<GatewayOptions>;

export function createGateway(router: Router, options: GatewayOptions = {}): ModelGateway {
  const none = () => undefined;
  const asking = { router, account: NO_ACCOUNT, onCall: none, rulesFor: none, probed: none, ...options };
  return {
    stream: (request, signal) => streamAnswer(asking, request, signal),
    offers(model, tool) {
      try {
        return router(model).builtins.includes(tool);
      } catch (thrown) {
        if (thrown instanceof AppError && thrown.code === 'config') return false;
        throw thrown;
      }
    },
    serves(model) {
      const { name, server, usesTokens, contextWindow, facts } = router(model);
      const by = server === null ? RULES : `${name} at ${server}`;
      return { by, usesTokens, contextWindow, obeys: facts?.obeys !== false };
    },
  };
}

async function* streamAnswer(asking: Asking, request: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelChunk> {
  for (const retries = createRetries(request.retrySeconds); ; ) {
    try {
      yield* callOnce(asking, request, signal);
      return;
    } catch (thrown) {
      const retryInMs = signal.aborted ? undefined : retries.after(thrown);
      if (retryInMs === undefined) throw thrown;
      yield { type: 'restart', reason: toAppError(thrown).code, retryInMs };
      await pause(retryInMs, signal);
    }
  }
}

async function* callOnce(asking: Asking, asked: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelChunk> {
  const { route, request, input, leave } = await begin(asking, asked, signal);
  try {
    yield* callNow(asking, request, route, input, signal);
  } catch (thrown) {
    if (thrown instanceof Silence) thrown.othersWait = (route.queue?.waiting() ?? 0) > 0;
    throw thrown;
  } finally {
    leave?.();
  }
}

/** Waits for the first probe and for the server; neither is the agent's time. */
async function begin(asking: Asking, asked: ModelRequest, signal: AbortSignal) {
  // Providers get data alone: rules read it in a thread.
  const { pause: pauseClock, ...data } = asked;
  const waitFor = async <T>(work: Promise<T>): Promise<T> => {
    const goOn = pauseClock?.();
    return work.finally(goOn);
  };
  const probed = data.probing ? undefined : asking.probed();
  if (probed) await waitFor(probed);
  signal.throwIfAborted();
  const { route, request: able } = served(asking, data);
  const whole = searchOnly(able);
  const input = route.usesTokens ? estimateInput(whole) : 0;
  checkBudget(whole, input);
  const request = fitted(whole, route, input);
  const entered = route.queue?.enter(signal, request.urgent === true);
  const leave = await (entered && route.queue?.waiting() ? waitFor(entered) : entered);
  return { route, request, input, leave };
}

async function* callNow(
  { account, onCall }: Asking,
  request: ModelRequest,
  route: Route,
  input: number,
  signal: AbortSignal,
): AsyncGenerator<ModelChunk> {
  const expected = { input_tokens: input, output_tokens: request.settings.max_output_tokens ?? 0 };
  const { team, agent, model } = request;
  const reservation = await account.reserve({ ...priced(route, expected), team, agent, model });

  const sent = { ...request, model: route.name, patience: request.probing ? PROBING : route.patience?.(input) };
  let counted: TokenCount | undefined;
  let received = 0;
  let isGivenUp = false;
  let code: ErrorCode | undefined;
  // The server has answered without a token count, or has worked for nobody: the estimate is used.
  const isUsed = () => route.usesTokens && (received > 0 || isGivenUp);
  const guessed = () => (isUsed() ? { input_tokens: input, output_tokens: tokensOf(received) } : NOTHING_USED);
  const used = () => priced(route, counted ?? guessed());
  try {
    for await (const chunk of route.provider.stream(sent, signal)) {
      if (chunk.type === 'usage') {
        counted = chunk.usage;
        yield { type: 'usage', usage: used() };
      } else {
        if (route.usesTokens) received += bytesOf(chunk);
        yield chunk;
      }
    }
    if (!counted) yield { type: 'usage', usage: used() };
  } catch (thrown) {
    if (!signal.aborted) code = toAppError(thrown).code;
    isGivenUp = signal.aborted || thrown instanceof Silence;
    if (!counted && isUsed()) yield { type: 'usage', usage: used() };
    throw thrown;
  } finally {
    onCall({
      model: route.usesTokens ? route.name : OFFLINE,
      server: route.server,
      usage: used(),
      ...(code && { code }),
    });
    await reservation.settle(used());
  }
}

/** Work that the model has been seen to fail at is done by the agent's rule, and where there is none without the tools that it cannot call. */
function served({ router, rulesFor }: Asking, request: ModelRequest): { route: Route; request: ModelRequest } {
  const route = router(request.model);
  const needs = { needsTools: request.tools.length > 0, needsJson: request.output !== undefined };
  if (!route.facts || isAble(route.facts, needs)) return { route, request };
  const rules = rulesFor(request);
  if (rules) return { route: rules, request };
  return { route, request: route.facts.tools === false ? { ...request, tools: [] } : request };
}

/** A model that searches the web is not shown the conversation: what it reads may become a query. */
function searchOnly(request: ModelRequest): ModelRequest {
  if (!request.search) return request;
  return { ...request, messages: [{ role: 'user', parts: [{ type: 'text', text: queryText(request.search.query) }] }] };
}

/** The answer may be as long as the context leaves room for. */
function fitted(request: ModelRequest, { contextWindow }: Route, input: number): ModelRequest {
  const asked = request.settings.max_output_tokens;
  if (contextWindow === null) return request;
  const least = Math.min(LEAST_ANSWER, asked ?? 1);
  if (contextWindow - input < least) throw contextExceeded(input + least, contextWindow, `the model ${request.model}`);
  const room = Math.max(least, contextWindow - Math.ceil(input * ESTIMATE_MARGIN));
  if (asked === undefined || asked <= room) return request;
  return { ...request, settings: { ...request.settings, max_output_tokens: room } };
}

function checkBudget({ agent, tokensLeft }: ModelRequest, input: number): void {
  if (tokensLeft !== undefined && input > tokensLeft) {
    throw new AppError(
      'limit_reached',
      `The next request of ${agent} has about ${input} tokens, and its limit leaves ${Math.max(0, tokensLeft)}.`,
    );
  }
}

function bytesOf(chunk: AnswerChunk): number {
  if (chunk.type === 'text') return Buffer.byteLength(chunk.text);
  return chunk.type === 'call' ? Buffer.byteLength(JSON.stringify(chunk.call.args)) : 0;
}

function priced({ price, name, usesTokens }: Route, count: TokenCount): Usage {
  return { ...count, cost_usd: costOf(price, count), model: usesTokens ? name : OFFLINE };
}

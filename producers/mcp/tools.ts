/**
 * Calls routes for MCP tools, with the rights of whoever asks: a tool is listed and answered only for those who have its route's scope.
 * A call that is given up stops waiting; what it has started goes on, because a client that has lost its connection may ask again.
 */
import { EventEmitter } from 'node:events';
import type { CallToolResult } from '@modelcontextprotocol/server';
import type { Request, Response } from 'express';
import { allows, type Principal } from '../../src/engine/access/principal.ts';
import { isScope } from '../../src/engine/access/scopes.ts';
import { ENDED_STATUSES } from '../../src/engine/task/task.ts';
import { promptsFor } from '../../src/interop/mcp/prompts.ts';
import { answerResult, errorResult, failure } from '../../src/interop/mcp/result.ts';
import type { CallableTool, Offered, ToolCall } from '../../src/interop/mcp/server.ts';
import { argumentsIn, runTool, TOOLS, type ToolSpec } from '../../src/interop/mcp/tools.ts';
import { AppError, type ErrorCode, toAppError } from '../../src/platform/errors.ts';
import type { Log } from '../../src/platform/log.ts';
import { asRedisOutage } from '../../src/platform/redis-errors.ts';
import type { AccessAudit } from '../access/access-audit.ts';
import { personInPath } from '../access/acting-user.ts';
import { checkedInput } from '../http/call-route.ts';
import type { Answer, Input, Route } from '../http/route.ts';
import type { EventHub, TurnEvent } from '../turns/event-hub.ts';
import { waitForEnd } from '../turns/wait-for-end.ts';
import { inputSchema, outputSchema, readArguments, type ToolArguments } from './arguments.ts';

export type McpParts = {
  routes: readonly Route[];
  hub: EventHub;
  audit: AccessAudit;
  log: Log;
  stopping: AbortSignal;
};

/** Who asks, and by which request of theirs. */
export type McpCaller = { principal: Principal; request: Request; response: Response };

type Bound = { spec: ToolSpec; route: Route; tool: CallableTool['tool'] };

/** What a client is told while it waits; never words of the conversation. */
const PROGRESS: Readonly<Record<string, string>> = {
  queued: 'queued',
  alarm: 'there is something to know before the answer: the reply begins with it',
  routed: 'an agent has taken it',
  transfer: 'handed over to another agent',
  tool: 'a tool is used',
  delta: 'the reply is being written',
  reply: 'the reply is there',
  facts: 'facts are filed',
};

export function createMcpTools({ routes, hub, audit, log, stopping }: McpParts) {
  const find = ({ method, path }: ToolSpec) => routes.find((route) => route.method === method && route.path === path);
  const turnRoute = routes.find(({ method, path }) => method === 'get' && path === '/v1/turns/{id}');
  const specs = [...TOOLS, ...routes.flatMap((route) => runTool(route) ?? [])];
  const bound = specs.flatMap((spec): Bound[] => {
    const route = find(spec);
    return route ? [{ spec, route, tool: described(spec, route) }] : [];
  });

  async function call({ spec, route }: Bound, { principal, request, response }: McpCaller, given: ToolCall) {
    let person: string | null = null;
    const note = async (status: number) => {
      if (!route.audited) return;
      const called = { method: route.method.toUpperCase(), route: route.path, person, status };
      await audit.noteCall(request, response, called);
    };
    try {
      const args = readArguments(spec, route, given.arguments);
      person = personInPath(route.path, args.params);
      const client = clientOf(given.signal);
      const answer = await run(route, args, principal, client);
      await note(answer?.status ?? 200);
      return resultOf(spec.turn ? await whenEnded(answer, args, principal, given, client) : answer, spec);
    } catch (thrown) {
      const error = toAppError(asRedisOutage(thrown));
      log[error.policy.level]({ err: error, code: error.code, tool: spec.name }, 'mcp.tool_failed');
      await note(error.policy.status).catch((failed: unknown) => log.warn({ err: failed }, 'access.unrecorded'));
      return errorResult(error);
    }
  }

  /** The turn of an answer, once it has ended or the time is up. */
  async function whenEnded(
    answer: Answer,
    args: ToolArguments,
    principal: Principal,
    given: ToolCall,
    client: Client,
  ): Promise<Answer> {
    const { turn_id = '', status = '' } = (answer?.body ?? {}) as { turn_id?: string; status?: string };
    if (args.wait_seconds === 0 || !turnRoute) return answer;
    if (!ENDED_STATUSES.has(status)) await follow(turn_id, args.wait_seconds, given, client);
    return run(turnRoute, { ...args, params: { id: turn_id }, query: {}, body: undefined }, principal, client);
  }

  async function follow(id: string, seconds: number, { progress }: ToolCall, client: Client): Promise<void> {
    let last = '';
    const unfollow = await hub.follow(id, '', ({ kind }: TurnEvent) => {
      const words = PROGRESS[kind];
      // A reply comes in many pieces.
      if (words === undefined || kind === last) return;
      last = kind;
      progress(words);
    });
    try {
      await waitForEnd(hub, id, seconds * 1000, client, stopping);
    } finally {
      unfollow();
    }
  }

  return {
    forCaller(caller: McpCaller): Offered {
      const allowed = bound.filter(({ route: { scope } }) => isScope(scope) && allows(caller.principal, scope));
      const tools = new Map(
        allowed.map((one): [string, CallableTool] => [
          one.spec.name,
          { tool: one.tool, call: (given) => call(one, caller, given) },
        ]),
      );
      return {
        tools,
        prompts: promptsFor(new Set(tools.keys())),
        templates: allowed.flatMap(({ spec: { uri, name, title, description } }) =>
          uri ? [{ uriTemplate: uri, name, title, description, mimeType: 'application/json' }] : [],
        ),
        /** A resource is what its tool answers: the same scope, people and entry in the access log. */
        async read(uri, signal) {
          for (const one of allowed) {
            const given = one.spec.uri === undefined ? null : argumentsIn(one.spec.uri, uri);
            if (!given) continue;
            const { isError, structuredContent } = await call(one, caller, { arguments: given, signal, progress() {} });
            if (!isError) return structuredContent;
            const { code, detail } = structuredContent as { code: ErrorCode; detail: string };
            throw new AppError(code, detail);
          }
          return undefined;
        },
      };
    },
  };
}

function described(spec: ToolSpec, route: Route): CallableTool['tool'] {
  const { name, title, description, reads } = spec;
  const output = outputSchema(route);
  return {
    name,
    title,
    description,
    inputSchema: { ...inputSchema(spec, route), type: 'object' as const },
    ...(output && { outputSchema: output }),
    annotations: { title, readOnlyHint: reads, destructiveHint: spec.method === 'delete', openWorldHint: false },
  };
}

type Client = Response;

async function run(route: Route, args: ToolArguments, principal: Principal, response: Client): Promise<Answer> {
  const input = { ...checkedInput(route, args, principal), principal, request: requestOf(route, args), response };
  return route.handle(input as Input<never, never, never>);
}

/** What the handlers of these routes read of a request: its Idempotency-Key, and what makes a key belong to one address. */
function requestOf(route: Route, { params, idempotency_key }: ToolArguments): Request {
  const path = route.path.replace(/\{(\w+)\}/g, (_all, name: string) => encodeURIComponent(params[name] ?? ''));
  const get = (name: string) => (name === 'Idempotency-Key' ? idempotency_key : undefined);
  return { method: route.method.toUpperCase(), path, get } as unknown as Request;
}

/** What they use of a response: its end. The headers of the real one belong to the transport. */
function clientOf(signal: AbortSignal): Client {
  const client = new EventEmitter();
  signal.addEventListener('abort', () => client.emit('close'), { once: true });
  return Object.assign(client, { setHeader: () => undefined, getHeader: () => undefined }) as unknown as Client;
}

function resultOf(answer: Answer, spec: ToolSpec): CallToolResult {
  const { status = 200, body = {} } = answer ?? {};
  const data = body as Record<string, unknown>;
  if (status >= 400) return failure({ ...data, detail: String(data.detail ?? 'It failed.') });
  return answerResult(data, spec.turn ? turnWords(data) : undefined);
}

function turnWords({ turn_id, status, reply }: Record<string, unknown>): string {
  if (typeof reply === 'string' && reply !== '') return reply;
  return ENDED_STATUSES.has(String(status))
    ? `The turn is ${String(status)} and has no reply.`
    : `The turn is ${String(status)}. Continue with get_turn and turn_id ${String(turn_id)}.`;
}

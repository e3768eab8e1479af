/**
 * An agent of another system that speaks A2A 1.0, made with the SDK's own server and its stores in memory: it does not recognise a message
 * that it has had before. A script says what becomes of each message; requests can be cut, held or refused before they reach the SDK.
 */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AgentCard, type Message, type Part, type Task, TaskState } from '@a2a-js/sdk';
import {
  AgentEvent,
  type AgentExecutor,
  DefaultRequestHandler,
  type ExecutionEventBus,
  InMemoryTaskStore,
  type RequestContext,
} from '@a2a-js/sdk/server';
import { jsonRpcHandler, restHandler, UserBuilder } from '@a2a-js/sdk/server/express';
import express, { type Request, type Response } from 'express';
import { artifact, message, textPart } from '../../src/interop/a2a/parts.ts';
import type { Binding } from './a2a.ts';

export type Said =
  /** A message instead of a task. */
  | { message: string }
  /** A task: in the state `working` until `after`, then in its state, with parts as an artifact or as the message of its status. */
  | { state: keyof typeof TaskState; after?: Promise<unknown>; parts?: readonly Part[]; says?: string };

/** What the agent has been sent. `task`: the one that the message goes on with. */
export type Heard = { text: string; message: Message; task: Task | undefined; metadata: unknown };

export type A2aRequest = {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: Record<string, unknown>;
};

type Options = {
  bindings?: Binding[];
  /** Changes the card's JSON. */
  card?(json: Record<string, unknown>, url: string): unknown;
  /** Before the SDK: true if it has answered itself. `nth` counts requests from 1, those for the card not. */
  before?(request: A2aRequest, response: Response, nth: number): boolean | Promise<boolean>;
  port?: number;
  /** Of the protocol. */
  version?: '1.0' | '0.3';
};

export async function startA2aAgent(script: (heard: Heard, nth: number) => Said, options: Options = {}) {
  const { bindings = ['JSONRPC', 'HTTP+JSON'], port = 0, version = '1.0' } = options;
  const heard: Heard[] = [];
  const requests: A2aRequest[] = [];
  const counts = { cards: 0 };
  const tasks = new Set<string>();
  const cancelled: string[] = [];
  const stopped = new Map<string, () => void>();

  const executor: AgentExecutor = {
    async execute({ taskId, contextId, task, userMessage, request }: RequestContext, bus) {
      const asked = { text: textOf(userMessage), message: userMessage, task, metadata: request.metadata };
      heard.push(asked);
      const said = script(asked, heard.length);
      const place = { taskId, contextId };
      if ('message' in said) {
        bus.publish(
          AgentEvent.message(
            message('agent', `m-${heard.length}`, { taskId: '', contextId }, [textPart(said.message)]),
          ),
        );
        return bus.finished();
      }
      tasks.add(taskId);
      const working = status('TASK_STATE_WORKING', place);
      bus.publish(
        AgentEvent.task({ id: taskId, contextId, status: working, artifacts: [], history: [], metadata: undefined }),
      );
      const stop = new Promise<'stop'>((resolve) => stopped.set(taskId, () => resolve('stop')));
      if ((await Promise.race([said.after, stop])) === 'stop') return;
      publish(bus, said, place);
    },
    async cancelTask(taskId, bus) {
      cancelled.push(taskId);
      stopped.get(taskId)?.();
      publish(bus, { state: 'TASK_STATE_CANCELED' }, { taskId, contextId: '' });
    },
  };

  const app = express()
    .disable('x-powered-by')
    .use(express.json({ type: () => true }));
  const server = createServer(app);
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const card = cardOf(url, bindings, version);
  const requestHandler = new DefaultRequestHandler(card, new InMemoryTaskStore(), executor);
  const userBuilder = UserBuilder.noAuthentication;

  app.get('/.well-known/agent-card.json', async (_request, response) => {
    counts.cards += 1;
    const json = AgentCard.toJSON(card) as Record<string, unknown>;
    response.json(options.card ? await options.card(json, url) : json);
  });
  app.get('/healthz', (_request, response) => void response.json({ status: 'ok' }));
  app.use(async (request: Request, response, next) => {
    const { method, path, headers, body } = request;
    const recorded = { method, path, headers: headers as Record<string, string>, body: body ?? {} };
    requests.push(recorded);
    if (!(await options.before?.(recorded, response, requests.length))) next();
  });
  const legacyCompat = { enabled: version === '0.3' };
  app.use('/rpc', jsonRpcHandler({ requestHandler, userBuilder, legacyCompat }));
  app.use('/rest', restHandler({ requestHandler, userBuilder, legacyCompat }));

  return {
    url,
    heard,
    requests,
    counts,
    /** Ids of the tasks that it has begun. */
    tasks,
    cancelled,
    async close() {
      for (const stop of stopped.values()) stop();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

type Place = { taskId: string; contextId: string };

function publish(
  bus: ExecutionEventBus,
  { state, parts, says }: Exclude<Said, { message: string }>,
  place: Place,
): void {
  if (parts)
    bus.publish(
      AgentEvent.artifactUpdate({
        ...place,
        artifact: artifact('result', '', [...parts]),
        append: false,
        lastChunk: true,
        metadata: undefined,
      }),
    );
  bus.publish(AgentEvent.statusUpdate({ ...place, status: status(state, place, says), metadata: undefined }));
  bus.finished();
}

function status(state: keyof typeof TaskState, place: Place, says?: string): NonNullable<Task['status']> {
  const said = says === undefined ? undefined : message('agent', `s-${place.taskId}`, place, [textPart(says)]);
  return { state: TaskState[state] as TaskState, message: said, timestamp: new Date().toISOString() };
}

function textOf({ parts }: Message): string {
  return parts.map(({ content }) => (content?.$case === 'text' ? content.value : '')).join('\n');
}

function cardOf(url: string, bindings: Binding[], protocolVersion: string): AgentCard {
  const paths = { JSONRPC: '/rpc', 'HTTP+JSON': '/rest' };
  return AgentCard.fromJSON({
    name: 'Walks',
    description: 'Knows how far a walk was',
    version: '1.0.0',
    supportedInterfaces: bindings.map((binding) => ({
      url: url + paths[binding],
      protocolBinding: binding,
      protocolVersion,
    })),
    capabilities: { streaming: false },
    defaultInputModes: ['text/plain', 'application/json'],
    defaultOutputModes: ['text/plain'],
    skills: [{ id: 'walks', name: 'Walks', description: 'How far a walk was', tags: ['walks'] }],
  });
}

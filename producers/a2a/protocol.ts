/**
 * The A2A operations on our tasks: what the SDK's transports call, without HTTP. A task is read from Redis and followed there, so any
 * process answers for any task, and no call depends on which process took the message.
 */
import { randomUUID } from 'node:crypto';
import { type Message, type SendMessageRequest, type StreamResponse, type Task, TaskState } from '@a2a-js/sdk';
import {
  RequestMalformedError,
  TaskNotCancelableError,
  TaskNotFoundError,
  UnsupportedOperationError,
} from '@a2a-js/sdk/errors';
import type { A2ARequestHandler, ServerCallContext } from '@a2a-js/sdk/server';
import type { Admission } from '../../queues/admission/admission.ts';
import type { StartTask } from '../../queues/start-task.ts';
import type { Keys } from '../../src/engine/task/keys.ts';
import type { TaskRequest } from '../../src/engine/task/task.ts';
import { agentCard, type Offer, offersFor, RESUME_EXTENSION } from '../../src/interop/a2a/card.ts';
import { TASK_ID } from '../../src/interop/a2a/keys.ts';
import type { PushConfig } from '../../src/interop/a2a/push/config.ts';
import { pageAfter, type TaskIndex } from '../../src/interop/a2a/task-index.ts';
import {
  originOf,
  placeOf,
  requestOf,
  SETTLED,
  stateOf,
  type TaskHash,
  TERMINAL,
  taskView,
} from '../../src/interop/a2a/task-view.ts';
import { inModes, update } from '../../src/interop/a2a/updates.ts';
import type { Log } from '../../src/platform/log.ts';
import type { RedisClient } from '../../src/platform/lua.ts';
import type { EventHub } from '../turns/event-hub.ts';
import type { Asking } from './asking.ts';
import { type Caller, callerIn, maySee, personOf } from './caller.ts';
import { checkMessage, type Intake } from './intake.ts';
import type { PushDesk } from './push.ts';
import { BEGINNING, followTask, NOW } from './stream.ts';
import { createSubscribers } from './subscribers.ts';

/** An executor that takes messages in place of the teams and answers in the protocol's own words. */
export type Executor = {
  /** A message instead of a task; null: it makes a task. */
  reply(message: Message): Message | null;
  take(caller: Caller, message: Message): Promise<string>;
  /** A further message to a task that waits for one. */
  resume(id: string, message: Message): Promise<void>;
};

export type A2aParts = {
  redis: RedisClient;
  keys: Keys;
  admission: Admission;
  startTask: StartTask;
  hub: EventHub;
  asking: Asking;
  intake: Intake;
  index: TaskIndex;
  push: PushDesk;
  executor: Executor | null;
  offers: () => Offer[];
  publicUrl: () => string;
  waitMs: number;
  stopping: AbortSignal;
  log: Log;
};

const PAGE = 50;
const MAX_PAGE = 100;

export function createA2aHandler(parts: A2aParts): A2ARequestHandler {
  const { redis, keys, hub, asking, intake, index, push, executor } = parts;
  const { subscribed, closed } = createSubscribers(parts.stopping);

  async function read(id: string): Promise<TaskHash> {
    if (!TASK_ID.test(id)) throw new TaskNotFoundError();
    const hash = await redis.hgetall(keys.task(id));
    if (hash.request !== undefined) return hash;
    const asked = await asking.read(id);
    if (asked.request === undefined) throw new TaskNotFoundError();
    return asked;
  }

  /** A task that the caller may not see is answered like one that does not exist. */
  async function find({ principal }: Caller, id: string): Promise<TaskHash> {
    const hash = await read(id);
    if (!maySee(principal, requestOf(hash))) throw new TaskNotFoundError();
    return hash;
  }

  /** A task takes one message; the next one of a conversation is a task of its own, in the same context. */
  async function takeFurther(caller: Caller, message: Message, { metadata }: SendMessageRequest): Promise<string> {
    const hash = await find(caller, message.taskId);
    const request = requestOf(hash);
    const { contextId } = placeOf(request);
    if (message.contextId !== '' && message.contextId !== contextId)
      throw new RequestMalformedError('message.contextId is not the context of message.taskId');
    if (isAsking(hash)) return await taken(caller, await intake.answer(caller.principal, hash, message, metadata));
    // The same answer again.
    if (originOf(request)?.answer_id === message.messageId) return message.taskId;
    if (TERMINAL.has(stateOf(hash)))
      throw new UnsupportedOperationError(
        'The task has ended. Send the message with its contextId and without taskId.',
      );
    if (!executor || stateOf(hash) !== TaskState.TASK_STATE_INPUT_REQUIRED)
      throw new UnsupportedOperationError('The task takes no further message. Send it with the contextId alone.');
    await executor.resume(message.taskId, message);
    return message.taskId;
  }

  async function takeNew(caller: Caller, message: Message, { metadata: given }: SendMessageRequest): Promise<string> {
    const { principal, team } = caller;
    const metadata = team === undefined ? given : { team, ...given };
    const id = executor ? await executor.take(caller, message) : await intake.take(principal, message, metadata);
    return await taken(caller, id);
  }

  async function taken({ principal }: Caller, id: string): Promise<string> {
    const hash = await read(id);
    if (isAsking(hash)) return id;
    const request = requestOf(hash);
    const { contextId } = placeOf(request);
    await index.add(principal.tenant, request.user_id, { id, contextId, person: personOf(request) });
    return id;
  }

  /** The config is checked before the message is taken, and stored after: the events so far are sent too. */
  async function admit(params: SendMessageRequest, context: ServerCallContext): Promise<TaskHash> {
    const caller = callerIn(context, params.tenant);
    const message = checkMessage(params.message);
    const wanted = params.configuration?.taskPushNotificationConfig;
    const seed = `${message.messageId} ${wanted?.url}`;
    const config: PushConfig | null = wanted ? push.check(wanted, context.requestedVersion, seed) : null;
    const id =
      message.taskId === '' ? await takeNew(caller, message, params) : await takeFurther(caller, message, params);
    const hash = await read(id);
    if (config && !isAsking(hash))
      await push.save(caller.principal.tenant, id, config, message.taskId === '' ? 'all' : 'next');
    return hash;
  }

  /** Until it has ended, waits for somebody, or the time is up. */
  async function settled(hash: TaskHash, caller: Caller): Promise<TaskHash> {
    if (SETTLED.has(stateOf(hash))) return hash;
    const { id } = requestOf(hash);
    const signal = AbortSignal.any([closed(caller.response), AbortSignal.timeout(parts.waitMs)]);
    for await (const { response } of followTask({ hub, hash, cursor: NOW, read: () => read(id), signal }))
      if (isSettled(response)) break;
    return await read(id);
  }

  return {
    getAgentCard: async () => agentCard(parts.publicUrl(), parts.offers()),

    async getAuthenticatedExtendedAgentCard(params, context) {
      const { principal } = callerIn(context, params.tenant);
      return agentCard(parts.publicUrl(), offersFor(principal, parts.offers()));
    },

    async sendMessage(params, context) {
      const reply = executor?.reply(checkMessage(params.message));
      if (reply) return reply;
      const length = historyLength(params.configuration?.historyLength);
      const hash = await admit(params, context);
      const isWaiting = params.configuration?.returnImmediately !== true;
      const task = taskView(isWaiting ? await settled(hash, context.user as Caller) : hash);
      return shortened(inModes(update('task', task), modesOf(params))?.payload?.value as Task, length);
    },

    async *sendMessageStream(params, context) {
      const reply = executor?.reply(checkMessage(params.message));
      if (reply) {
        yield { payload: { $case: 'message', value: reply } };
        return;
      }
      const hash = await admit(params, context);
      const { id } = requestOf(hash);
      if (isAsking(hash)) {
        yield update('task', taskView(hash));
        return;
      }
      const caller = context.user as Caller;
      // The stream of a further message begins where the task is now.
      const cursor = params.message?.taskId ? NOW : BEGINNING;
      for await (const one of subscribed({ hub, hash, cursor, read: () => read(id) }, caller)) {
        const shown = inModes(one, modesOf(params));
        if (shown) yield shown;
      }
    },

    async *resubscribe(params, context): AsyncGenerator<StreamResponse, void, undefined> {
      const caller = callerIn(context, params.tenant);
      const hash = await find(caller, params.id);
      if (isAsking(hash)) return yield update('task', taskView(hash));
      if (context.requestedExtensions?.includes(RESUME_EXTENSION)) context.addActivatedExtension(RESUME_EXTENSION);
      // Who resumes is given what it missed, though the task has ended meanwhile.
      if (TERMINAL.has(stateOf(hash)) && !(caller.lastEventId && (await redis.exists(keys.events(params.id)))))
        throw new UnsupportedOperationError('The task has ended; there is nothing to subscribe to.');
      yield* subscribed({ hub, hash, cursor: caller.lastEventId || NOW, read: () => read(params.id) }, caller);
    },

    async getTask(params, context) {
      const length = historyLength(params.historyLength);
      return shortened(taskView(await find(callerIn(context, params.tenant), params.id)), length);
    },

    async listTasks(params, context) {
      const { principal } = callerIn(context, params.tenant);
      const size = params.pageSize ?? PAGE;
      if (!Number.isInteger(size) || size < 1 || size > MAX_PAGE)
        throw new RequestMalformedError(`pageSize must be 1 to ${MAX_PAGE}`);
      if (params.status === TaskState.UNRECOGNIZED) throw new RequestMalformedError('status is not a task state');
      const since = params.statusTimestampAfter ? Date.parse(params.statusTimestampAfter) : 0;
      if (Number.isNaN(since)) throw new RequestMalformedError('statusTimestampAfter is not a time');
      const length = historyLength(params.historyLength);
      // Of others, the list that they are given holds nothing that they may not see.
      const isLimited = principal.people !== null || principal.actions !== null;
      const sees = isLimited ? (request: TaskRequest) => maySee(principal, request) : null;
      const filter = { contextId: params.contextId, state: params.status, since, sees };
      const tasks = await index.list(principal.tenant, principal.subject ?? undefined, filter);
      const found = pageAfter(tasks, params.pageToken, size);
      if (!found) throw new RequestMalformedError('pageToken is not one of ours');
      const hashes = await Promise.all(found.page.map(({ id }) => redis.hgetall(keys.task(id))));
      const shown = hashes
        .filter((hash) => hash.request !== undefined)
        .map((hash) => shortened(taskView(hash), length))
        .map((task) => (params.includeArtifacts ? task : { ...task, artifacts: [] }));
      return { tasks: shown, nextPageToken: found.next, pageSize: size, totalSize: tasks.length };
    },

    async cancelTask(params, context) {
      const hash = await find(callerIn(context, params.tenant), params.id);
      if (isAsking(hash)) {
        await asking.remove(params.id);
        return taskView({ ...hash, status: 'cancelled' });
      }
      const { outcome, next } = await parts.admission.cancel(params.id);
      // The task is cancelled, whatever becomes of the next one of its session.
      if (next) await parts.startTask(next).catch(() => parts.log.warn({ task_id: next.id }, 'turn.start_delayed'));
      if (outcome === 'ended') throw new TaskNotCancelableError('The task has already ended.');
      return taskView(await read(params.id));
    },

    async createTaskPushNotificationConfig(params, context) {
      const caller = callerIn(context, params.tenant);
      await find(caller, params.taskId);
      const config = push.check(params, context.requestedVersion, randomUUID());
      await push.save(caller.principal.tenant, params.taskId, config, 'next');
      return await push.find(params.taskId, config.id);
    },

    async getTaskPushNotificationConfig(params, context) {
      await find(callerIn(context, params.tenant), params.taskId);
      // A client of 0.3 may leave the config's id out.
      const [first] = params.id === '' && context.requestedVersion === '0.3' ? await push.list(params.taskId) : [];
      return first ?? (await push.find(params.taskId, params.id));
    },

    async listTaskPushNotificationConfigs(params, context) {
      await find(callerIn(context, params.tenant), params.taskId);
      return { configs: await push.list(params.taskId), nextPageToken: '' };
    },

    async deleteTaskPushNotificationConfig(params, context) {
      await find(callerIn(context, params.tenant), params.taskId);
      await push.remove(params.taskId, params.id);
    },
  };
}

/** It is no turn yet: see `asking.ts`. */
function isAsking({ said }: TaskHash): boolean {
  return said !== undefined;
}

function isSettled({ payload }: StreamResponse): boolean {
  const has = payload?.$case === 'task' || payload?.$case === 'statusUpdate' ? payload.value.status : undefined;
  return has !== undefined && SETTLED.has(has.state);
}

function modesOf({ configuration }: SendMessageRequest): readonly string[] {
  return configuration?.acceptedOutputModes ?? [];
}

/** Undefined: all of it. */
function historyLength(given: number | undefined): number | undefined {
  if (given !== undefined && (!Number.isInteger(given) || given < 0))
    throw new RequestMalformedError('historyLength must be 0 or more');
  return given;
}

function shortened(task: Task, length: number | undefined): Task {
  return length === undefined ? task : { ...task, history: length === 0 ? [] : task.history.slice(-length) };
}

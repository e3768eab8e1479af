/**
 * Asks agents that speak A2A 1.0. A message is sent once: its id is the same in every try and after a crash, and the task that it begins is
 * noted before it is waited for. The task is followed by GetTask, so that no connection has to last as long as the work, and is cancelled
 * when nobody waits for it any more.
 */
import type { Message, Task } from '@a2a-js/sdk';
import type { Client, RequestOptions } from '@a2a-js/sdk/client';
import { pause } from '../../../engine/models/retries.ts';
import type { RemoteConversation } from '../../../engine/run/remote.ts';
import { startDeadline } from '../../../platform/deadline.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Call, CallLimits, RemoteClient } from '../client.ts';
import { type Reason, RemoteFailure } from '../failure.ts';
import { idempotencyKeyOf, traceHeaders, traceIdOf } from '../headers.ts';
import type { Instance } from '../instance.ts';
import { createConnections } from './connections.ts';
import { conversationIn } from './conversation.ts';
import { failureOf } from './failures.ts';
import { answerOfMessage, answerOfTask, checkedTask, isOngoing, isTask, requestOf } from './message.ts';
import { createOutliving } from './outliving.ts';
import type { SentTasks } from './sent-tasks.ts';

const FIRST_LOOK_MS = 100;
const LONGEST_PAUSE_MS = 2_000;
const CANCEL_SECONDS = 5;

/** The agent does not go on with that task, or in that context. */
const GONE: ReadonlySet<Reason> = new Set<Reason>(['TASK_UNKNOWN', 'INVALID_REQUEST']);
/** Its card may say something else by now. */
const MOVED: ReadonlySet<Reason> = new Set<Reason>(['NOT_FOUND', 'CARD_INVALID']);
/** Nobody will look at the task any more. */
const GIVEN_UP: ReadonlySet<Reason> = new Set<Reason>(['TIMEOUT', 'TASK_NEEDS_APPROVAL']);

type Begun = { instance: Instance; answer: Message | Task };

export function createA2aClient(sentTasks: SentTasks): RemoteClient {
  const connections = createConnections();
  const outliving = createOutliving();

  /** One operation at an instance, behind its circuit. */
  function use<T>(
    { checked: { remote }, settings: { token, cardKey }, context }: Call,
    instance: Instance,
    signal: AbortSignal,
    work: (client: Client, options: RequestOptions) => Promise<T>,
  ): Promise<T> {
    return instance.circuit.run(async () => {
      try {
        const { client, credentials } = await connections.to(instance, { remote, cardKey }, signal);
        const serviceParameters = { ...traceHeaders(traceIdOf(context.task.id)), ...credentials(token) };
        return await work(client, { signal, serviceParameters });
      } catch (thrown) {
        const failure = failureOf(thrown, signal);
        if (failure instanceof RemoteFailure && MOVED.has(failure.reason)) connections.outdate(instance);
        throw failure;
      }
    });
  }

  function getTask(call: Call, { attempt }: CallLimits, instance: Instance, id: string): Promise<Task> {
    return attempt(
      (_, signal) =>
        use(call, instance, signal, async (client, options) =>
          checkedTask(await client.getTask({ tenant: '', id, historyLength: 0 }, options), id),
        ),
      instance,
    );
  }

  /** Goes on by itself: who cancels a turn does not wait for the other side. */
  function cancel(call: Call, instance: Instance, id: string): void {
    const { agent, context } = call;
    const deadline = startDeadline(new AbortController().signal, CANCEL_SECONDS, () => new RemoteFailure('TIMEOUT'));
    const cancelled = use(call, instance, deadline.signal, (client, options) =>
      client.cancelTask({ tenant: '', id, metadata: undefined }, options),
    ).then(
      () => context.log.info({ agent: agent.name }, 'remote.task_cancelled'),
      (err: unknown) => context.log.warn({ err, agent: agent.name }, 'remote.task_not_cancelled'),
    );
    outliving.add(cancelled.finally(() => deadline.done()));
  }

  async function send(
    call: Call,
    { attempt }: CallLimits,
    messageId: string,
    going: RemoteConversation | undefined,
  ): Promise<Begun> {
    const request = requestOf(call, messageId, going);
    const note = async (instance: Instance, answer: Message | Task) => {
      if (isTask(answer))
        await sentTasks.note(messageId, { endpoint: instance.endpoint, task_id: checkedTask(answer).id });
    };
    return await attempt((instance, signal) =>
      outliving.run(signal, {
        work: async (end) => {
          const answer = await use(call, instance, end, (client, options) => client.sendMessage(request, options));
          await note(instance, answer);
          return { instance, answer };
        },
        late({ answer }) {
          if (isTask(answer) && isCancelled(call.context.signal)) cancel(call, instance, answer.id);
        },
      }),
    );
  }

  /** In the task that waits for an answer; where that has ended, in the same conversation; where that is gone too, in a new one. */
  async function sendOn(call: Call, limits: CallLimits, messageId: string): Promise<Begun> {
    const going = conversationIn(call.agent, call.context);
    const places = [...(going?.task_id ? [going] : []), ...(going ? [{ context_id: going.context_id }] : [])];
    for (const place of places) {
      try {
        return await send(call, limits, messageId, place);
      } catch (thrown) {
        if (!(thrown instanceof RemoteFailure) || !GONE.has(thrown.reason)) throw thrown;
      }
    }
    return await send(call, limits, messageId, undefined);
  }

  /** The task that this very call has begun before its worker was killed, or a new one. */
  async function begin(call: Call, limits: CallLimits, messageId: string): Promise<Begun> {
    const sent = await sentTasks.find(messageId);
    const instance = limits.target.instances.find(({ endpoint }) => endpoint === sent?.endpoint);
    if (!sent || !instance) return await sendOn(call, limits, messageId);
    return { instance, answer: await getTask(call, limits, instance, sent.task_id) };
  }

  return {
    async ask(call, limits) {
      const { task, runId } = call.context;
      const messageId = idempotencyKeyOf(task.id, runId, call.checked.action.name);
      const { instance, answer } = await begin(call, limits, messageId);
      if (!isTask(answer)) return answerOfMessage(answer);
      let current = answer;
      try {
        for (let wait = FIRST_LOOK_MS; isOngoing(current); wait = Math.min(wait * 1.5, LONGEST_PAUSE_MS)) {
          await pause(wait, limits.signal);
          current = await getTask(call, limits, instance, answer.id);
        }
        return answerOfTask(current);
      } catch (thrown) {
        const isGivenUp = thrown instanceof RemoteFailure && GIVEN_UP.has(thrown.reason);
        if (isGivenUp || isCancelled(call.context.signal)) cancel(call, instance, answer.id);
        throw thrown;
      }
    },
    close: () => outliving.ended(),
  };
}

/** By its user. A worker that stops or loses the job leaves the task to the next one. */
function isCancelled({ aborted, reason }: AbortSignal): boolean {
  return aborted && reason instanceof AppError && reason.code === 'cancelled';
}

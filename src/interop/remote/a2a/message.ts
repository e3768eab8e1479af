/** A call as a message of A2A 1.0, and what comes back as the answer to the call. */
import { type Artifact, type Message, type Part, type SendMessageRequest, type Task, TaskState } from '@a2a-js/sdk';
import { resolve } from '../../../engine/agents/references.ts';
import type { RemoteConversation } from '../../../engine/run/remote.ts';
import { dataPart, message, textPart } from '../../a2a/parts.ts';
import { joined } from '../../a2a/updates.ts';
import type { Call, RemoteAnswer } from '../client.ts';
import { type Reason, RemoteFailure } from '../failure.ts';
import { conversationOf, isId } from './conversation.ts';

/** Of the reason that an agent gives, characters that are shown. */
const MAX_SAYS = 500;

const OUTPUT_MODES = ['text/plain', 'application/json'];

/** States in which nothing more comes by itself. Completed and input-required tasks are answers; these are not. */
const FAILURES: ReadonlyMap<TaskState, Reason> = new Map([
  [TaskState.TASK_STATE_FAILED, 'TASK_FAILED'],
  [TaskState.TASK_STATE_CANCELED, 'TASK_CANCELLED'],
  [TaskState.TASK_STATE_REJECTED, 'TASK_REJECTED'],
  [TaskState.TASK_STATE_AUTH_REQUIRED, 'TASK_NEEDS_APPROVAL'],
]);

const ONGOING: ReadonlySet<TaskState> = new Set([TaskState.TASK_STATE_SUBMITTED, TaskState.TASK_STATE_WORKING]);

/** The task is followed rather than waited for in one request, so that no connection has to last as long as the work. */
export function requestOf(call: Call, messageId: string, going: RemoteConversation | undefined): SendMessageRequest {
  const { parameters, action } = call.checked;
  const { task, state } = call.context;
  const known = { state: state.all(), user_id: task.user_id, subject_id: (task.subject ?? task.about)?.id };
  const metadata = resolve(action.metadata, known) as Record<string, unknown>;
  const place = { contextId: going?.context_id ?? '', taskId: going?.task_id ?? '' };
  return {
    tenant: '',
    message: message('user', messageId, place, partsOf(parameters)),
    configuration: {
      acceptedOutputModes: OUTPUT_MODES,
      taskPushNotificationConfig: undefined,
      returnImmediately: true,
      historyLength: 0,
    },
    metadata: Object.keys(metadata).length === 0 ? undefined : metadata,
  };
}

/** The parameter `text` is what is said; all others go beside it as data. */
function partsOf(parameters: Record<string, unknown>): Part[] {
  const { text, ...others } = parameters;
  const isSaid = typeof text === 'string';
  const data = isSaid ? others : parameters;
  const parts = [
    ...(isSaid && text !== '' ? [textPart(text)] : []),
    ...(Object.keys(data).length > 0 ? [dataPart(data)] : []),
  ];
  if (parts.length === 0) throw new RemoteFailure('INVALID_REQUEST');
  return parts;
}

export function isTask(answer: Message | Task): answer is Task {
  return 'status' in answer;
}

/** Somebody else's task is no answer, nor is one that cannot be asked for again. */
export function checkedTask(task: Task, id = task.id): Task {
  if (task.id !== id || !isId(id)) throw new RemoteFailure('BAD_ANSWER');
  return task;
}

export function isOngoing({ status }: Task): boolean {
  return status !== undefined && ONGOING.has(status.state);
}

export function answerOfMessage({ parts, contextId }: Message): RemoteAnswer {
  return { output: outputOf(parts), ...went(contextId) };
}

/** Of a task that is not ongoing. Its question is the answer where it waits for one. */
export function answerOfTask({ id, contextId, status, artifacts }: Task): RemoteAnswer {
  const state = status?.state ?? TaskState.TASK_STATE_UNSPECIFIED;
  const said = status?.message?.parts ?? [];
  if (state === TaskState.TASK_STATE_INPUT_REQUIRED) return { output: outputOf(said), ...went(contextId, id) };
  if (state !== TaskState.TASK_STATE_COMPLETED) {
    const { text = '' } = outputOf(said);
    throw new RemoteFailure(FAILURES.get(state) ?? 'BAD_ANSWER', { says: String(text).slice(0, MAX_SAYS) });
  }
  // Texts of one artifact that follow each other are its chunks.
  const made = artifacts.flatMap(({ parts }: Artifact) => parts.reduce<Part[]>((all, part) => joined(all, [part]), []));
  return { output: outputOf(made.length > 0 ? made : said), ...went(contextId) };
}

function went(contextId: string, asking?: string): Pick<RemoteAnswer, 'conversation'> {
  const conversation = conversationOf(contextId, asking);
  return conversation ? { conversation } : {};
}

/** Texts as one text; data as it is. Files are named and not opened: nobody has asked for what is in them. */
function outputOf(parts: readonly Part[]): Record<string, unknown> {
  const of = <C>(pick: (part: Part) => C | undefined) => parts.map(pick).filter((one) => one !== undefined);
  const texts = of(({ content }) => (content?.$case === 'text' ? content.value : undefined));
  const data = of(({ content }) => (content?.$case === 'data' ? (content.value as unknown) : undefined));
  const files = of(({ content, filename, mediaType }) =>
    content?.$case === 'raw' || content?.$case === 'url' ? { filename, media_type: mediaType } : undefined,
  );
  return {
    ...(texts.length > 0 && { text: texts.join('\n\n') }),
    ...(data.length > 0 && { data }),
    ...(files.length > 0 && { files }),
  };
}

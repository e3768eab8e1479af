/** A task of ours as the protocol shows it, from the task's hash in Redis. The same hash gives the same view in every process. */
import {
  type Artifact,
  Artifact as ArtifactJson,
  type Message,
  Message as MessageJson,
  type Task,
  TaskState,
} from '@a2a-js/sdk';
import { z } from 'zod';
import { ENDED_STATUSES, resultOf, TaskRequest, type TaskStatus } from '../../engine/task/task.ts';
import { artifact, dataPart, message, type Place, textPart } from './parts.ts';

export type TaskHash = Readonly<Record<string, string>>;

/** What a task that came in over A2A notes in its origin. */
export const A2aOrigin = z.object({
  message_id: z.string(),
  answer_id: z.string().optional().describe('Of the message that said what the first one did not'),
});
export type A2aOrigin = z.infer<typeof A2aOrigin>;

/**
 * Written by an executor that speaks the protocol itself, in the field `a2a` of the hash: what cannot be said in the words of a turn.
 * Messages and artifacts are in the protocol's JSON.
 */
export const OwnWords = z.object({
  state: z.enum(['TASK_STATE_INPUT_REQUIRED', 'TASK_STATE_REJECTED']).optional(),
  message: z.unknown().optional().describe('Of its status'),
  history: z.array(z.unknown()).default([]),
  artifacts: z.array(z.unknown()).default([]),
});
export type OwnWords = z.infer<typeof OwnWords>;

export const REPLY = 'reply';
export const DETAILS = 'details';

/**
 * Waiting for a person's approval is AUTH_REQUIRED, not INPUT_REQUIRED: it is given out of band, by whoever may approve, and a message of
 * the client cannot replace it.
 */
const STATES: Record<TaskStatus, TaskState> = {
  queued: TaskState.TASK_STATE_SUBMITTED,
  running: TaskState.TASK_STATE_WORKING,
  waiting_approval: TaskState.TASK_STATE_AUTH_REQUIRED,
  completed: TaskState.TASK_STATE_COMPLETED,
  degraded: TaskState.TASK_STATE_COMPLETED,
  failed: TaskState.TASK_STATE_FAILED,
  cancelled: TaskState.TASK_STATE_CANCELED,
};

export const TERMINAL: ReadonlySet<TaskState> = new Set([
  TaskState.TASK_STATE_COMPLETED,
  TaskState.TASK_STATE_FAILED,
  TaskState.TASK_STATE_CANCELED,
  TaskState.TASK_STATE_REJECTED,
]);

/** A client that waits for the task is answered in these. */
export const SETTLED: ReadonlySet<TaskState> = new Set([
  ...TERMINAL,
  TaskState.TASK_STATE_INPUT_REQUIRED,
  TaskState.TASK_STATE_AUTH_REQUIRED,
]);

export function requestOf(hash: TaskHash): TaskRequest {
  return TaskRequest.parse(JSON.parse(hash.request ?? '{}'));
}

/** Null for a task that did not come in over A2A. */
export function originOf(request: TaskRequest): A2aOrigin | null {
  return A2aOrigin.safeParse(request.origin.a2a).data ?? null;
}

/** A context is a session. A run of a function has none: its context is the conversation that it was said to be of, or itself. */
export function placeOf({ id, session_id, input }: TaskRequest): Place {
  const conversation = typeof input.conversation_id === 'string' ? input.conversation_id : id;
  return { taskId: id, contextId: session_id ?? conversation };
}

export function stateOf(hash: TaskHash): TaskState {
  const own = ownWordsOf(hash)?.state;
  const status = hash.status as TaskStatus;
  if (own === 'TASK_STATE_REJECTED' && status === 'failed') return TaskState.TASK_STATE_REJECTED;
  if (own === 'TASK_STATE_INPUT_REQUIRED' && !ENDED_STATUSES.has(status)) return TaskState.TASK_STATE_INPUT_REQUIRED;
  return STATES[status] ?? TaskState.TASK_STATE_UNSPECIFIED;
}

/** The time of the last change of its status, in ms. */
export function changedAt(hash: TaskHash): number {
  return Number(hash.ended ?? hash.started ?? hash.created ?? 0);
}

export function taskView(hash: TaskHash): Task {
  return { ...bareTask(hash, stateOf(hash), changedAt(hash)), artifacts: artifactsOf(hash) };
}

/** As it was when it was admitted: what the events of its stream are applied to. */
export function submittedTask(hash: TaskHash): Task {
  return bareTask(hash, TaskState.TASK_STATE_SUBMITTED, Number(hash.created ?? 0));
}

function bareTask(hash: TaskHash, state: TaskState, at: number): Task {
  const request = requestOf(hash);
  const place = placeOf(request);
  return {
    id: place.taskId,
    contextId: place.contextId,
    status: { state, message: statusMessage(hash, state), timestamp: new Date(at).toISOString() },
    artifacts: [],
    history: historyOf(hash, request),
    metadata: { team: request.team, ...(hash.status === 'degraded' && TERMINAL.has(state) && { degraded: true }) },
  };
}

/** Before its answer, and in place of one. */
const UNANSWERED: ReadonlySet<TaskState> = new Set([TaskState.TASK_STATE_WORKING, TaskState.TASK_STATE_CANCELED]);

/**
 * What must be known before any answer; or why it failed. Details of errors are safe to show: they hold nothing that a user wrote.
 */
export function statusMessage(hash: TaskHash, state: TaskState): Message | undefined {
  const own = ownWordsOf(hash)?.message;
  if (own !== undefined && (TERMINAL.has(state) || state === TaskState.TASK_STATE_INPUT_REQUIRED))
    return MessageJson.fromJSON(own);
  if (hash.alarm !== undefined && UNANSWERED.has(state)) return alarmMessage(hash.alarm, placeOf(requestOf(hash)));
  if (state !== TaskState.TASK_STATE_FAILED && state !== TaskState.TASK_STATE_REJECTED) return undefined;
  const request = requestOf(hash);
  const detail = resultOf(hash).error?.detail ?? 'The task could not be completed.';
  return message('agent', `${request.id}-status`, placeOf(request), [textPart(detail)]);
}

/** `json`: the task's alarm, as its event has it. */
export function alarmMessage(json: string, place: Place): Message {
  const { text } = JSON.parse(json) as { text: string };
  return message('agent', `${place.taskId}-alarm`, place, [textPart(text)]);
}

function historyOf(hash: TaskHash, request: TaskRequest): Message[] {
  const own = ownWordsOf(hash);
  if (own) return own.history.map((json) => MessageJson.fromJSON(json));
  const place = placeOf(request);
  const text = hash.text ?? '';
  const part = request.session_id === null ? dataPart(JSON.parse(text)) : textPart(text);
  return [message('user', originOf(request)?.message_id ?? '', place, [part])];
}

/** The reply as text; beside it what the team found out, as one data part. */
export function artifactsOf(hash: TaskHash): Artifact[] {
  const own = ownWordsOf(hash);
  if (own) return own.artifacts.map((json) => ArtifactJson.fromJSON(json));
  const details = detailsOf(hash);
  return [
    ...(hash.reply === undefined ? [] : [replyArtifact(hash.reply)]),
    ...(Object.keys(details).length === 0 ? [] : [detailsArtifact(details)]),
  ];
}

export function replyArtifact(text: string): Artifact {
  return artifact(REPLY, 'The answer', [textPart(text)]);
}

function detailsArtifact(details: Record<string, unknown>): Artifact {
  return artifact(DETAILS, 'What the answer rests on and what was found out', [dataPart(details)]);
}

/** Fields without a value are left out. */
function detailsOf(hash: TaskHash): Record<string, unknown> {
  const { citations, data } = resultOf(hash);
  const fields = { agent: hash.result && hash.agent, route: hash.result && hash.route, citations, ...data };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => !isEmpty(value)));
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);
}

function ownWordsOf(hash: TaskHash): OwnWords | null {
  return hash.a2a === undefined ? null : OwnWords.parse(JSON.parse(hash.a2a));
}

/**
 * A turn's events as the protocol's updates. The event stream in Redis is the only event bus there is: every subscriber, in any process,
 * maps the same entries in the same order and so sees the same updates, however often they are read again.
 */
import { type Artifact, type Message, StreamResponse, type Task, TaskState } from '@a2a-js/sdk';
import { type Place, textPart } from './parts.ts';
import {
  alarmMessage,
  artifactsOf,
  changedAt,
  DETAILS,
  REPLY,
  replyArtifact,
  stateOf,
  statusMessage,
  type TaskHash,
} from './task-view.ts';

/** An entry of a task's event stream. */
export type TaskEvent = { id: string; kind: string; data: string };

/** Of an executor that speaks the protocol itself: its data is an update in the protocol's JSON. */
export const OWN_EVENT = 'a2a';

export type Projection = {
  /** The updates that an event stands for. `done` stands for those of `endOf`. */
  updatesOf(event: TaskEvent): StreamResponse[];
};

/** Events must be given in order, from the first. */
export function createProjection({ taskId, contextId }: Place): Projection {
  let working = false;
  let alarm: Message | undefined;
  let said = false;

  const reply = (text: string, append: boolean, lastChunk: boolean): StreamResponse =>
    update('artifactUpdate', {
      taskId,
      contextId,
      artifact: replyArtifact(text),
      append,
      lastChunk,
      metadata: undefined,
    });

  function spoken({ kind, data }: TaskEvent): StreamResponse[] {
    const { text = '' } = JSON.parse(data) as { text?: string };
    if (kind === 'delta') {
      const append = said;
      said = true;
      return [reply(text, append, false)];
    }
    // What was said is taken back: a chunk that does not append replaces the artifact.
    if (kind === 'reset' && said) {
      said = false;
      return [reply('', false, false)];
    }
    // The whole text, as the task's view has it, whatever the chunks were.
    return kind === 'reply' ? [reply(text, false, true)] : [];
  }

  return {
    updatesOf(event) {
      if (event.kind === 'queued' || event.kind === 'done') return [];
      if (event.kind === OWN_EVENT) return [StreamResponse.fromJSON(JSON.parse(event.data))];
      const isAlarm = event.kind === 'alarm';
      const begins = !working || isAlarm;
      working = true;
      if (isAlarm) alarm = alarmMessage(event.data, { taskId, contextId });
      const status = { state: TaskState.TASK_STATE_WORKING, message: alarm, timestamp: timeOf(event.id) };
      return [
        ...(begins ? [update('statusUpdate', { taskId, contextId, status, metadata: undefined })] : []),
        ...spoken(event),
      ];
    },
  };
}

/** The updates of an ended task: what is known only at the end, and the last status. */
export function endOf(hash: TaskHash, { taskId, contextId }: Place): StreamResponse[] {
  const state = stateOf(hash);
  const status = { state, message: statusMessage(hash, state), timestamp: new Date(changedAt(hash)).toISOString() };
  const last = artifactsOf(hash).filter(({ artifactId }) => hash.a2a === undefined && artifactId === DETAILS);
  const metadata = undefined;
  return [
    ...last.map((artifact) =>
      update('artifactUpdate', { taskId, contextId, artifact, append: false, lastChunk: true, metadata }),
    ),
    update('statusUpdate', { taskId, contextId, status, metadata }),
  ];
}

/** For those who are told of results, not of every word: all but the chunks of a reply that is still being said. */
export function isResult({ payload }: StreamResponse): boolean {
  return payload?.$case !== 'artifactUpdate' || payload.value.lastChunk || payload.value.artifact?.artifactId !== REPLY;
}

/** A task after an update, as a client keeps it. */
export function withUpdate(task: Task, { payload }: StreamResponse): Task {
  if (payload?.$case === 'task') return payload.value;
  if (payload?.$case === 'statusUpdate') return { ...task, status: payload.value.status };
  if (payload?.$case !== 'artifactUpdate' || !payload.value.artifact) return task;
  const { artifact, append } = payload.value;
  const before = task.artifacts.find(({ artifactId }) => artifactId === artifact.artifactId);
  const after = append && before ? { ...before, parts: joined(before.parts, artifact.parts) } : artifact;
  const others = task.artifacts.map((one) => (one === before ? after : one));
  return { ...task, artifacts: before ? others : [...others, after] };
}

/** For a client that takes text only: details beside a reply are left out, and the output of a function is its JSON. Null: nothing is left. */
export function inModes(response: StreamResponse, modes: readonly string[]): StreamResponse | null {
  if (modes.length === 0 || modes.some((mode) => /^(?:\*|application)\/(?:\*|json)/.test(mode))) return response;
  const { payload } = response;
  if (payload?.$case === 'task')
    return update('task', { ...payload.value, artifacts: payload.value.artifacts.flatMap(asText) });
  if (payload?.$case !== 'artifactUpdate' || !payload.value.artifact) return response;
  const [artifact] = asText(payload.value.artifact);
  return artifact ? update('artifactUpdate', { ...payload.value, artifact }) : null;
}

function asText(artifact: Artifact): Artifact[] {
  const content = artifact.parts[0]?.content;
  if (artifact.artifactId !== DETAILS || content?.$case !== 'data') return [artifact];
  return 'output' in Object(content.value) ? [{ ...artifact, parts: [textPart(JSON.stringify(content.value))] }] : [];
}

/** Texts that follow each other become one part, so that a view does not depend on how a text was cut. */
export function joined(before: Task['artifacts'][number]['parts'], added: typeof before): typeof before {
  const last = before.at(-1);
  const [first, ...rest] = added;
  if (last?.content?.$case !== 'text' || first?.content?.$case !== 'text') return [...before, ...added];
  const content = { $case: 'text' as const, value: last.content.value + first.content.value };
  return [...before.slice(0, -1), { ...last, content }, ...rest];
}

type Payload = NonNullable<StreamResponse['payload']>;

export function update<C extends Payload['$case']>(
  $case: C,
  value: Extract<Payload, { $case: C }>['value'],
): StreamResponse {
  return { payload: { $case, value } as Payload };
}

/** The first part of a stream id is Redis's time in ms. */
function timeOf(id: string): string {
  return new Date(Number.parseInt(id, 10)).toISOString();
}

/** Of two stream ids: milliseconds, a hyphen, a sequence number. */
export function isLater(a: string, b: string): boolean {
  const [aMs = 0, aSeq = 0] = a.split('-').map(Number);
  const [bMs = 0, bSeq = 0] = b.split('-').map(Number);
  return aMs === bMs ? aSeq > bSeq : aMs > bMs;
}

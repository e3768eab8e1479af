/** A turn's events as the protocol's updates: whoever joins late or resumes ends up with the same task as who saw everything. */
import { type StreamResponse, type Task, TaskState } from '@a2a-js/sdk';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { requestOf, submittedTask, type TaskHash, taskView } from '../../../src/interop/a2a/task-view.ts';
import {
  createProjection,
  endOf,
  isLater,
  isResult,
  type TaskEvent,
  withUpdate,
} from '../../../src/interop/a2a/updates.ts';
import { taskRequest } from '../../support/task-request.ts';

const PLACE = { taskId: 't1', contextId: 's1' };

const origin = { kind: 'user', a2a: { message_id: 'm1' } };

function hashOf(fields: Record<string, string> = {}): TaskHash {
  return {
    request: JSON.stringify(taskRequest({ id: 't1', origin })),
    text: 'Hello',
    status: 'queued',
    created: '1000',
    ...fields,
  };
}

/** Stream entries, in the order of their ids. */
function eventsOf(list: readonly (readonly [kind: string, data: object])[]): TaskEvent[] {
  return list.map(([kind, data], index) => ({ id: `${1_000 + index}-0`, kind, data: JSON.stringify(data) }));
}

function apply(
  events: readonly TaskEvent[],
  from: Task = submittedTask(hashOf()),
  projection = createProjection(PLACE),
): Task {
  return events.flatMap((event) => projection.updatesOf(event)).reduce(withUpdate, from);
}

const textOf = ({ artifacts }: Task) =>
  artifacts.map(({ parts }) => parts.map(({ content }) => content?.value).join('')).join('|');

const cases = (updates: readonly StreamResponse[]) => updates.map(({ payload }) => payload?.$case);

const anyEvent = fc.oneof(
  fc.record({ kind: fc.constant('delta'), text: fc.string({ maxLength: 5 }) }),
  fc.record({ kind: fc.constant('reply'), text: fc.string({ maxLength: 9 }) }),
  fc.record({ kind: fc.constantFrom('reset', 'routed', 'tool', 'facts', 'error', 'stage') }),
);

describe('updates', () => {
  test('the first sign of work makes the task working, once', () => {
    const projection = createProjection(PLACE);
    const events = eventsOf([
      ['queued', {}],
      ['routed', { agent: 'A' }],
      ['tool', { name: 'x' }],
      ['delta', { text: 'Hi' }],
    ]);
    expect(events.map((event) => cases(projection.updatesOf(event)))).toEqual([
      [],
      ['statusUpdate'],
      [],
      ['artifactUpdate'],
    ]);
  });

  test('chunks are appended, a reset takes them back, and the reply replaces them all', () => {
    const events = eventsOf([
      ['delta', { text: 'I th' }],
      ['delta', { text: 'ink' }],
      ['reset', {}],
      ['delta', { text: 'No' }],
    ]);
    expect(textOf(apply(events.slice(0, 2)))).toBe('I think');
    expect(textOf(apply(events.slice(0, 3)))).toBe('');
    expect(textOf(apply(events))).toBe('No');
    expect(textOf(apply([...events, { id: '2000-0', kind: 'reply', data: '{"text":"No, rest."}' }]))).toBe('No, rest.');
  });

  test('a task that is put together from its updates is the task that is read', () => {
    const ended = hashOf({
      status: 'completed',
      ended: '5000',
      reply: 'Rest.',
      agent: 'A',
      result: JSON.stringify({
        agents: {},
        usage: { model_calls: 0, input_tokens: 0, output_tokens: 0 },
        error: null,
        data: { red_flags: [{ family: 'x' }] },
      }),
    });
    const events = eventsOf([
      ['queued', {}],
      ['delta', { text: 'Re' }],
      ['reply', { text: 'Rest.' }],
    ]);
    const task = endOf(ended, PLACE).reduce(withUpdate, apply(events));
    expect(task).toEqual(taskView(ended));
    expect(task.status?.state).toBe(TaskState.TASK_STATE_COMPLETED);
  });

  test('wherever a subscriber joins, what it was given first and the rest make up the whole', () => {
    fc.assert(
      fc.property(fc.array(anyEvent, { maxLength: 30 }), fc.nat(30), (list, cut) => {
        const events = eventsOf(list.map(({ kind, ...data }) => [kind, data]));
        const projection = createProjection(PLACE);
        const first = apply(events.slice(0, cut), submittedTask(hashOf()), projection);
        expect(apply(events.slice(cut), first, projection)).toEqual(apply(events));
      }),
    );
  });

  test('a webhook is told results and states, and no single word', () => {
    const projection = createProjection(PLACE);
    const events = eventsOf([
      ['delta', { text: 'Re' }],
      ['delta', { text: 'st' }],
      ['reply', { text: 'Rest' }],
    ]);
    const told = events.flatMap((event) => projection.updatesOf(event)).filter(isResult);
    expect(cases(told)).toEqual(['statusUpdate', 'artifactUpdate']);
  });

  test('event ids are compared as numbers', () => {
    expect(isLater('1000-0', '999-9')).toBe(true);
    expect(isLater('1000-10', '1000-9')).toBe(true);
    expect(isLater('1000-9', '1000-9')).toBe(false);
  });
});

describe('the view of a task', () => {
  test.each([
    ['queued', TaskState.TASK_STATE_SUBMITTED],
    ['running', TaskState.TASK_STATE_WORKING],
    ['waiting_approval', TaskState.TASK_STATE_AUTH_REQUIRED],
    ['completed', TaskState.TASK_STATE_COMPLETED],
    ['degraded', TaskState.TASK_STATE_COMPLETED],
    ['failed', TaskState.TASK_STATE_FAILED],
    ['cancelled', TaskState.TASK_STATE_CANCELED],
  ])('%s is shown as state %i', (status, state) => {
    expect(taskView(hashOf({ status })).status?.state).toBe(state);
  });

  test('a degraded turn says so, and a failed one says why', () => {
    expect(taskView(hashOf({ status: 'degraded', ended: '2' })).metadata).toMatchObject({ degraded: true });
    const result = {
      agents: {},
      usage: { model_calls: 0, input_tokens: 0, output_tokens: 0 },
      error: { code: 'timeout', detail: 'Too slow.' },
    };
    const failed = taskView(hashOf({ status: 'failed', ended: '2', result: JSON.stringify(result) }));
    expect(failed.status?.message?.parts[0]?.content?.value).toBe('Too slow.');
  });

  test('the context of a run without a session is its conversation, else the run itself', () => {
    const run = (input: object) =>
      taskView(
        hashOf({ request: JSON.stringify({ ...requestOf(hashOf()), session_id: null, input }), text: '{"a":1}' }),
      );
    expect(run({}).contextId).toBe('t1');
    expect(run({ conversation_id: 'c9' }).contextId).toBe('c9');
    expect(run({}).history[0]?.parts[0]?.content).toEqual({ $case: 'data', value: { a: 1 } });
  });
});

/** Streams over A2A against a scripted model: order, several subscribers, resuming, cancelling, and webhooks. */
import { type StreamResponse, type Task, TaskState } from '@a2a-js/sdk';
import { expect, test } from 'vitest';
import { withUpdate } from '../../../src/interop/a2a/updates.ts';
import { type Demo, llm, startDemo } from '../../engine/run/demo.ts';
import { startWebhook } from '../../interop/a2a/webhook.ts';
import {
  AT_ONCE,
  a2aClient,
  all,
  asTask,
  type Binding,
  rawEvents,
  sendRequest,
  taskRef,
  textMessage,
  textOf,
} from '../../support/a2a.ts';

const PIECES = ['One. ', 'Two. ', 'Three.'];

/** Something that a script waits for. */
function gate() {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, opened };
}

/** The agent says its first piece, and the others once the gate is open. */
async function start(env: Record<string, string> = {}): Promise<{ demo: Demo; go(): void }> {
  const { open, opened } = gate();
  const demo = await startDemo({
    agents: { Speaker: llm() },
    scripts: { Speaker: () => ({ text: PIECES, before: async (index) => (index > 0 ? opened : undefined) }) },
    env,
  });
  return { demo, go: open };
}

const metadata = { team: 'demo', patient_id: 'p1' };
const request = (text = 'Count.') => sendRequest(textMessage(text), { metadata });
const casesOf = (updates: readonly StreamResponse[]) => updates.map(({ payload }) => payload?.$case);

function stateOf({ payload }: StreamResponse): TaskState | undefined {
  return payload?.$case === 'statusUpdate' || payload?.$case === 'task' ? payload.value.status?.state : undefined;
}

test.each<Binding>(['JSONRPC', 'HTTP+JSON'])(
  'a stream over %s begins with the task, says it in pieces and ends with its end',
  async (binding) => {
    const { demo, go } = await start();
    const api = await a2aClient(demo.url, binding);
    const seen: StreamResponse[] = [];
    for await (const update of api.sendMessageStream(request())) {
      seen.push(update);
      if (update.payload?.$case === 'artifactUpdate') go();
    }
    expect(seen[0]?.payload?.$case).toBe('task');
    expect(stateOf(seen.at(-1) as StreamResponse)).toBe(TaskState.TASK_STATE_COMPLETED);
    const first = seen[0]?.payload?.value as Task;
    const built = seen.reduce(withUpdate, first);
    const read = await api.getTask(taskRef(first.id));
    expect(built.artifacts).toEqual(read.artifacts);
    expect(built.status).toEqual(read.status);
    expect(textOf(built.artifacts)).toBe(PIECES.join(''));
  },
);

test('all who follow a task see the same updates, and one that leaves disturbs nobody', async () => {
  const { demo, go } = await start();
  const api = await a2aClient(demo.url, 'JSONRPC');
  const { id } = asTask(await api.sendMessage(sendRequest(textMessage('Count.'), { ...AT_ONCE, metadata })));
  const followers = Array.from({ length: 3 }, () => api.resubscribeTask(taskRef(id)));
  const firsts = await Promise.all(followers.map(async (stream) => (await stream.next()).value as StreamResponse));
  await followers[0]?.return();
  go();
  const [, second, third] = await Promise.all(followers.map(all));
  const whole = (first: StreamResponse, rest: StreamResponse[] = []) =>
    rest.reduce(withUpdate, first.payload?.value as Task);
  expect(whole(firsts[1] as StreamResponse, second)).toEqual(whole(firsts[2] as StreamResponse, third));
  expect(textOf(whole(firsts[1] as StreamResponse, second).artifacts)).toBe(PIECES.join(''));
});

test('a subscriber that was cut off goes on after its last event: nothing twice, nothing missing', async () => {
  const { demo, go } = await start();
  const body = { message: { messageId: 'cut', role: 'ROLE_USER', parts: [{ text: 'Count.' }] }, metadata };
  const before = await rawEvents(demo.url, '/message:stream', {
    body,
    stop: ({ update }) => 'artifactUpdate' in update,
  });
  const id = String(before[0]?.update.task?.id);
  go();
  await demo.events(id);
  const after = await rawEvents(demo.url, `/tasks/${id}:subscribe`, { after: String(before.at(-1)?.id) });
  const whole = await rawEvents(demo.url, `/tasks/${id}:subscribe`, { after: '0-1' });
  // The task comes first, as it was at that place; the rest is what the first stream would have been.
  expect(after[0]?.update.task).toMatchObject({
    id,
    status: { state: 'TASK_STATE_WORKING' },
    artifacts: [{ parts: [{ text: PIECES[0] }] }],
  });
  expect([...before.slice(1), ...after.slice(1)]).toEqual(whole.slice(1));
  expect(after.at(-1)?.update).toMatchObject({ statusUpdate: { status: { state: 'TASK_STATE_COMPLETED' } } });
});

test('cancelling a task ends it for who follows it, and aborts the call to the model', async () => {
  const { demo } = await start();
  const api = await a2aClient(demo.url, 'HTTP+JSON');
  const stream = api.sendMessageStream(request());
  const first = ((await stream.next()).value as StreamResponse).payload?.value as Task;
  await expect.poll(() => demo.asked('Speaker')).toBe(1);
  expect((await api.cancelTask({ ...taskRef(first.id), metadata: {} })).status?.state).toBe(
    TaskState.TASK_STATE_CANCELED,
  );
  const rest = await all(stream);
  expect(stateOf(rest.at(-1) as StreamResponse)).toBe(TaskState.TASK_STATE_CANCELED);
  // The worker is free again: the next message of the context is answered by it.
  await expect
    .poll(async () => (await demo.queue('triage').getActiveCount()) + (await demo.queue('turn').getActiveCount()))
    .toBe(0);
});

test('a webhook that came with the message is told the states and the result, in order', async () => {
  const webhook = await startWebhook();
  const { demo, go } = await start({ A2A_PUSH_ALLOW_HOSTS: webhook.host });
  const api = await a2aClient(demo.url, 'JSONRPC');
  const config = {
    tenant: '',
    id: '',
    taskId: '',
    url: webhook.url,
    token: '',
    authentication: { scheme: 'Bearer', credentials: 's3cret' },
  };
  const configuration = { ...AT_ONCE.configuration, taskPushNotificationConfig: config };
  const message = textMessage('Count.');
  const task = asTask(await api.sendMessage(sendRequest(message, { metadata, configuration })));
  // Sent again, as a client does that got no answer: still one config.
  await api.sendMessage(sendRequest(message, { metadata, configuration }));
  go();
  await expect
    .poll(() => webhook.bodies.at(-1))
    .toMatchObject({ statusUpdate: { status: { state: 'TASK_STATE_COMPLETED' } } });
  const told = webhook.bodies.map((body) => Object.keys(body)[0]);
  expect(told.slice(0, 2)).toEqual(['statusUpdate', 'artifactUpdate']);
  expect(told.at(-1)).toBe('statusUpdate');
  expect(webhook.headers.every(({ authorization }) => authorization === 'Bearer s3cret')).toBe(true);
  const { configs } = await api.listTaskPushNotificationConfig({
    tenant: '',
    taskId: task.id,
    pageSize: 0,
    pageToken: '',
  });
  expect(configs).toMatchObject([{ url: webhook.url, authentication: { scheme: 'Bearer', credentials: '' } }]);
  // Neither the jobs nor the board hold the secret.
  const jobs = await demo.queue('delivery').getJobs();
  expect(jobs.length).toBeGreaterThan(0);
  expect(JSON.stringify(jobs.map(({ data, returnvalue }) => ({ data, returnvalue })))).not.toContain('s3cret');
});

test('a delivery that a webhook refuses is shown, and sent again when asked', async () => {
  const webhook = await startWebhook();
  webhook.answers.push(410);
  const { demo, go } = await start({ A2A_PUSH_ALLOW_HOSTS: webhook.host });
  const api = await a2aClient(demo.url, 'HTTP+JSON');
  const { id } = asTask(await api.sendMessage(sendRequest(textMessage('Count.'), { ...AT_ONCE, metadata })));
  const config = { tenant: '', id: 'mine', taskId: id, url: webhook.url, token: '', authentication: undefined };
  expect(await api.createTaskPushNotificationConfig(config)).toMatchObject({ id: 'mine', taskId: id });
  go();
  await demo.events(id);
  const failed = async () => (await demo.call('GET', '/v1/push/failed')).body.failed as Record<string, unknown>[];
  await expect.poll(failed).toMatchObject([{ id: `${id}~mine`, task_id: id, config_id: 'mine', host: webhook.host }]);
  expect(await demo.call('POST', `/v1/push/failed/${id}~mine`)).toMatchObject({ status: 202 });
  await expect
    .poll(() => webhook.bodies.at(-1))
    .toMatchObject({ statusUpdate: { status: { state: 'TASK_STATE_COMPLETED' } } });
  expect(await failed()).toEqual([]);
});

test('updates of a task are a task first, then nothing but updates', async () => {
  const { demo, go } = await start();
  go();
  const seen = casesOf(await all((await a2aClient(demo.url, 'JSONRPC')).sendMessageStream(request())));
  expect(seen[0]).toBe('task');
  expect(new Set(seen.slice(1))).toEqual(new Set(['statusUpdate', 'artifactUpdate']));
});

/**
 * A2A across replicas: the SDK's own client, every operation, two replicas behind a round robin, and one of them restarted after every
 * step. No operation may depend on which process took the message.
 */
import { type StreamResponse, type Task, TaskState } from '@a2a-js/sdk';
import type { Client } from '@a2a-js/sdk/client';
import { expect, onTestFinished, test } from 'vitest';
import { withUpdate } from '../../src/interop/a2a/updates.ts';
import { healthTeam } from '../../src/teams/health/index.ts';
import { TEAMS } from '../../src/teams/teams.ts';
import { demoFiles, llm, startDemoModel } from '../engine/run/demo.ts';
import { startWebhook } from '../interop/a2a/webhook.ts';
import {
  AT_ONCE,
  a2aClient,
  asTask,
  type Binding,
  rawEvents,
  sendRequest,
  taskRef,
  textMessage,
  textOf,
} from '../support/a2a.ts';
import { type Fleet, startFleet } from '../support/fleet.ts';
import { testPrefix } from '../support/redis.ts';

const AGENTS = { Speaker: llm() };
const PIECES = ['One. ', 'Two. ', 'Three.'];
const metadata = { team: 'demo', patient_id: 'p1' };
const LIST = {
  tenant: '',
  contextId: '',
  status: TaskState.TASK_STATE_UNSPECIFIED,
  pageToken: '',
  statusTimestampAfter: undefined,
};

type Replicas = {
  /** Sends each request to the next replica. */
  through: typeof fetch;
  /** What a client first asks; requests then go to whichever replica is next. */
  url(): string;
  /** Closes the one that was started longest ago and starts another in its place. */
  restart(): Promise<void>;
  /** Lets the model go on, in this and in all later answers. */
  go(): void;
};

async function startReplicas(env: Record<string, string> = {}): Promise<Replicas> {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  const model = await startDemoModel({
    Speaker: () => ({ text: PIECES, before: async (index) => (index > 0 ? opened : undefined) }),
  });
  const shared = {
    REDIS_PREFIX: testPrefix(),
    AGENTS_DIR: await demoFiles({ agents: AGENTS }),
    GEMINI_API_KEY: 'test',
    GEMINI_BASE_URL: model.url,
    PUBLIC_URL: 'http://a2a.test',
    // Longer than any test: the model is silent until it is let go.
    MODEL_SILENCE_SECONDS: '300',
    ...env,
  };
  const teamFactories = [
    ...TEAMS,
    (parts: Parameters<typeof healthTeam>[0]) => ({ ...healthTeam(parts), name: 'demo' }),
  ];
  const start = () => startFleet({ env: shared, teamFactories, roles: [] });
  const workers = await startFleet({ env: shared, teamFactories });
  const fleets: Fleet[] = [await start(), await start()];
  onTestFinished(async () => {
    open();
    for (const fleet of [...fleets, workers]) await fleet.close();
    await model.close();
  });
  let turn = 0;
  return {
    url: () => fleets[0]?.url ?? '',
    async restart() {
      const oldest = fleets.shift();
      await oldest?.close();
      fleets.push(await start());
    },
    go: open,
    through(input, init) {
      turn += 1;
      const { pathname, search } = new URL(String(input));
      return fetch(`${fleets[turn % fleets.length]?.url}${pathname}${search}`, init);
    },
  };
}

const push = (taskId: string, url: string) => ({
  tenant: '',
  id: 'mine',
  taskId,
  url,
  token: '',
  authentication: undefined,
});

test.each<Binding>(['JSONRPC', 'HTTP+JSON'])(
  'every operation over %s works on any replica, with a restart after each',
  async (binding) => {
    const webhook = await startWebhook();
    const replicas = await startReplicas({ A2A_PUSH_ALLOW_HOSTS: webhook.host });
    const step = async <T>(ask: (api: Client) => Promise<T>): Promise<T> => {
      const answer = await ask(await a2aClient('http://a2a.test', binding, undefined, replicas.through));
      await replicas.restart();
      return answer;
    };
    const message = textMessage('Count.');
    const send = (api: Client) => api.sendMessage(sendRequest(message, { ...AT_ONCE, metadata }));

    const { id, contextId } = asTask(await step(send));
    // The answer was lost, so the client sends the message again: to another replica, after a restart.
    expect(asTask(await step(send)).id).toBe(id);
    expect((await step((api) => api.getTask(taskRef(id)))).status?.state).toBeLessThan(TaskState.TASK_STATE_COMPLETED);
    expect(await step((api) => api.createTaskPushNotificationConfig(push(id, webhook.url)))).toMatchObject({
      id: 'mine',
    });
    expect(
      await step((api) => api.getTaskPushNotificationConfig({ tenant: '', taskId: id, id: 'mine' })),
    ).toMatchObject({
      url: webhook.url,
    });
    const configs = await step((api) =>
      api.listTaskPushNotificationConfig({ tenant: '', taskId: id, pageSize: 0, pageToken: '' }),
    );
    expect(configs.configs.map((config) => config.id)).toEqual(['mine']);
    const first = await step(async (api) => (await api.resubscribeTask(taskRef(id)).next()).value as StreamResponse);
    expect(first.payload).toMatchObject({ $case: 'task', value: { id, contextId } });

    replicas.go();
    const api = await a2aClient('http://a2a.test', binding, undefined, replicas.through);
    await expect.poll(async () => (await api.getTask(taskRef(id))).status?.state).toBe(TaskState.TASK_STATE_COMPLETED);
    expect(textOf((await step((one) => one.getTask(taskRef(id)))).artifacts)).toBe(PIECES.join(''));
    // Registered at a replica that is gone; the result arrives all the same.
    await expect
      .poll(() => webhook.bodies.at(-1))
      .toMatchObject({ statusUpdate: { status: { state: 'TASK_STATE_COMPLETED' } } });

    const streamed = await step(async (one) => {
      let task: Task | undefined;
      for await (const update of one.sendMessageStream(sendRequest(textMessage('Again.', { contextId }), { metadata })))
        task = withUpdate(task as Task, update);
      return task;
    });
    expect(streamed).toMatchObject({ contextId, status: { state: TaskState.TASK_STATE_COMPLETED } });
    const listed = await step((one) => one.listTasks({ ...LIST, contextId }));
    expect(listed.tasks.map((task) => task.id)).toEqual([streamed?.id, id]);
    const waited = asTask(await step((one) => one.sendMessage(sendRequest(textMessage('Wait.'), { metadata }))));
    expect(waited.status?.state).toBe(TaskState.TASK_STATE_COMPLETED);
    await expect(step((one) => one.cancelTask({ ...taskRef(id), metadata: {} }))).rejects.toMatchObject({
      name: 'TaskNotCancelableError',
    });
    await step((one) => one.deleteTaskPushNotificationConfig({ tenant: '', taskId: id, id: 'mine' }));
    await step((one) => one.deleteTaskPushNotificationConfig({ tenant: '', taskId: id, id: 'mine' }));
    const gone = step((one) => one.getTaskPushNotificationConfig({ tenant: '', taskId: id, id: 'mine' }));
    await expect(gone).rejects.toMatchObject({ name: 'TaskNotFoundError' });
    expect((await step((one) => one.getAgentCard())).skills.map((skill) => skill.id)).toContain('demo');
  },
);

test('a task is cancelled by a replica that neither took it nor runs it', async () => {
  const replicas = await startReplicas();
  const client = () => a2aClient('http://a2a.test', 'JSONRPC', undefined, replicas.through);
  const { id } = asTask(
    await (await client()).sendMessage(sendRequest(textMessage('Count.'), { ...AT_ONCE, metadata })),
  );
  await replicas.restart();
  const cancelled = await (await client()).cancelTask({ ...taskRef(id), metadata: {} });
  expect(cancelled.status?.state).toBe(TaskState.TASK_STATE_CANCELED);
});

test('a stream that its replica cut off by closing goes on at another, and is whole', async () => {
  const replicas = await startReplicas();
  const body = { message: { messageId: 'cut', role: 'ROLE_USER', parts: [{ text: 'Count.' }] }, metadata };
  const before: Awaited<ReturnType<typeof rawEvents>> = [];
  let said = () => {};
  const heard = new Promise<void>((resolve) => {
    said = resolve;
  });
  const stop = (event: (typeof before)[number]) => {
    before.push(event);
    if ('artifactUpdate' in event.update) said();
    return false;
  };
  const cut = rawEvents(replicas.url(), '/message:stream', { body, stop });
  await heard;
  await Promise.all([cut, replicas.restart()]);
  const id = String(before[0]?.update.task?.id);
  replicas.go();
  const after = await rawEvents(replicas.url(), `/tasks/${id}:subscribe`, { after: String(before.at(-1)?.id) });
  expect(after.at(-1)?.update).toMatchObject({ statusUpdate: { status: { state: 'TASK_STATE_COMPLETED' } } });
  const whole = await rawEvents(replicas.url(), `/tasks/${id}:subscribe`, { after: '0-1' });
  expect([...before.slice(1), ...after.slice(1)]).toEqual(whole.slice(1));
});

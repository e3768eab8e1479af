/** The research team on a model: the real SDK against a scripted server that plays both agents. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, onTestFinished, test } from 'vitest';
import type { TurnView } from '../../../producers/turns/turn-view.ts';
import { createKeys } from '../../../src/engine/task/keys.ts';
import { apiClient } from '../../support/api.ts';
import { type Fleet, fleetEnv, startFleet } from '../../support/fleet.ts';
import { startProducerProcess, startWorkerProcess } from '../../support/processes.ts';
import { testRedis } from '../../support/redis.ts';
import {
  type ScriptedAnswer,
  type ScriptedGemini,
  type ScriptedRequest,
  startScriptedGemini,
} from '../../support/scripted-gemini.ts';
import { answered } from '../../support/scripted-health.ts';

type Script = (request: ScriptedRequest) => ScriptedAnswer;

let fleet: Fleet | undefined;
let model: ScriptedGemini | undefined;
afterEach(async () => {
  await fleet?.close();
  await model?.close();
  fleet = undefined;
});

const call = (name: string, args: Record<string, unknown> = {}): ScriptedAnswer => ({
  calls: [{ name, args }],
  usage: { input: 100, output: 10 },
});
const respond = (message: string) => call('respond', { message });
const isResearcher = (request: ScriptedRequest) => request.systemText.includes(', a research agent. Your topic');

async function scripted(interaction: Script, researcher: Script = () => ({ text: 'Done.' })): Promise<ScriptedGemini> {
  model = await startScriptedGemini((request) => (isResearcher(request) ? researcher(request) : interaction(request)));
  return model;
}

async function start(interaction: Script, researcher?: Script): Promise<Fleet> {
  const { url } = await scripted(interaction, researcher);
  fleet = await startFleet({ env: { GEMINI_API_KEY: 'test', GEMINI_BASE_URL: url } });
  return fleet;
}

const session = { patient_id: 'dr-wren', session_id: 'wren', team: 'research' };
const agentsOf = async (api: Pick<Fleet, 'call'>) =>
  (await api.call('GET', '/v1/agents?user_id=dr-wren')).body.agents as { id: string; name: string; status: string }[];
const turnsOf = async (api: Pick<Fleet, 'call'>) =>
  (await api.call('GET', '/v1/turns?session_id=wren')).body.turns as unknown as TurnView[];
const create = call('create_agent', {
  name: 'Wren Research',
  description: 'Follows wrens.',
  message: 'Find what is new. Phase 3 only.',
});

test('for an unclear message the user is asked, and no agent is created', async () => {
  const api = await start(() => respond('Which evidence counts for you?'));
  expect(await api.say('Research wrens', session)).toMatchObject({
    status: 'completed',
    reply: 'Which evidence counts for you?',
  });
  expect(await agentsOf(api)).toEqual([]);
});

test('an agent is created with all requirements, works with its files, and the user gets its report', async () => {
  const api = await start(
    (request) => {
      if (request.lastUserText.startsWith('Report of Wren Research'))
        return respond('Good news: a phase 3 trial has ended well (NCT1).');
      return answered(request, 'create_agent') ? respond('Wren Research is on it.') : create;
    },
    (request) => {
      if (!answered(request, 'write_file'))
        return call('write_file', { path: 'reports/wrens.md', content: '# Wrens [1]' });
      if (!answered(request, 'send_message'))
        return call('send_message', { message: 'RAW: the trial has ended. NCT1' });
      return { text: 'Reported.' };
    },
  );
  expect((await api.say('Follow wrens, phase 3 only', session)).reply).toBe('Wren Research is on it.');
  await expect
    .poll(async () => (await turnsOf(api))[0]?.reply)
    .toBe('Good news: a phase 3 trial has ended well (NCT1).');
  const task = model?.requests.find(isResearcher);
  expect(task?.lastUserText).toBe('Find what is new. Phase 3 only.');
  expect(task?.systemText).toContain('You are Wren Research, a research agent. Your topic: Follows wrens.');
  const [agent] = await agentsOf(api);
  expect((await api.call('GET', `/v1/agents/${agent?.id}/files/reports/wrens.md`)).body.content).toBe('# Wrens [1]');
  const { messages } = (await api.call('GET', '/v1/sessions/wren')).body as { messages: { text: string }[] };
  expect(JSON.stringify(messages)).not.toContain('RAW');
});

test('a question about a known topic goes to its agent; a report of progress is kept back with the reason', async () => {
  let known = '';
  const api = await start(
    (request) => {
      if (request.lastUserText.startsWith('Report of'))
        return call('wait', { reason: 'Only progress.', progress_only: true });
      if (answered(request, 'create_agent') || answered(request, 'message_agent')) return respond('Passed on.');
      if (!answered(request, 'list_agents')) return call('list_agents');
      return known ? call('message_agent', { agent_id: known, message: 'Any news?' }) : create;
    },
    (request) =>
      answered(request, 'send_message') ? { text: 'Sent.' } : call('send_message', { message: 'Still reading.' }),
  );
  await api.say('Follow wrens', session);
  known = String((await agentsOf(api))[0]?.id);
  await api.say('Any wren news?', session);
  const inbox = async () => (await api.call('GET', '/v1/inbox?user_id=dr-wren')).body.items;
  await expect.poll(inbox).toMatchObject([
    { state: 'kept_back', reason: 'Only progress.', message: 'Still reading.' },
    { state: 'kept_back', reason: 'Only progress.' },
  ]);
  // A report is settled before its turn has ended.
  const silent = async () => (await turnsOf(api)).filter(({ reply }) => reply === null);
  await expect
    .poll(async () => (await silent()).map(({ status, error }) => [status, error]))
    .toEqual([
      ['completed', null],
      ['completed', null],
    ]);
  expect(await agentsOf(api)).toHaveLength(1);
});

test('what the user has asked for cannot be kept back: the model is refused, and answers', async () => {
  const api = await start(
    (request) => {
      if (request.lastUserText.startsWith('Report of'))
        return answered(request, 'wait') ? respond('There is nothing new.') : call('wait', { reason: 'Nothing new.' });
      if (answered(request, 'create_agent')) return respond('Passed on.');
      return answered(request, 'list_agents') ? create : call('list_agents');
    },
    (request) =>
      answered(request, 'send_message') ? { text: 'Sent.' } : call('send_message', { message: 'Nothing.' }),
  );
  await api.say('Any wren news?', session);
  await expect.poll(async () => (await turnsOf(api))[0]?.reply).toBe('There is nothing new.');
});

test('an agent whose budget is used up pauses and the user is asked; after a yes it continues', async () => {
  let goOn = false;
  const api = await start(
    (request) => {
      if (request.lastUserText.startsWith('Report of')) return respond('It has paused. Shall it go on?');
      if (answered(request, 'create_agent') || answered(request, 'message_agent')) return respond('Passed on.');
      if (!goOn) return create;
      return answered(request, 'list_agents')
        ? call('message_agent', { agent_id: id, message: 'Go on.', more_budget: true })
        : call('list_agents');
    },
    () => ({ text: 'Worked.', usage: { input: 3_000_000, output: 1 } }),
  );
  await api.say('Follow wrens', session);
  const id = String((await agentsOf(api))[0]?.id);
  await expect.poll(async () => (await turnsOf(api))[0]?.reply).toBe('It has paused. Shall it go on?');
  expect((await agentsOf(api))[0]?.status).toBe('paused');
  const before = model?.requests.filter(isResearcher).length ?? 0;
  await api.call('POST', `/v1/agents/${id}/messages`, { text: 'Are you there?' });
  await expect.poll(async () => (await api.call('GET', `/v1/turns?session_id=agent-${id}`)).body.turns).toHaveLength(2);
  expect(model?.requests.filter(isResearcher)).toHaveLength(before);
  goOn = true;
  await api.say('Yes, go on', session);
  await expect.poll(() => model?.requests.filter(isResearcher).length).toBe(before + 1);
});

test('messages to one agent are handled one at a time, in order; a killed worker costs no finished step', async () => {
  const asked: string[] = [];
  const writes = new Map<string, number>();
  let hang = true;
  await scripted(
    () => respond('Fine.'),
    (request) => {
      const text = request.lastUserText;
      asked.push(text);
      if (!answered(request, 'append_file')) {
        writes.set(text, (writes.get(text) ?? 0) + 1);
        return call('append_file', { path: 'notes/log.md', content: text });
      }
      if (text === 'two' && hang) return { hang: true };
      return { text: `Done ${text}.` };
    },
  );
  const dataDir = mkdtempSync(join(tmpdir(), 'medfleet-research-'));
  const env: Record<string, string> = {
    ...fleetEnv(dataDir),
    GEMINI_API_KEY: 'test',
    GEMINI_BASE_URL: String(model?.url),
  };
  const producer = await startProducerProcess(env);
  const first = await startWorkerProcess(env);
  const processes = [producer, first];
  onTestFinished(async () => {
    await Promise.all(processes.map((one) => one.kill()));
    rmSync(dataDir, { recursive: true, force: true });
  });
  const api = apiClient(producer.url);
  const made = await api.call('POST', '/v1/agents', {
    user_id: 'dr-wren',
    session_id: 'wren',
    name: 'Wren Research',
    description: 'Follows wrens.',
    message: 'one',
  });
  expect(made.status).toBe(201);
  const post = (text: string) => api.call('POST', `/v1/agents/${made.body.id}/messages`, { text });
  await post('two');
  await post('three');
  await expect.poll(() => asked.filter((text) => text === 'two').length).toBe(2);
  await first.kill();
  await endLocks(String(env.REDIS_PREFIX));
  hang = false;
  // The interval of the stalled check is half of the lock's duration.
  processes.push(await startWorkerProcess({ ...env, WORKER_LOCK_SECONDS: '4' }));
  await expect.poll(() => asked.at(-1)).toBe('three');
  await expect
    .poll(async () => (await api.call('GET', `/v1/agents/${made.body.id}/files/notes/log.md`)).body.content)
    .toBe('one\ntwo\nthree');
  expect([...writes]).toEqual([
    ['one', 1],
    ['two', 1],
    ['three', 1],
  ]);
});

/** As if every lock, and the interval since the last stalled check, had expired. */
async function endLocks(prefix: string): Promise<void> {
  const redis = testRedis();
  const { bull } = createKeys(prefix);
  for (const ending of ['lock', 'stalled-check'])
    for (const key of await redis.keys(`${bull}:*:${ending}`)) await redis.del(key);
}

/** More budget comes from a person, once for each message and up to a limit; agents do not keep each other busy. */
import { afterEach, expect, test } from 'vitest';
import { openFleet } from '../../../queues/open-fleet.ts';
import { expectProblem } from '../../producers/http/expect-problem.ts';
import { type Fleet, startFleet } from '../../support/fleet.ts';
import { makeDue } from '../../support/make-due.ts';
import {
  type ScriptedAnswer,
  type ScriptedGemini,
  type ScriptedRequest,
  startScriptedGemini,
} from '../../support/scripted-gemini.ts';
import { answered } from '../../support/scripted-health.ts';

type Script = (request: ScriptedRequest) => ScriptedAnswer;
type Roster = { id: string; status: string; budget: Record<string, number> }[];

let fleet: Fleet | undefined;
let model: ScriptedGemini | undefined;
afterEach(async () => {
  await fleet?.close();
  await model?.close();
  fleet = undefined;
});

const call = (name: string, args: Record<string, unknown> = {}): ScriptedAnswer => ({ calls: [{ name, args }] });
const isResearcher = (request: ScriptedRequest) => request.systemText.includes(', a research agent. Your topic');
const session = { user_id: 'dr-wren', patient_id: 'dr-wren', session_id: 'wren', team: 'research' };
const create = call('create_agent', { name: 'Wren Research', description: 'Follows wrens.', message: 'Begin.' });

async function start(interaction: Script, researcher: Script, env: Record<string, string> = {}): Promise<Fleet> {
  model = await startScriptedGemini((request) => (isResearcher(request) ? researcher(request) : interaction(request)));
  fleet = await startFleet({ env: { GEMINI_API_KEY: 'test', GEMINI_BASE_URL: model.url, ...env } });
  return fleet;
}
const agentsOf = async (api: Fleet) => (await api.call('GET', '/v1/agents?user_id=dr-wren')).body.agents as Roster;
const openTasks = (api: Fleet) => api.base.redis.connect('worker').zcard(api.base.keys.open());

test('an InteractionAgent that obeys its reports gets no budget out of them, and the exchange ends', async () => {
  let rounds = 0;
  let id = '';
  let refusal = '';
  const api = await start(
    (request) => {
      const text = request.lastUserText;
      const told = JSON.stringify(request.body);
      if (!text.startsWith('Report of'))
        return answered(request, 'create_agent') ? call('respond', { message: 'On it.' }) : create;
      if (!answered(request, 'message_agent')) {
        rounds += 1;
        return call('message_agent', { agent_id: id, message: 'Go on.', more_budget: rounds % 2 === 1 });
      }
      refusal = /"error":\s*"([^"]+)"/.exec(told)?.[1] ?? refusal;
      if (!answered(request, 'list_agents') && rounds % 2 === 1) return call('list_agents');
      return call('wait', { reason: 'Nothing to say.' });
    },
    (request) =>
      answered(request, 'send_message') ? { text: 'Sent.' } : call('send_message', { message: 'Ask me to go on.' }),
  );
  await api.say('Follow wrens', session);
  id = String((await agentsOf(api))[0]?.id);
  // A round without `more_budget`, which is let through, to the limit of rounds.
  for (let n = 0; n < 8; n += 1) await api.call('POST', `/v1/agents/${id}/messages`, { text: `Round ${n}` });
  await expect.poll(() => openTasks(api)).toBe(0);
  expect((await agentsOf(api))[0]?.budget).toMatchObject({ steps: 500, cost_usd: 10 });
  // Eight messages and the first task: each may set off a few rounds, and no more.
  expect(rounds).toBeLessThanOrEqual(9 * 4);
  expect(refusal).toMatch(/user/);
});

test('agents that answer each other without a user stop after a few rounds, and the user can see it', async () => {
  let rounds = 0;
  let id = '';
  const api = await start(
    (request) => {
      if (!request.lastUserText.startsWith('Report of'))
        return answered(request, 'create_agent') ? call('respond', { message: 'On it.' }) : create;
      if (answered(request, 'message_agent')) return call('wait', { reason: 'Nothing to say.' });
      rounds += 1;
      if (rounds > 40) return call('wait', { reason: 'The test has seen enough.' });
      return call('message_agent', { agent_id: id, message: 'Go on.' });
    },
    (request) =>
      answered(request, 'send_message') ? { text: 'Sent.' } : call('send_message', { message: 'What next?' }),
  );
  const made = await api.call('POST', '/v1/agents', {
    user_id: 'dr-wren',
    session_id: 'wren',
    name: 'Wren Research',
    description: 'Follows wrens.',
    message: 'Begin.',
  });
  id = String(made.body.id);
  await expect.poll(() => rounds).toBeGreaterThan(1);
  await expect.poll(() => openTasks(api)).toBe(0);
  expect(rounds).toBeLessThanOrEqual(4);
  const inbox = (await api.call('GET', '/v1/inbox?user_id=dr-wren&state=kept_back')).body.items as { reason: string }[];
  expect(inbox.some(({ reason }) => /without a message of yours/.test(reason))).toBe(true);
});

test('one message of the user raises a budget once, however often the model calls for it', async () => {
  let asked = 0;
  let id = '';
  const api = await start(
    (request) => {
      if (!id) return answered(request, 'create_agent') ? call('respond', { message: 'On it.' }) : create;
      asked += 1;
      if (asked === 1)
        return {
          calls: [1, 2, 3].map((n) => ({
            name: 'message_agent',
            args: { agent_id: id, message: `Go on ${n}.`, more_budget: true },
          })),
        };
      if (asked === 2) return call('message_agent', { agent_id: id, message: 'And again.', more_budget: true });
      return call('respond', { message: 'It goes on.' });
    },
    () => ({ text: 'Done.' }),
  );
  await api.say('Follow wrens', session);
  id = String((await agentsOf(api))[0]?.id);
  await api.say('Yes, go on', session);
  expect((await agentsOf(api))[0]?.budget).toMatchObject({ steps: 1000, cost_usd: 20 });
});

test('the same Idempotency-Key raises a budget once, and there is a limit to all raises', async () => {
  const api = await start(
    () => call('respond', { message: 'Fine.' }),
    () => ({ text: 'Done.' }),
    { AGENT_MAX_RAISES: '2' },
  );
  const made = await api.call('POST', '/v1/agents', {
    user_id: 'dr-wren',
    session_id: 'wren',
    name: 'Wren Research',
    description: 'Follows wrens.',
    message: 'Begin.',
  });
  const raise = (key: string) =>
    api.call(
      'POST',
      `/v1/agents/${made.body.id}/messages`,
      { text: 'Go on.', more_budget: true },
      { 'Idempotency-Key': key },
    );
  const sent = await Promise.all([raise('one'), raise('one'), raise('one')]);
  expect(sent.map(({ status }) => status)).toEqual([202, 202, 202]);
  expect(new Set(sent.map(({ body }) => body.turn_id)).size).toBe(1);
  expect((await agentsOf(api))[0]?.budget).toMatchObject({ steps: 1000, cost_usd: 20 });
  expect((await raise('two')).status).toBe(202);
  const refused = expectProblem(await raise('three'), 422, 'limit_reached');
  expect(refused.detail).toMatch(/2.*AGENT_MAX_RAISES/);
  expect((await raise('one')).status).toBe(202);
  expect((await agentsOf(api))[0]?.budget).toMatchObject({ steps: 1500 });
});

test('one turn sends a limited number of reports, whether its calls come side by side or one after another', async () => {
  let asked = 0;
  const api = await start(
    () => call('wait', { reason: 'Only progress.' }),
    () => {
      asked += 1;
      if (asked > 2) return { text: 'Sent.' };
      const calls = [1, 2, 3, 4].map((n) => ({ name: 'send_message', args: { message: `Report ${asked}.${n}` } }));
      return { calls };
    },
  );
  await api.call('POST', '/v1/agents', {
    user_id: 'dr-wren',
    session_id: 'wren',
    name: 'Wren Research',
    description: 'Follows wrens.',
    message: 'Begin.',
  });
  await expect.poll(() => asked).toBe(3);
  await expect.poll(() => openTasks(api)).toBe(0);
  expect((await api.call('GET', '/v1/inbox?user_id=dr-wren')).body.items).toHaveLength(3);
});

test('a model that obeys what it reads gets a few agents and schedules out of one message, and none out of a report or a trigger', async () => {
  let calls = 0;
  let refused = '';
  const argsOf = (name: string): Record<string, unknown> => {
    calls += 1;
    if (name === 'create_agent') return { name: `Wren ${calls}`, description: 'Follows wrens.', message: 'Begin.' };
    return name === 'create_trigger'
      ? { schedule: 'weekly', instruction: `Look ${calls}.` }
      : { message: `Found ${calls}.` };
  };
  const obey = (request: ScriptedRequest, end: ScriptedAnswer, ...names: string[]): ScriptedAnswer => {
    refused += JSON.stringify(request.body).match(/"error":"Only a message of the user[^"]+/)?.[0] ?? '';
    if (names.some((name) => answered(request, name))) return end;
    const wanted = names.flatMap((name) => (name === 'send_message' ? [name] : [name, name, name, name]));
    return { calls: wanted.map((name) => ({ name, args: argsOf(name) })) };
  };
  const api = await start(
    (request) => {
      const isReport = request.lastUserText.startsWith('Report of');
      return obey(request, call('respond', { message: isReport ? 'So it is.' : 'On it.' }), 'create_agent');
    },
    (request) => obey(request, { text: 'Done.' }, 'create_trigger', 'send_message'),
    { AGENTS_PER_USER: '12' },
  );
  const triggersOf = async () =>
    (await api.call('GET', '/v1/triggers?user_id=dr-wren')).body.triggers as { id: string; fired: number }[];
  await api.say('Follow wrens', session);
  await expect.poll(() => openTasks(api), { timeout: 60_000 }).toBe(0);
  const [agents, triggers] = [await agentsOf(api), await triggersOf()];
  expect([agents.length, triggers.length]).toEqual([3, 10]);
  expect(refused).toMatch(/Ask them/);

  const redis = api.base.redis.connect('worker');
  const { modules } = openFleet(api.base, redis, { maxOpenTasks: 1_000 });
  const ids = triggers.slice(0, 2).map(({ id }) => id);
  await makeDue(redis, api.base.keys.tag, ids);
  for (const id of ids) await modules.find(({ name }) => name === 'research')?.fire?.(id);
  await expect.poll(() => openTasks(api), { timeout: 60_000 }).toBe(0);
  const after = await triggersOf();
  expect(after.reduce((sum, { fired }) => sum + fired, 0)).toBe(2);
  expect([(await agentsOf(api)).length, after.length]).toEqual([3, 10]);
}, 120_000);

/** What a probe finds out about a model decides who does the work of an agent, and is said in one sentence. */
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Agent, Team, Teams } from '../../../src/engine/agents/team.ts';
import type { ModelRequest } from '../../../src/engine/models/model.ts';
import { loadModels } from '../../../src/engine/models/models-file.ts';
import { askModel } from '../../../src/engine/run/ask-model.ts';
import { openModels } from '../../../src/open-models.ts';
import { loadConfig } from '../../../src/platform/config.ts';
import { createLog } from '../../../src/platform/log.ts';
import { holdTimers } from '../../support/clock.ts';
import { startScriptedGemini } from '../../support/scripted-gemini.ts';
import { type OpenAiAnswer, type OpenAiRequest, startScriptedOpenAi } from '../../support/scripted-openai.ts';
import { FIND_WEIGHT, makeRequest } from './support.ts';

type Get = Record<string, { status: number; body: unknown } | undefined>;
const FOREVER = new AbortController().signal;
/** How soon a model that is away is looked for again. */
const AGAIN_MS = 30_000;

const list = (...ids: string[]) => ({ status: 200, body: { data: ids.map((id) => ({ id })) } });
const props = (tools: boolean) => ({
  status: 200,
  body: {
    total_slots: 2,
    default_generation_settings: { n_ctx: 4_096 },
    chat_template_caps: { supports_tools: tools },
  },
});

/** Answers the calls of a probe as a good model would, and everything else with its name. */
function capable({ tools, body, lastUserText }: OpenAiRequest): OpenAiAnswer {
  if (tools.includes('note_weight')) return { calls: [{ name: 'note_weight', args: { kg: 82 } }] };
  if (body.response_format) return { text: '{"city":"Paris"}' };
  return { text: lastUserText.includes('one word') ? 'Cold.' : 'by the model' };
}

const agent = (name: string, tools: string[]) =>
  ({ name, type: 'llm', model: 'm', tools, sub_agents: [], transfers: [], parent: null }) as unknown as Agent;
const AGENTS = [
  agent('Triage', ['t']),
  agent('Search', ['t']),
  agent('Plain', []),
  { ...agent('Reader', []), output: 'o' } as Agent,
];
const TEAMS: Teams = new Map([
  ['demo', { name: 'demo', agents: new Map(AGENTS.map((one) => [one.name, one])) } as unknown as Team],
]);

async function world(get: Get, answer: (request: OpenAiRequest) => OpenAiAnswer | Promise<OpenAiAnswer> = capable) {
  const server = await startScriptedOpenAi(answer, { get: (path) => get[path] });
  onTestFinished(() => server.close());
  const config = loadConfig({ OPENAI_BASE_URL: server.url, OPENAI_MODEL: 'small' });
  const ruleOf = (_team: string, name: string) => (name === 'Search' ? undefined : () => ({ text: 'by rule' }));
  const opened = openModels(config, await loadModels(config.MODELS_FILE), ruleOf, () => TEAMS);
  onTestFinished(() => opened.modelWatch.close());
  const probe = async () => {
    const [probed] = await opened.modelWatch.probe(FOREVER);
    if (!probed) throw new Error('nothing was probed');
    return probed;
  };
  const ask = (name: string, changes: Partial<ModelRequest> = {}) =>
    askModel(opened.model, makeRequest({ team: 'demo', agent: name, ...changes }), FOREVER, () => undefined);
  return { server, probe, ask, watch: opened.modelWatch, get };
}

describe('a server of one’s own', () => {
  test('a capable model is asked by all agents; its context holds', async () => {
    const { server, probe, ask } = await world({ '/v1/models': list('small'), '/props': props(true) });
    const { sentence, facts } = await probe();
    expect(facts).toMatchObject({ state: 'ok', tools: true, json: true, obeys: true, slots: 2, contextWindow: 4_096 });
    expect(sentence).toMatch(/^small can call tools; reads \d+ and writes \d+ tokens a second; has a context of 4096$/);
    expect(server.requests).toHaveLength(4);
    expect((await ask('Triage', { tools: [FIND_WEIGHT] })).text).toBe('by the model');
    const long = ask('Plain', { instruction: 'x'.repeat(4 * 4_096) });
    await expect(long).rejects.toMatchObject({ code: 'context_exceeded' });
  });

  test('a model whose template has no tools is not asked for a call; agents with a rule run on it', async () => {
    const { server, probe, ask } = await world({ '/v1/models': list('small'), '/props': props(false) });
    const { sentence } = await probe();
    expect(sentence).toMatch(/^small cannot call tools: Triage runs on rules, Search without tools;/);
    expect(server.requests).toHaveLength(3);
    const tools = [FIND_WEIGHT];
    expect((await ask('Triage', { tools })).text).toBe('by rule');
    expect((await ask('Search', { tools })).text).toBe('by the model');
    expect((await ask('Plain')).text).toBe('by the model');
    expect(server.requests.flatMap((request) => request.tools)).toEqual([]);
    expect(server.requests).toHaveLength(5);
  });

  test('a model that answers with words instead of a call is given a second try', async () => {
    const { probe } = await world({ '/v1/models': list('small') }, () => ({ text: 'I would love to help you!' }));
    const { sentence, facts } = await probe();
    expect(facts).toMatchObject({ tools: false, json: false, obeys: false });
    expect(sentence).toMatch(
      /^small cannot call tools or keep to a JSON schema or follow a short instruction: Triage, Plain and Reader run on rules, Search without/,
    );
  });

  test('one that does not follow a short instruction is asked by nobody who has a rule', async () => {
    const rambling = (request: OpenAiRequest) =>
      request.lastUserText.includes('one word') ? { text: 'Well, let me see' } : capable(request);
    const { probe, ask } = await world({ '/v1/models': list('small') }, rambling);
    expect((await probe()).sentence).toMatch(
      /^small cannot follow a short instruction: Triage, Plain and Reader run on rules;/,
    );
    expect((await ask('Plain')).text).toBe('by rule');
    expect((await ask('Search')).text).toBe('by the model');
  });

  test('one that writes no JSON is not asked for any where a rule can answer', async () => {
    const { probe, ask } = await world({ '/v1/models': list('small') }, (request) =>
      request.body.response_format ? { text: 'Paris' } : capable(request),
    );
    expect((await probe()).sentence).toMatch(/^small cannot keep to a JSON schema: Reader runs on rules;/);
    const output = { type: 'object' } as const;
    expect((await ask('Reader', { output })).text).toBe('by rule');
    expect((await ask('Plain')).text).toBe('by the model');
  });

  test('the first calls wait for what the first probe finds', async () => {
    let answerWord = () => {};
    const held = new Promise<void>((done) => {
      answerWord = done;
    });
    const { ask, watch, server } = await world({ '/v1/models': list('small') }, async (request) => {
      if (request.lastUserText.includes('one word')) await held;
      return request.lastUserText.includes('one word') ? { text: 'Well, let me see' } : capable(request);
    });
    watch.start(createLog('silent'), () => undefined);
    const asked = ask('Plain');
    await expect.poll(() => server.requests.length).toBe(1);
    answerWord();
    expect((await asked).text).toBe('by rule');
  });

  test('what fails for another reason says nothing of the model, and the files are trusted', async () => {
    const { probe, ask, server } = await world({ '/v1/models': list('small') }, ({ n }) =>
      n > 4 ? { text: 'by the model' } : { text: '<think>Well', finish: 'length' },
    );
    const { facts } = await probe();
    expect(facts).toEqual({ state: 'ok', slots: undefined, contextWindow: undefined });
    expect((await ask('Triage', { tools: [FIND_WEIGHT] })).text).toBe('by the model');
    expect(server.requests.at(-1)?.tools).toEqual(['find_weight']);
  });

  const absent: [string, Get, string][] = [
    [
      'does not have the model',
      { '/v1/models': list('a', 'b', 'see <script> here') },
      'OPENAI_BASE_URL does not have small: it lists a and b',
    ],
    [
      'is still loading it',
      {
        '/v1/models': list('small'),
        '/props': { status: 503, body: { error: { code: 503, message: 'Loading model', type: 'unavailable_error' } } },
      },
      'OPENAI_BASE_URL is still loading small: it is tried again',
    ],
    ['is away', { '/v1/models': { status: 502, body: '' } }, 'OPENAI_BASE_URL does not answer: small is tried again'],
    [
      'wants a key',
      { '/v1/models': { status: 401, body: {} } },
      'OPENAI_BASE_URL refuses to say whether it has small: check its key and its address',
    ],
  ];
  test.each(absent)('that %s is asked for nothing more', async (_, get, sentence) => {
    const { server, probe } = await world(get);
    expect((await probe()).sentence).toBe(sentence);
    expect(server.requests).toEqual([]);
  });

  test('llama.cpp, which answers to any name, is said to have another model', async () => {
    const { probe } = await world({ '/v1/models': list('other'), '/props': props(true) });
    expect((await probe()).sentence).toMatch(/^OPENAI_BASE_URL answers for small with other, which can call tools/);
  });
});

test('a model that appears after it was away is probed then; one that stays is not probed again', async () => {
  const timers = holdTimers(AGAIN_MS);
  const { server, watch, get } = await world({ '/v1/models': { status: 502, body: '' } });
  const told: string[][] = [];
  watch.start(createLog('silent'), (sentences) => void told.push(sentences));
  await expect.poll(() => [told.at(-1)?.length, timers.waiting()]).toEqual([1, 1]);
  expect(told.at(-1)?.[0]).toContain('does not answer');
  get['/v1/models'] = list('small');
  timers.fire();
  await expect.poll(() => told.at(-1)?.[0]).toContain('can call tools');
  expect(server.requests).toHaveLength(4);
  expect(timers.waiting()).toBe(0);

  // A call that fails may be the end of the server: it is looked for, and found where it was.
  const usage = { input_tokens: 0, output_tokens: 0, cost_usd: null };
  watch.note({ server: 'OPENAI_BASE_URL', model: 'small', usage, code: 'model_unavailable' });
  expect(timers.waiting()).toBe(1);
  timers.fire();
  await expect.poll(() => timers.waiting()).toBe(0);
  expect(server.requests).toHaveLength(4);
});

test.each([
  ['has', ['gemini-2.5-flash'], /^gemini-2.5-flash answers$/],
  ['does not have', [], /^gemini (does not have|refuses)/],
])('a hosted Gemini that %s the model is asked for nothing that costs', async (_, models, sentence) => {
  const server = await startScriptedGemini(() => ({ text: 'dear' }), { models });
  onTestFinished(() => server.close());
  const config = loadConfig({ GEMINI_API_KEY: 'k', GEMINI_BASE_URL: server.url });
  const flash = { ...agent('Triage', ['t']), model: 'fast' } as Agent;
  const teams: Teams = new Map([['demo', { name: 'demo', agents: new Map([['Triage', flash]]) } as unknown as Team]]);
  const opened = openModels(
    config,
    await loadModels(config.MODELS_FILE),
    () => undefined,
    () => teams,
  );
  const probed = await opened.modelWatch.probe(FOREVER);
  expect(probed.map((one) => one.sentence)).toEqual([expect.stringMatching(sentence)]);
  expect(server.requests).toEqual([]);
});

/** A slow server is not away: reading the prompt is no silence, calls wait for their turn here, and what was sent is counted. */
import { expect, onTestFinished, test } from 'vitest';
import { estimateInput } from '../../../src/engine/models/estimate.ts';
import { createGateway } from '../../../src/engine/models/gateway.ts';
import type { ModelGateway, ModelRequest, Usage } from '../../../src/engine/models/model.ts';
import { loadModels } from '../../../src/engine/models/models-file.ts';
import { readCompletion } from '../../../src/engine/models/openai-stream.ts';
import { patienceOf } from '../../../src/engine/models/patience.ts';
import { createRouter } from '../../../src/engine/models/router.ts';
import { createServerQueue } from '../../../src/engine/models/server-queue.ts';
import { askModel } from '../../../src/engine/run/ask-model.ts';
import { loadConfig } from '../../../src/platform/config.ts';
import { AppError } from '../../../src/platform/errors.ts';
import { holdTimers, skipSleeps } from '../../support/clock.ts';
import { openAiServer } from '../../support/models.ts';
import { type OpenAiAnswer, type OpenAiRequest, startScriptedOpenAi } from '../../support/scripted-openai.ts';
import { modelsFile } from './models-yml.ts';
import { makeRequest } from './support.ts';

/** A time that no other timer has. */
const SILENCE_MS = 23_457;
const INPUT = estimateInput(makeRequest());
const FIRST_MS = patienceOf(SILENCE_MS, INPUT, undefined).firstMs;

async function slowServer(answer: (request: OpenAiRequest) => OpenAiAnswer | Promise<OpenAiAnswer>, concurrency = 1) {
  const server = await startScriptedOpenAi(answer);
  onTestFinished(() => server.close());
  const list = `
servers:
  local: { protocol: openai, base_url: '${server.url}', concurrency: ${concurrency} }
models:
  local: { server: local }
`;
  const env = { MODEL_PROVIDER: 'models', MODEL_SILENCE_SECONDS: String(SILENCE_MS / 1000) };
  const config = loadConfig({ ...env, MODELS_FILE: await modelsFile(list) });
  const router = createRouter(config, await loadModels(config.MODELS_FILE), () => undefined);
  return { model: createGateway(router), requests: server.requests };
}

const FOREVER = new AbortController().signal;
const said = (text: string): Partial<ModelRequest> => ({
  messages: [{ role: 'user', parts: [{ type: 'text', text }] }],
});

function ask(model: ModelGateway, changes: Partial<ModelRequest> = {}, signal = FOREVER, used: Usage[] = []) {
  const note = (usage: Usage) => void used.push(usage);
  return askModel(model, makeRequest({ model: 'local', ...changes }), signal, () => undefined, note);
}

const codeOf = (asked: Promise<unknown>) => asked.then(() => 'an answer').catch((error: AppError) => error.code);

/** Answers wait until they are released, in the order of the requests. */
function gate() {
  const waiting: (() => void)[] = [];
  return {
    pass: () => new Promise<void>((resolve) => void waiting.push(resolve)),
    release: () => waiting.shift()?.(),
    held: () => waiting.length,
  };
}

test('the time that a server reads the prompt is no silence', async () => {
  const silence = holdTimers(SILENCE_MS);
  const door = gate();
  const { model, requests } = await slowServer(async () => {
    await door.pass();
    return { text: 'Yes' };
  });
  const answer = ask(model);
  await expect.poll(() => door.held()).toBe(1);
  silence.fire();
  expect(requests).toMatchObject([{ aborted: false }]);
  door.release();
  expect((await answer).text).toBe('Yes');
});

test('headers, comments and the role of the answer are not its first word', async () => {
  const event = (delta: object) => `data: ${JSON.stringify({ choices: [{ delta }] })}\n\n`;
  const begun = `: reading\n\n${event({ role: 'assistant', content: '' })}`;
  const heard: number[] = [];
  const read = async (raw: string) => {
    const bytes = (async function* () {
      yield Buffer.from(raw);
    })();
    const words = readCompletion(bytes, openAiServer('http://localhost'), 'm', () => heard.push(1));
    for await (const _ of words);
  };
  await expect(read(begun)).rejects.toThrow();
  expect(heard).toEqual([]);
  await read(`${begun}${event({ reasoning_content: 'hm' })}${event({ content: 'Yes' })}data: [DONE]\n\n`);
  expect(heard).toHaveLength(2);
});

test('a longer prompt and a slower server are given more time for the first word, and never more than Node waits', () => {
  const first = (input: number, reads?: number) => patienceOf(20_000, input, reads).firstMs;
  expect(first(2_000)).toBeGreaterThan(120_000);
  expect(first(2_000, 20)).toBeGreaterThan(2_000 / 20);
  expect(first(2_000, 20)).toBeGreaterThan(first(2_000, 2_000));
  expect(first(2_000, 2_000)).toBeLessThan(30_000);
  expect(first(1_000_000)).toBeLessThan(300_000);
  expect(patienceOf(400_000, 10, 10).firstMs).toBeGreaterThanOrEqual(400_000);
});

test('no more calls than the server answers at a time are sent; those that a person reads go first', async () => {
  const door = gate();
  let open = 0;
  let most = 0;
  const { model, requests } = await slowServer(async ({ lastUserText }) => {
    open += 1;
    most = Math.max(most, open);
    await door.pass();
    open -= 1;
    return { text: lastUserText };
  });
  const asked = [ask(model, said('first'))];
  await expect.poll(() => requests.length).toBe(1);
  asked.push(ask(model, said('second')), ask(model, said('third')), ask(model, { ...said('urgent'), urgent: true }));
  for (const n of [1, 2, 3, 4]) {
    await expect.poll(() => [requests.length, door.held()]).toEqual([n, 1]);
    door.release();
  }
  expect((await Promise.all(asked)).map(({ text }) => text)).toEqual(['first', 'second', 'third', 'urgent']);
  expect(requests.map(({ lastUserText }) => lastUserText)).toEqual(['first', 'urgent', 'second', 'third']);
  expect(most).toBe(1);
});

test('waiting has no limit of its own and ends with the signal; the place goes to the next one', async () => {
  const timers = holdTimers(SILENCE_MS, FIRST_MS);
  const door = gate();
  const { model, requests } = await slowServer(async ({ lastUserText }) => {
    await door.pass();
    return { text: lastUserText };
  });
  const first = ask(model, said('first'));
  await expect.poll(() => requests.length).toBe(1);
  const cancel = new AbortController();
  const used: Usage[] = [];
  const cancelled = codeOf(ask(model, said('second'), cancel.signal, used));
  const third = ask(model, said('third'));
  expect(timers.waiting()).toBeLessThanOrEqual(1);
  cancel.abort(new AppError('cancelled', 'The turn was cancelled'));
  expect(await cancelled).toBe('cancelled');
  expect(used).toEqual([]);
  door.release();
  await expect.poll(() => door.held()).toBe(1);
  door.release();
  expect([(await first).text, (await third).text]).toEqual(['first', 'third']);
  expect(requests).toHaveLength(2);
});

test('a call that was given up is counted by the estimate of its input', async () => {
  const timers = holdTimers(FIRST_MS);
  const { model, requests } = await slowServer(() => ({ hang: true }));
  const used: Usage[] = [];
  const silent = codeOf(ask(model, { retrySeconds: 0 }, FOREVER, used));
  await expect.poll(() => requests.length).toBe(1);
  timers.fire();
  expect(await silent).toBe('model_unavailable');

  const cancel = new AbortController();
  const cancelled = codeOf(ask(model, {}, cancel.signal, used));
  await expect.poll(() => requests.length).toBe(2);
  cancel.abort(new AppError('timeout', 'Too long'));
  expect(await cancelled).toBe('timeout');
  expect(used).toMatchObject([INPUT, INPUT].map((input_tokens) => ({ input_tokens, output_tokens: 0 })));
});

test.each([
  ['is not made again while another one waits for the same server', true, 2],
  ['is made again where none waits', false, 2],
])('a call that fell silent %s', async (_, another, times) => {
  skipSleeps();
  const timers = holdTimers(FIRST_MS);
  const { model, requests } = await slowServer(({ n }) => (n === 1 ? { hang: true } : { text: 'here' }));
  const silent = codeOf(ask(model, { retrySeconds: 600 }));
  await expect.poll(() => requests.length).toBe(1);
  const next = another ? ask(model, { urgent: true }) : null;
  timers.fire();
  expect(await silent).toBe(another ? 'model_unavailable' : 'an answer');
  if (next) expect((await next).text).toBe('here');
  expect(requests).toHaveLength(times);
});

test('where a probe finds more places, calls that wait get them', async () => {
  let places = 1;
  const queue = createServerQueue(() => places);
  const leave = await queue.enter(FOREVER, false);
  const entered: number[] = [];
  const others = [1, 2].map(async (n) => {
    await queue.enter(FOREVER, false);
    entered.push(n);
  });
  expect(queue.waiting()).toBe(2);
  places = 3;
  leave();
  await Promise.all(others);
  expect(entered).toEqual([1, 2]);
  expect(queue.waiting()).toBe(0);
});

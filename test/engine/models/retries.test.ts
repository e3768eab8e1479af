/** A call that fails or falls silent is made again, for as long as a person would wait. Against servers that speak the real protocols. */
import { expect, onTestFinished, test } from 'vitest';
import { estimateInput } from '../../../src/engine/models/estimate.ts';
import { createGateway } from '../../../src/engine/models/gateway.ts';
import type { ModelGateway, ModelRequest } from '../../../src/engine/models/model.ts';
import { loadModels } from '../../../src/engine/models/models-file.ts';
import { patienceOf } from '../../../src/engine/models/patience.ts';
import { createRetries } from '../../../src/engine/models/retries.ts';
import { createRouter } from '../../../src/engine/models/router.ts';
import { askModel } from '../../../src/engine/run/ask-model.ts';
import { loadConfig } from '../../../src/platform/config.ts';
import { AppError } from '../../../src/platform/errors.ts';
import { holdTimers, skipSleeps } from '../../support/clock.ts';
import { startScriptedGemini } from '../../support/scripted-gemini.ts';
import { startScriptedOpenAi } from '../../support/scripted-openai.ts';
import { modelsFile } from './models-yml.ts';
import { makeRequest } from './support.ts';

/** A time that no other timer has. */
const SILENCE_MS = 23_457;
/** What a server of one's own is given to read the prompt. */
const FIRST_MS = patienceOf(SILENCE_MS, estimateInput(makeRequest()), undefined).firstMs;

const LIST = `
servers:
  google: { protocol: gemini, base_url_env: GEMINI_BASE_URL, api_key_env: GEMINI_API_KEY }
  local: { protocol: openai, base_url_env: LOCAL_URL }
models:
  google: { server: google, name: gemini-2.5-flash, silence_seconds: ${SILENCE_MS / 1000} }
  local: { server: local }
`;

/** What both protocols can be told. */
type Answer =
  | { text: string }
  | { hang: true; text?: string }
  | { cut: true; text: string; received?: () => Promise<unknown> }
  | { error: { status: number } };

async function gateway(...answers: Answer[]) {
  const next = ({ n }: { n: number }) => answers[n - 1] ?? { text: 'not scripted' };
  const google = await startScriptedGemini(next);
  const local = await startScriptedOpenAi(next);
  onTestFinished(async () => {
    await google.close();
    await local.close();
  });
  const config = loadConfig({
    GEMINI_API_KEY: 'key',
    GEMINI_BASE_URL: google.url,
    LOCAL_URL: local.url,
    MODELS_FILE: await modelsFile(LIST),
    MODEL_PROVIDER: 'models',
    MODEL_SILENCE_SECONDS: String(SILENCE_MS / 1000),
  });
  const router = createRouter(config, await loadModels(config.MODELS_FILE), () => undefined);
  return { model: createGateway(router), requests: { google: google.requests, local: local.requests } };
}

const signal = new AbortController().signal;

function ask(model: ModelGateway, changes: Partial<ModelRequest>, heard: string[] = []) {
  const restart = (reason: string) => void heard.push(`(${reason})`);
  const listen = (text: string) => void heard.push(text);
  return askModel(model, makeRequest({ retrySeconds: 30, ...changes }), signal, listen, undefined, restart);
}

const SERVERS = ['google', 'local'] as const;

test.each(SERVERS)('%s: a call that gives no first word is given up and made again', async (server) => {
  skipSleeps();
  const timers = holdTimers(SILENCE_MS, FIRST_MS);
  const { model, requests } = await gateway({ hang: true }, { text: 'Here I am' });
  const heard: string[] = [];
  const answer = ask(model, { model: server }, heard);
  await expect.poll(() => requests[server].length).toBe(1);
  timers.fire();
  expect((await answer).text).toBe('Here I am');
  expect(heard).toEqual(['(model_unavailable)', 'Here I am']);
  await expect.poll(() => requests[server][0]?.aborted).toBe(true);
  expect(timers.waiting()).toBe(0);
});

test.each(SERVERS)('%s: a second silence is the end, however much time is left', async (server) => {
  skipSleeps();
  const timers = holdTimers(SILENCE_MS, FIRST_MS);
  const { model, requests } = await gateway({ hang: true }, { hang: true }, { text: 'too late' });
  const failed = ask(model, { model: server, retrySeconds: 600 }).then(
    ({ text }) => text,
    ({ code }: AppError) => code,
  );
  for (const n of [1, 2]) {
    await expect.poll(() => requests[server].length).toBe(n);
    timers.fire();
  }
  expect(await failed).toBe('model_unavailable');
  expect(requests[server]).toHaveLength(2);
});

test.each(SERVERS)(
  '%s: a call that falls silent in the middle is made again, and its words are taken back',
  async (server) => {
    skipSleeps();
    const timers = holdTimers(SILENCE_MS);
    const { model } = await gateway({ hang: true, text: 'Well' }, { text: 'Here I am' });
    const heard: string[] = [];
    const answer = ask(model, { model: server }, heard);
    await expect.poll(() => heard).toEqual(['Well']);
    timers.fire();
    expect((await answer).text).toBe('Here I am');
    expect(heard).toEqual(['Well', '(model_unavailable)', 'Here I am']);
  },
);

test.each(SERVERS)('%s: failures and broken connections are waited out', async (server) => {
  const waits = skipSleeps();
  const heard: string[] = [];
  const received = () => expect.poll(() => heard.includes('Half')).toBe(true);
  const down: Answer = { error: { status: 503 } };
  const { model, requests } = await gateway(down, down, { cut: true, text: 'Half', received }, { text: 'Whole' });
  expect((await ask(model, { model: server }, heard)).text).toBe('Whole');
  expect(requests[server]).toHaveLength(4);
  expect(waits).toHaveLength(3);
});

test('a server that stays away is given up in the end, with the error that it gave', async () => {
  skipSleeps();
  const { model, requests } = await gateway({ error: { status: 500 } }, { error: { status: 503 } });
  const request = { model: 'google', retrySeconds: 0 };
  await expect(ask(model, request)).rejects.toMatchObject({ code: 'model_unavailable' });
  expect(requests.google).toHaveLength(1);
});

test('what another try cannot help is not tried again', async () => {
  const { model, requests } = await gateway({ error: { status: 400 } });
  await expect(ask(model, { model: 'google' })).rejects.toMatchObject({ code: 'model_refused' });
  expect(requests.google).toHaveLength(1);
});

test('a cancelled call does not wait for its next try', async () => {
  const { model, requests } = await gateway({ error: { status: 503 } }, { text: 'too late' });
  const cancel = new AbortController();
  const reason = new AppError('cancelled', 'The turn was cancelled');
  const request = makeRequest({ model: 'google', retrySeconds: 600 });
  const stop = () => cancel.abort(reason);
  await expect(askModel(model, request, cancel.signal, () => undefined, undefined, stop)).rejects.toBe(reason);
  expect(requests.google).toHaveLength(1);
});

test('tries are spread over the time that is given, with no two turns in step', () => {
  const down = new AppError('model_unavailable', 'away');
  const waits = () => {
    const retries = createRetries(600);
    return Array.from({ length: 8 }, () => retries.after(down) ?? 0);
  };
  const [one, two] = [waits(), waits()];
  expect(one).not.toEqual(two);
  // An outage of 8 s is shorter than the first tries take together, at their shortest.
  expect(one.slice(0, 5).reduce((sum, wait) => sum + wait, 0)).toBeGreaterThan(8_000);
  for (const wait of one) expect(wait).toBeLessThanOrEqual(8_000 * 1.3);
  expect(createRetries(0).after(down)).toBeUndefined();
});

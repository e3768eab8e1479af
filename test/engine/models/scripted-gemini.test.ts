/** Other tests rely on the scripted server, so it is tested too. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { GoogleGenAI } from '@google/genai';
import { expect, test } from 'vitest';
import { createGemini } from '../../../src/engine/models/gemini.ts';
import { geminiServer } from '../../support/models.ts';
import { startScriptedGemini } from '../../support/scripted-gemini.ts';
import { collect, makeRequest, textOf } from './support.ts';

const asking = (text: string) => makeRequest({ messages: [{ role: 'user', parts: [{ type: 'text', text }] }] });

test('two hundred calls at once get each their own answer and are all recorded', async () => {
  const server = await startScriptedGemini(async ({ lastUserText }) => ({ text: ['echo ', lastUserText] }));
  const model = createGemini(geminiServer(server.url));
  const questions = Array.from({ length: 200 }, (_, index) => `question ${index}`);
  const answers = await Promise.all(questions.map(async (text) => textOf(await collect(model, asking(text)))));
  expect(answers).toEqual(questions.map((text) => `echo ${text}`));
  expect(server.requests.map(({ lastUserText }) => lastUserText).sort()).toEqual([...questions].sort());
  expect(server.requests.map(({ n }) => n)).toEqual(questions.map((_, index) => index + 1));
  await expect.poll(() => server.requests.every(({ finishedAt, aborted }) => finishedAt && !aborted)).toBe(true);
  await server.close();
});

test('closing ends calls that hang', async () => {
  const server = await startScriptedGemini(() => ({ hang: true }));
  const model = createGemini(geminiServer(server.url));
  const outcome = collect(model, makeRequest()).catch((thrown: unknown) => thrown);
  await expect.poll(() => server.requests.length).toBe(1);
  await server.close();
  expect(await outcome).toMatchObject({ code: 'model_unavailable' });
});

test('a script that throws fails the test, not only the call', async () => {
  const server = await startScriptedGemini(() => {
    throw new Error('broken script');
  });
  const model = createGemini(geminiServer(server.url));
  await expect(collect(model, makeRequest())).rejects.toMatchObject({ code: 'model_unavailable' });
  await expect(server.close()).rejects.toThrow('broken script');
});

test('a call without streaming gets the same answer whole', async () => {
  const server = await startScriptedGemini(() => ({ text: ['one ', 'two'], usage: { input: 3, output: 4 } }));
  const client = new GoogleGenAI({ apiKey: 'any', httpOptions: { baseUrl: server.url } });
  const response = await client.models.generateContent({ model: 'gemini-2.5-flash', contents: 'hi' });
  expect(response.text).toBe('one two');
  expect(response.usageMetadata).toMatchObject({ promptTokenCount: 3, candidatesTokenCount: 4 });
  await server.close();
});

test('another process can run it', async () => {
  const file = new URL('../../support/scripted-gemini.ts', import.meta.url).href;
  const script = `const { startScriptedGemini } = await import(${JSON.stringify(file)});
    const server = await startScriptedGemini(({ n }) => ({ text: 'answer ' + n }));
    process.stdout.write(server.url);
    process.stdin.on('end', () => server.close()).resume();`;
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  const [url] = (await once(child.stdout, 'data')) as [Buffer];
  const model = createGemini(geminiServer(url.toString()));
  expect(textOf(await collect(model, makeRequest()))).toBe('answer 1');
  child.stdin.end();
  expect((await exited)[0]).toBe(0);
});

import { afterEach, expect, test } from 'vitest';
import { z } from 'zod';
import { createGemini } from '../../../src/engine/models/gemini.ts';
import type { ToolCall } from '../../../src/engine/models/model.ts';
import type { ModelProvider } from '../../../src/engine/models/provider.ts';
import { EXTRACTIONS } from '../../../src/record/mention.ts';
import { geminiServer, googleSearch } from '../../support/models.ts';
import { type ScriptedAnswer, type ScriptedGemini, startScriptedGemini } from '../../support/scripted-gemini.ts';
import { collect, FIND_WEIGHT, makeRequest, PROMPT, textOf } from './support.ts';

let server: ScriptedGemini;
afterEach(() => server.close());

async function gemini(...answers: ScriptedAnswer[]): Promise<ModelProvider> {
  server = await startScriptedGemini(({ n }) => answers[n - 1] ?? { text: 'no answer scripted' });
  return createGemini(geminiServer(server.url));
}

const ping = { name: 'ping', description: 'Nothing goes in', parameters: z.toJSONSchema(z.object({})) };

test('text arrives in the order and chunks in which the model sent it', async () => {
  const model = await gemini({ text: ['Hel', 'lo ', 'there'] });
  const chunks = await collect(model, makeRequest());
  expect(chunks.filter(({ type }) => type === 'text')).toEqual([
    { type: 'text', text: 'Hel' },
    { type: 'text', text: 'lo ' },
    { type: 'text', text: 'there' },
  ]);
});

test('the first text arrives while the model is still generating', async () => {
  const arrived: string[] = [];
  const before = () => expect.poll(() => arrived).toEqual(['first']);
  const model = await gemini({ text: ['first', 'second'], before });
  for await (const chunk of model.stream(makeRequest(), new AbortController().signal)) {
    if (chunk.type === 'text') arrived.push(chunk.text);
  }
  expect(arrived).toEqual(['first', 'second']);
});

test('key, model, instruction, message and settings reach the server', async () => {
  const model = await gemini({ text: 'ok' });
  const settings = { temperature: 0.1, top_p: 0.9, top_k: 40, max_output_tokens: 500 };
  await collect(model, makeRequest({ settings, model: 'gemini-2.5-pro' }));
  const [request] = server.requests;
  expect(request).toMatchObject({
    model: 'gemini-2.5-pro',
    agentHint: 'You are TriageAgent.',
    systemText: 'You are TriageAgent.\nRoute the message.',
    lastUserText: PROMPT,
    tools: [],
  });
  expect(request?.headers['x-goog-api-key']).toBe('test-key');
  expect(request?.body.generationConfig).toEqual({ temperature: 0.1, topP: 0.9, topK: 40, maxOutputTokens: 500 });
});

test('usage is the last count, thoughts included, and comes once, at the end', async () => {
  const model = await gemini({ text: ['a', 'b', 'c'], usage: { input: 120, output: 30, thoughts: 12 } });
  const chunks = await collect(model, makeRequest());
  expect(chunks.filter(({ type }) => type === 'usage')).toHaveLength(1);
  expect(chunks.at(-1)).toEqual({ type: 'usage', usage: { input_tokens: 120, output_tokens: 42 } });
});

test('what the model thinks is never shown as its answer', async () => {
  const model = await gemini({ thought: 'The user seems afraid', text: 'Please call 112.' });
  expect(textOf(await collect(model, makeRequest()))).toBe('Please call 112.');
});

test('a tool call and its result make the round trip with signature and ids', async () => {
  const model = await gemini(
    {
      calls: [
        { name: 'find_weight', args: { days: 7 }, signature: 'c2lnbmVk' },
        { name: 'ping', args: {}, id: 'server-id' },
      ],
    },
    { text: '81 kg' },
  );
  const tools = [FIND_WEIGHT, ping];
  const first = await collect(model, makeRequest({ tools }));
  const calls = first.flatMap((chunk): ToolCall[] => (chunk.type === 'call' ? [chunk.call] : []));
  expect(calls).toEqual([
    { id: expect.stringMatching(/.+/), name: 'find_weight', args: { days: 7 }, signature: 'c2lnbmVk' },
    { id: 'server-id', name: 'ping', args: {} },
  ]);
  expect(server.requests[0]?.tools).toEqual(['find_weight', 'ping']);

  const [one, two] = calls as [ToolCall, ToolCall];
  const messages = [
    ...makeRequest().messages,
    { role: 'model' as const, parts: [{ type: 'text' as const, text: 'Let me look.' }] },
    { role: 'model' as const, parts: calls.map((call) => ({ type: 'call' as const, call })) },
    { role: 'tool' as const, parts: [{ type: 'response' as const, id: one.id, name: one.name, result: { kg: 81 } }] },
    { role: 'tool' as const, parts: [{ type: 'response' as const, id: two.id, name: two.name, result: 'pong' }] },
  ];
  const second = await collect(model, makeRequest({ tools, messages }));
  expect(textOf(second)).toBe('81 kg');
  // The id that Gemini never gave is not sent back; all results of one round stand in one content.
  expect(server.requests[1]?.contents).toEqual([
    { role: 'user', parts: [{ text: PROMPT }] },
    {
      role: 'model',
      parts: [
        { text: 'Let me look.' },
        { functionCall: { name: 'find_weight', args: { days: 7 } }, thoughtSignature: 'c2lnbmVk' },
        { functionCall: { id: 'server-id', name: 'ping', args: {} } },
      ],
    },
    {
      role: 'user',
      parts: [
        { functionResponse: { name: 'find_weight', response: { kg: 81 } } },
        { functionResponse: { id: 'server-id', name: 'ping', response: { output: 'pong' } } },
      ],
    },
  ]);
});

test('a tool is declared with the JSON schema that Gemini accepts', async () => {
  const model = await gemini({ text: 'ok' });
  await collect(model, makeRequest({ tools: [FIND_WEIGHT, ping] }));
  expect(server.requests[0]?.body.tools).toEqual([
    {
      functionDeclarations: [
        {
          name: 'find_weight',
          description: 'The last weight',
          parametersJsonSchema: {
            type: 'object',
            properties: { days: { type: 'integer', minimum: 1 } },
            required: ['days'],
            additionalProperties: false,
          },
        },
        { name: 'ping', description: 'Nothing goes in' },
      ],
    },
  ]);
});

test('an agent with google_search gets Google’s own search', async () => {
  const model = await gemini({ text: 'found' });
  await collect(model, makeRequest({ search: googleSearch() }));
  expect(server.requests[0]?.body.tools).toEqual([{ googleSearch: {} }]);
});

test('structured output is asked for as JSON with the schema', async () => {
  const facts = JSON.stringify({ facts: [] });
  const model = await gemini({ text: facts });
  const output = z.toJSONSchema(EXTRACTIONS.MedicalMeasurements, { io: 'input' }) as Record<string, unknown>;
  expect(textOf(await collect(model, makeRequest({ output })))).toBe(facts);
  const config = server.requests[0]?.body.generationConfig as Record<string, unknown>;
  expect(config.responseMimeType).toBe('application/json');
  expect(config.responseJsonSchema).toMatchObject({
    type: 'object',
    required: ['facts'],
    properties: {
      facts: {
        type: 'array',
        items: {
          type: 'object',
          properties: {
            kind: { type: 'string', enum: ['observation'] },
            value: { anyOf: [{ type: 'number' }, { type: 'string' }] },
            quote: { type: 'string', description: expect.stringContaining('exact words') },
          },
        },
      },
    },
  });
  expect(JSON.stringify(config.responseJsonSchema)).not.toMatch(/\$schema|minLength|"default"|"const"/);
});

test('tools and structured output together do not make an older Gemini refuse the request', async () => {
  const model = await gemini({ text: '{}' }, { text: '{}' });
  const output = { type: 'object', properties: { urgent: { type: 'boolean' } } };
  await collect(model, makeRequest({ output, tools: [FIND_WEIGHT], model: 'gemini-2.5-flash' }));
  await collect(model, makeRequest({ output, tools: [FIND_WEIGHT], model: 'gemini-3-flash' }));
  const [older, newer] = server.requests;
  expect(older?.body.generationConfig ?? {}).not.toHaveProperty('responseMimeType');
  expect(older?.systemText).toContain('"urgent"');
  expect(newer?.body.generationConfig).toMatchObject({ responseMimeType: 'application/json' });
  expect(newer?.systemText).not.toContain('urgent');
});

test('a YouTube video is handed over by its address', async () => {
  const model = await gemini({ text: 'a talk' });
  const uri = 'https://www.youtube.com/watch?v=abc';
  const parts = [
    { type: 'file' as const, uri, mime: 'video/mp4' },
    { type: 'text' as const, text: 'What is this?' },
  ];
  await collect(model, makeRequest({ messages: [{ role: 'user', parts }] }));
  expect(server.requests[0]?.contents).toEqual([
    { role: 'user', parts: [{ fileData: { fileUri: uri, mimeType: 'video/mp4' } }, { text: 'What is this?' }] },
  ]);
});

test('characters that are split between network packets arrive whole', async () => {
  const text = '血'.repeat(200_000);
  const model = await gemini({ text });
  expect(textOf(await collect(model, makeRequest()))).toBe(text);
});

import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { z } from 'zod';
import type { ToolCall } from '../../../src/engine/models/model.ts';
import { createOpenAi } from '../../../src/engine/models/openai.ts';
import type { ModelProvider } from '../../../src/engine/models/provider.ts';
import { googleSearch, openAiServer } from '../../support/models.ts';
import { type OpenAiAnswer, type ScriptedOpenAi, startScriptedOpenAi } from '../../support/scripted-openai.ts';
import { collect, expectCancelled, FIND_WEIGHT, failureOf, makeRequest, PROMPT, textOf } from './support.ts';

let server: ScriptedOpenAi;
afterEach(() => server.close());

async function openAi(...answers: OpenAiAnswer[]): Promise<ModelProvider> {
  server = await startScriptedOpenAi(({ n }) => answers[n - 1] ?? { text: 'no answer scripted' });
  const provider = createOpenAi(openAiServer(server.url));
  return { stream: (request, signal) => provider.stream({ ...request, model: 'llama-3' }, signal) };
}

describe('asking', () => {
  test('the answer streams in order, reasoning is not shown, usage comes once at the end', async () => {
    const answer = { reasoning: 'hm', text: ['Hel', 'lo'], usage: { input: 12, output: 3 } };
    const chunks = await collect(await openAi(answer), makeRequest());
    expect(chunks).toEqual([
      { type: 'text', text: 'Hel' },
      { type: 'text', text: 'lo' },
      { type: 'usage', usage: { input_tokens: 12, output_tokens: 3 } },
    ]);
  });

  const thoughts: [string, string[], string][] = [
    ['in one piece', ['<think>He is afraid</think>\n\nHello'], 'Hello'],
    ['in many pieces', ['\n<th', 'ink>He is', ' afraid</thi', 'nk>', '\n\n', 'Hel', 'lo'], 'Hello'],
    ['not at all', ['<', '5 mg and <think> later'], '<5 mg and <think> later'],
    ['as a mere beginning', ['<thi'], '<thi'],
  ];
  test.each(thoughts)('thoughts written into the answer are not shown: %s', async (_, text, shown) => {
    expect(textOf(await collect(await openAi({ text }), makeRequest()))).toBe(shown);
  });

  test('thoughts that used up the tokens are no answer', async () => {
    const { error } = await failureOf(await openAi({ text: '<think>He is afr', finish: 'length' }));
    expect(error).toMatchObject({ code: 'limit_reached' });
  });

  test('key, model, instruction, message and settings reach the server', async () => {
    const model = await openAi({ text: 'ok' });
    const settings = { temperature: 0.1, top_p: 0.9, top_k: 40, max_output_tokens: 500 };
    await collect(model, makeRequest({ settings }));
    expect(server.requests[0]?.headers.authorization).toBe('Bearer test-key');
    expect(server.requests[0]?.body).toEqual({
      model: 'llama-3',
      messages: [
        { role: 'system', content: 'You are TriageAgent.\nRoute the message.' },
        { role: 'user', content: PROMPT },
      ],
      stream: true,
      stream_options: { include_usage: true },
      temperature: 0.1,
      top_p: 0.9,
      top_k: 40,
      max_tokens: 500,
    });
  });

  test('a server without a key is asked anonymously', async () => {
    await openAi({ text: 'ok' });
    const keyless = { ...openAiServer(`${server.url}/`), apiKey: undefined };
    await collect(createOpenAi(keyless), makeRequest());
    expect(server.requests).toHaveLength(1);
    expect(server.requests[0]?.headers).not.toHaveProperty('authorization');
  });

  test('structured output is asked for with the schema', async () => {
    const model = await openAi({ text: '{"urgent":true}' });
    const output = z.toJSONSchema(z.object({ urgent: z.boolean() })) as Record<string, unknown>;
    await collect(model, makeRequest({ output }));
    expect(server.requests[0]?.body.response_format).toEqual({
      type: 'json_schema',
      json_schema: {
        name: 'answer',
        schema: {
          type: 'object',
          properties: { urgent: { type: 'boolean' } },
          required: ['urgent'],
          additionalProperties: false,
        },
      },
    });
  });

  test('a structured answer leaves the model free to call its tools first', async () => {
    const model = await openAi({ text: '{"urgent":true}' });
    const output = { type: 'object', properties: { urgent: { type: 'boolean' } } };
    await collect(model, makeRequest({ output, tools: [FIND_WEIGHT] }));
    expect(server.requests[0]?.body).not.toHaveProperty('response_format');
    expect(server.requests[0]?.systemText).toMatch(/^You are TriageAgent.*"urgent"/s);
  });

  test('a picture is handed over, a video is refused rather than ignored', async () => {
    const model = await openAi({ text: 'a rash' });
    const file = (mime: string) => [
      { role: 'user' as const, parts: [{ type: 'file' as const, uri: 'https://example.org/x', mime }] },
    ];
    await collect(model, makeRequest({ messages: file('image/png') }));
    expect(server.requests[0]?.messages.at(-1)?.content).toEqual([
      { type: 'image_url', image_url: { url: 'https://example.org/x' } },
    ]);
    const { error } = await failureOf(model, makeRequest({ messages: file('video/mp4') }));
    expect(error).toMatchObject({ code: 'model_refused', message: expect.stringContaining('protocol: gemini') });
  });

  test('an agent that needs Google’s search is refused, not answered from memory', async () => {
    const { error } = await failureOf(await openAi({ text: 'x' }), makeRequest({ search: googleSearch() }));
    expect(error).toMatchObject({ code: 'model_refused' });
    expect(server.requests).toHaveLength(0);
  });

  test('characters that are split between network packets arrive whole', async () => {
    const text = '血'.repeat(200_000);
    expect(textOf(await collect(await openAi({ text }), makeRequest()))).toBe(text);
  });
});

describe('the event stream', () => {
  const event = (content: string) => JSON.stringify({ choices: [{ delta: { content }, finish_reason: null }] });
  const rawText = async (raw: string) => textOf(await collect(await openAi({ raw }), makeRequest()));

  test('a chunk with a line separator of Unicode is not lost', async () => {
    const text = ['one\u2028two', 'three\u2029four\u0085'];
    expect(textOf(await collect(await openAi({ text }), makeRequest()))).toBe(text.join(''));
  });

  test('comments, other fields, any line end and a missing last empty line are understood', async () => {
    const raw = `: hello\r\nevent: message\r\ndata:${event('a')}\r\n\r\nretry: soon\nid: 7\ndata: ${event('b')}\n\ndata: [DONE]`;
    expect(await rawText(raw)).toBe('ab');
  });

  test('data in several lines is one event', async () => {
    const [first, second] = event('a').split(',"finish_reason"');
    expect(await rawText(`data: ${first},\ndata: "finish_reason"${second}\n\ndata: [DONE]\n\n`)).toBe('a');
  });

  test('a failure in the field error, as llama.cpp reports it, is the failure that it names', async () => {
    const failed = (code: number) =>
      `data: ${event('You')}\n\nerror: {"code":${code},"message":"near ${PROMPT}"}\n\ndata: [DONE]\n\n`;
    const { error, chunks } = await failureOf(await openAi({ raw: failed(400) }));
    expect(error).toMatchObject({ code: 'model_refused' });
    expect(error.message).not.toContain(PROMPT);
    expect(textOf(chunks)).toBe('You');
    await server.close();
    expect((await failureOf(await openAi({ raw: failed(503) }))).error.code).toBe('model_unavailable');
  });
});

describe('tool calls', () => {
  const callsOf = async (answer: OpenAiAnswer) => {
    const chunks = await collect(await openAi(answer), makeRequest({ tools: [FIND_WEIGHT] }));
    return chunks.flatMap((chunk): ToolCall[] => (chunk.type === 'call' ? [chunk.call] : []));
  };

  test('are put together from their pieces, in order', async () => {
    const calls = [
      { name: 'find_weight', args: { days: 7 }, id: 'a' },
      { name: 'find_weight', args: { days: 30 }, id: 'b' },
    ];
    expect(await callsOf({ calls })).toEqual(calls);
    expect(server.requests[0]?.tools).toEqual(['find_weight']);
  });

  test('that all say index 0, as Ollama’s do, stay apart', async () => {
    const calls = [
      { name: 'find_weight', args: { days: 7 }, id: 'a' },
      { name: 'find_weight', args: { days: 30 }, id: 'b' },
    ];
    expect(await callsOf({ calls, sameIndex: true })).toEqual(calls);
  });

  test('and their results make the round trip', async () => {
    const model = await openAi({ text: '81 kg' });
    const call = { id: 'a', name: 'find_weight', args: { days: 7 } };
    const messages = [
      ...makeRequest().messages,
      { role: 'model' as const, parts: [{ type: 'call' as const, call }] },
      { role: 'tool' as const, parts: [{ type: 'response' as const, id: 'a', name: call.name, result: { kg: 81 } }] },
    ];
    await collect(model, makeRequest({ tools: [FIND_WEIGHT], messages }));
    expect(server.requests[0]?.messages.slice(2)).toEqual([
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: 'a', type: 'function', function: { name: 'find_weight', arguments: '{"days":7}' } }],
      },
      { role: 'tool', tool_call_id: 'a', content: '{"kg":81}' },
    ]);
  });

  test('that are not JSON are bad output', async () => {
    const { error } = await failureOf(await openAi({ calls: [{ name: 'find_weight', args: '{"days": seven}' }] }));
    expect(error).toMatchObject({ code: 'bad_output' });
  });

  test('that the token limit cut off say so', async () => {
    const answer = { calls: [{ name: 'find_weight', args: '{"days":' }], finish: 'length' };
    const { error } = await failureOf(await openAi(answer));
    expect(error).toMatchObject({ code: 'limit_reached' });
  });
});

describe('failing', () => {
  test('429 pauses for as long as the server says, in seconds', async () => {
    const { error } = await failureOf(await openAi({ error: { status: 429, retryAfter: '7' } }));
    expect(error).toMatchObject({ code: 'model_rate_limited', retryAfterMs: 7000 });
  });

  test('429 pauses for as long as the server says, as a date', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-03-01T08:00:00Z') });
    onTestFinished(() => void vi.useRealTimers());
    const retryAfter = 'Sun, 01 Mar 2026 08:01:00 GMT';
    const { error } = await failureOf(await openAi({ error: { status: 429, retryAfter } }));
    expect(error.code).toBe('model_rate_limited');
    expect(error.retryAfterMs).toBe(60_000);
  });

  test('429 without a time to wait is ten seconds', async () => {
    const { error } = await failureOf(await openAi({ error: { status: 429 } }));
    expect(error).toMatchObject({ code: 'model_rate_limited', retryAfterMs: 10_000 });
  });

  const unavailable: [string, OpenAiAnswer][] = [
    ['a server error', { error: { status: 500 } }],
    ['a model that is still loading', { error: { status: 503 } }],
    ['an error inside the stream', { error: { status: 500, afterText: 'You' } }],
    ['a cut connection', { cut: true, text: 'You' }],
    ['a stream without an end', { unfinished: true, text: 'You' }],
  ];
  test.each(unavailable)('%s can be tried again, by the queue', async (_, answer) => {
    const { error } = await failureOf(await openAi(answer));
    expect(error).toMatchObject({ code: 'model_unavailable' });
    expect(server.requests).toHaveLength(1);
  });

  test('a server that is not there can be tried again', async () => {
    const model = await openAi();
    await server.close();
    expect((await failureOf(model)).error).toMatchObject({ code: 'model_unavailable' });
  });

  test.each([
    [400, 'llama-3'],
    [401, 'OPENAI_API_KEY'],
    [403, 'OPENAI_API_KEY'],
    [404, 'llama-3'],
    [307, 'OPENAI_BASE_URL'],
  ])('%i names the fix and not the prompt', async (status, fix) => {
    const message = `near "${PROMPT}"`;
    const { error } = await failureOf(await openAi({ error: { status, message, location: 'http://127.0.0.1:9/' } }));
    expect(error).toMatchObject({ code: 'model_refused', message: expect.stringContaining(fix) });
    expect(error.message).not.toContain(PROMPT);
  });

  test('a filtered answer is blocked', async () => {
    const { error } = await failureOf(await openAi({ text: 'Take', finish: 'content_filter' }));
    expect(error).toMatchObject({ code: 'model_blocked' });
  });

  test('the token limit keeps what was said, and is an error when nothing was', async () => {
    const model = await openAi({ text: 'A long answ', finish: 'length' }, { text: '', finish: 'length' });
    const chunks = await collect(model, makeRequest());
    expect(textOf(chunks)).toBe('A long answ');
    expect(chunks).toContainEqual({ type: 'cut' });
    expect((await failureOf(model)).error).toMatchObject({ code: 'limit_reached' });
  });
});

test.each([
  ['before the first word', { hang: true }, []],
  ['in the middle of the answer', { hang: true, text: 'You should' }, ['You should']],
] as const)(
  'cancelled %s, the call ends with the reason given though the server says nothing',
  async (_, answer, said) => {
    const model = await openAi(answer);
    await expectCancelled(model, server.requests, said);
  },
);

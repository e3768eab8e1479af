/** What a model server says of a refused request decides what a person is told to change; its own words are never passed on. */
import { afterEach, describe, expect, test } from 'vitest';
import { createGemini } from '../../../src/engine/models/gemini.ts';
import { createOpenAi } from '../../../src/engine/models/openai.ts';
import { geminiServer, openAiServer } from '../../support/models.ts';
import { startScriptedGemini } from '../../support/scripted-gemini.ts';
import { type OpenAiAnswer, type ScriptedOpenAi, startScriptedOpenAi } from '../../support/scripted-openai.ts';
import { failureOf, makeRequest, PROMPT } from './support.ts';

let server: ScriptedOpenAi;
afterEach(() => server?.close());

async function refused(status: number, body: unknown) {
  const answer: OpenAiAnswer = { error: { status, body } };
  server = await startScriptedOpenAi(() => answer);
  return (await failureOf(createOpenAi(openAiServer(server.url)), makeRequest({ model: 'llama-3' }))).error;
}

const openAiError = (message: string, more: Record<string, unknown> = {}) => ({ error: { message, ...more } });
const exceeded = 'request (931 tokens) exceeds the available context size (512 tokens), try increasing it';
const maximum = (rest: string) => `This model's maximum context length is 512 tokens. However, ${rest}`;

describe('a request that is larger than the context is named with both figures', () => {
  const cases: [string, number, unknown][] = [
    [
      'llama.cpp',
      400,
      openAiError(exceeded, { code: 400, type: 'exceed_context_size_error', n_prompt_tokens: 931, n_ctx: 512 }),
    ],
    ['llama.cpp without its fields', 400, openAiError(exceeded, { code: 400, type: 'invalid_request_error' })],
    [
      'OpenAI',
      400,
      openAiError(maximum('your messages resulted in 931 tokens. Please reduce them.'), {
        code: 'context_length_exceeded',
      }),
    ],
    ['vLLM of 2024', 400, { object: 'error', message: maximum('you requested 931 tokens (900 in the messages)') }],
    ['vLLM of 2026', 400, openAiError(maximum("your request has 931 input tokens plus 45 'max_tokens'."))],
    [
      'vLLM, with the sum',
      400,
      openAiError(
        maximum(
          'you requested 400 output tokens and your prompt contains at least 531 input tokens, for a total of at least 931 tokens.',
        ),
      ),
    ],
  ];
  test.each(cases)('%s', async (_, status, body) => {
    const error = await refused(status, body);
    expect(error).toMatchObject({ code: 'context_exceeded', message: expect.stringMatching(/931 .*llama-3.* 512/) });
  });

  test('Gemini', async () => {
    const message = 'The input token count (1048931) exceeds the maximum number of tokens allowed (1048576).';
    const gemini = await startScriptedGemini(() => ({ error: { status: 400, message } }));
    const { error } = await failureOf(createGemini(geminiServer(gemini.url)));
    await gemini.close();
    expect(error).toMatchObject({ code: 'context_exceeded', message: expect.stringMatching(/1048931 .* 1048576/) });
  });

  test('without figures it is the same error', async () => {
    const error = await refused(400, { error: 'the input length exceeds the context length' });
    expect(error).toMatchObject({ code: 'context_exceeded', message: expect.stringContaining('llama-3') });
  });
});

const named: [string, number, unknown, string, RegExp][] = [
  [
    'OpenAI',
    404,
    openAiError('The model `llama-3` does not exist', { code: 'model_not_found' }),
    'model_missing',
    /llama-3/,
  ],
  ['vLLM', 404, openAiError('The model `llama-3` does not exist.', { code: 404 }), 'model_missing', /OPENAI_BASE_URL/],
  ['Ollama', 404, openAiError('model "llama-3" not found, try pulling it first'), 'model_missing', /load it there/],
  [
    'Ollama',
    400,
    openAiError('registry.ollama.ai/library/llama-3 does not support tools'),
    'tools_unsupported',
    /llama-3/,
  ],
  ['llama.cpp', 500, openAiError('tools param requires --jinja flag'), 'tools_unsupported', /--jinja/],
  [
    'vLLM',
    400,
    openAiError('"auto" tool choice requires --enable-auto-tool-choice'),
    'tools_unsupported',
    /another model/,
  ],
  [
    'llama.cpp',
    503,
    openAiError('Loading model', { type: 'unavailable_error' }),
    'model_loading',
    /loading the model llama-3/,
  ],
  ['llama.cpp', 500, openAiError('image input is not supported - hint: …'), 'model_refused', /--mmproj/],
  ['Ollama', 400, openAiError('this model does not support image input (ref: 1)'), 'model_refused', /images/],
];
test.each(named)('%s, %i %o is %s', async (_, status, body, code, message) => {
  expect(await refused(status, body)).toMatchObject({ code, message: expect.stringMatching(message) });
});

test('a model that Gemini does not know', async () => {
  const message = 'models/gemini-2.5-flash is not found for API version v1beta, or is not supported.';
  const gemini = await startScriptedGemini(() => ({ error: { status: 404, message } }));
  const { error } = await failureOf(createGemini(geminiServer(gemini.url)));
  await gemini.close();
  expect(error).toMatchObject({ code: 'model_missing', message: expect.stringContaining('GEMINI_BASE_URL') });
});

test('a reason inside the stream counts as well', async () => {
  const error = {
    code: 400,
    message: `${exceeded}: ${PROMPT}`,
    type: 'exceed_context_size_error',
    n_prompt_tokens: 931,
  };
  server = await startScriptedOpenAi(() => ({ raw: `data: ${JSON.stringify({ error })}\n\n` }));
  const failure = (await failureOf(createOpenAi(openAiServer(server.url)))).error;
  expect(failure).toMatchObject({ code: 'context_exceeded', message: expect.stringMatching(/931 .* 512/) });
  expect(failure.message).not.toContain(PROMPT);
});

const unknown: [string, unknown][] = [
  ['words that quote the prompt', openAiError(`near "${PROMPT}"`)],
  ['a known form around the prompt', openAiError(`${exceeded} ${PROMPT}`)],
  ['an endless body', `{"error":{"message":"${PROMPT}${' '.repeat(200_000)}"}}`],
  ['no JSON', `<html>${PROMPT}</html>`],
  ['nothing', ''],
  ['a list', [PROMPT]],
];
test.each(unknown)('%s: no word of it is passed on', async (_, body) => {
  const error = await refused(400, body);
  expect(error.message).toContain('llama-3');
  expect(error.message).not.toContain(PROMPT);
  expect(JSON.stringify(error.cause ?? '')).not.toContain(PROMPT);
});

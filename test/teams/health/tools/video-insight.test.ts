import { describe, expect, test } from 'vitest';
import type { ModelChunk, ModelGateway, ModelRequest } from '../../../../src/engine/models/model.ts';
import { AppError, type ErrorCode } from '../../../../src/platform/errors.ts';
import { classifyVideoUrl, youtubeWatchUrl } from '../../../../src/teams/health/tools/video-url.ts';
import { toolContext, useTool } from '../../../engine/tools/context.ts';
import { gatewayFor } from '../../../support/models.ts';

const VIDEO = 'https://www.youtube.com/watch?v=abcDEF12_-3';

describe('which addresses are videos', () => {
  test.each([
    ['https://www.youtube.com/watch?v=abcDEF12_-3&list=PL1&t=30', 'youtube', VIDEO],
    ['https://youtube.com/shorts/abcDEF12_-3', 'youtube', VIDEO],
    ['http://m.youtube.com/live/abcDEF12_-3', 'youtube', VIDEO],
    ['https://youtu.be/abcDEF12_-3?si=x', 'youtube', VIDEO],
    ['https://YOUTUBE.com/watch?v=abcDEF12_-3', 'youtube', VIDEO],
    ['https://www.youtube.com/@somebody', 'youtube', null],
    ['https://youtu.be/../etc/passwd', 'youtube', null],
    ['https://vimeo.com/1234', 'vimeo', null],
    ['https://www.vimeo.com/1234', 'vimeo', null],
    ['https://youtube.com.evil.example/watch?v=abcDEF12_-3', null, null],
    ['https://evil.example/?u=https://youtu.be/abcDEF12_-3', null, null],
    ['https://youtube.com@evil.example/watch?v=abcDEF12_-3', null, null],
    ['ftp://youtube.com/watch?v=abcDEF12_-3', null, null],
    ['not an address', null, null],
  ])('%s', (url, kind, watch) => {
    expect(classifyVideoUrl(url)).toBe(kind);
    expect(youtubeWatchUrl(url)).toBe(watch);
  });
});

describe('video_insight', () => {
  const input = { url: 'https://youtu.be/abcDEF12_-3', user_question: 'Is this stretch safe?' };

  test('the model is shown the video and the question, and its words come back whole', async () => {
    const asked: ModelRequest[] = [];
    const model = modelSaying(asked, ['At 1:02 ', 'it says so.']);
    expect(await useTool('video_insight', input, toolContext({ model }))).toEqual({
      text: 'At 1:02 it says so.',
      url: VIDEO,
    });
    expect(asked[0]?.messages[0]?.parts).toEqual([
      { type: 'file', uri: VIDEO, mime: 'video/mp4' },
      { type: 'text', text: 'Is this stretch safe?' },
    ]);
  });

  test('without a model the user is told so', async () => {
    const context = toolContext({ model: await gatewayFor({}) });
    expect(await useTool('video_insight', input, context)).toEqual({
      error: expect.stringContaining('needs a model'),
    });
  });

  test('a private or removed video is an answer, and a provider that is down is not', async () => {
    const failing = (code: ErrorCode) => toolContext({ model: modelFailing(code) });
    expect(await useTool('video_insight', input, failing('model_refused'))).toEqual({ error: expect.any(String) });
    await expect(useTool('video_insight', input, failing('model_rate_limited'))).rejects.toMatchObject({
      code: 'model_rate_limited',
    });
  });

  test('Vimeo and pages that are no video are refused before any model is asked', async () => {
    const asked: ModelRequest[] = [];
    const context = toolContext({ model: modelSaying(asked, ['hello']) });
    const vimeo = await useTool('video_insight', { ...input, url: 'https://vimeo.com/1' }, context);
    expect(vimeo).toEqual({
      error: 'Vimeo videos are not currently supported. Please provide a YouTube video URL for video analysis.',
    });
    expect(await useTool('video_insight', { ...input, url: 'https://example.org/' }, context)).toHaveProperty('error');
    expect(asked).toEqual([]);
  });

  test('a video that the user has not named is not opened: its address could carry anything', async () => {
    const asked: ModelRequest[] = [];
    const context = toolContext({ model: modelSaying(asked, ['hello']), mayOpen: () => false });
    expect(await useTool('video_insight', input, context)).toEqual({ error: expect.stringContaining('not opened') });
    expect(asked).toEqual([]);
  });

  test('an empty model answer is not returned as an answer', async () => {
    expect(await useTool('video_insight', input, toolContext({ model: modelSaying([], [' ']) }))).toHaveProperty(
      'error',
    );
  });
});

function modelSaying(asked: ModelRequest[], texts: string[]): ModelGateway {
  return {
    offers: () => false,
    serves: () => ({ by: 'a script', usesTokens: false }),
    async *stream(request): AsyncGenerator<ModelChunk> {
      asked.push(request);
      for (const text of texts) yield { type: 'text', text };
      yield { type: 'usage', usage: { input_tokens: 1, output_tokens: 1, cost_usd: 0 } };
    },
  };
}

function modelFailing(code: ErrorCode): ModelGateway {
  return {
    offers: () => false,
    serves: () => ({ by: 'a script', usesTokens: false }),
    // biome-ignore lint/correctness/useYield: it only ever fails
    async *stream() {
      throw new AppError(code, 'failed');
    },
  };
}

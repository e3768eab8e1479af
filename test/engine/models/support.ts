/** Shared by the provider tests: a small request, a tool, reading a whole stream, and cancelling one. */
import { expect } from 'vitest';
import { z } from 'zod';

import type { ModelChunk, ModelRequest } from '../../../src/engine/models/model.ts';
import type { ProviderChunk } from '../../../src/engine/models/provider.ts';
import { AppError } from '../../../src/platform/errors.ts';

export const FIND_WEIGHT = {
  name: 'find_weight',
  description: 'The last weight',
  parameters: z.toJSONSchema(z.object({ days: z.number().int().positive() })) as Record<string, unknown>,
};

export const PROMPT = 'My chest hurts since Tuesday';

export function makeRequest(changes: Partial<ModelRequest> = {}): ModelRequest {
  return {
    team: 'health',
    agent: 'TriageAgent',
    model: 'gemini-2.5-flash',
    instruction: 'You are TriageAgent.\nRoute the message.',
    messages: [{ role: 'user', parts: [{ type: 'text', text: PROMPT }] }],
    tools: [],
    settings: {},
    // A failure is seen at once; tests of retries say otherwise.
    retrySeconds: 0,
    context: { now: '2025-01-01T00:00:00.000Z', timezone: 'UTC', state: {} },
    ...changes,
  };
}

type Chunk = ProviderChunk | ModelChunk;
type Streaming = { stream(request: ModelRequest, signal: AbortSignal): AsyncIterable<Chunk> };

/** What a provider streams, or the gateway, which streams the same and adds the cost. */
export async function collect(model: Streaming, request: ModelRequest, signal = new AbortController().signal) {
  const chunks: Chunk[] = [];
  for await (const chunk of model.stream(request, signal)) chunks.push(chunk);
  return chunks;
}

/** The error that the stream ends with, and what came before it, which `chunks` has as soon as it comes. */
export async function failureOf(
  model: Streaming,
  request: ModelRequest = makeRequest(),
  chunks: Chunk[] = [],
): Promise<{ error: AppError; chunks: Chunk[] }> {
  try {
    for await (const chunk of model.stream(request, new AbortController().signal)) chunks.push(chunk);
  } catch (thrown) {
    return { error: thrown as AppError, chunks };
  }
  throw new Error('the stream ended well');
}

export function textOf(chunks: Chunk[]): string {
  return chunks.map((chunk) => (chunk.type === 'text' ? chunk.text : '')).join('');
}

/** Cancels a call once `text` has arrived: it must end with the reason of the cancellation, and its connection must be closed. */
export async function expectCancelled(
  model: Streaming,
  requests: readonly { aborted: boolean }[],
  text: readonly string[],
): Promise<void> {
  const controller = new AbortController();
  const reason = new AppError('cancelled', 'The turn was cancelled');
  const received: string[] = [];
  const outcome = (async () => {
    for await (const chunk of model.stream(makeRequest(), controller.signal)) received.push(textOf([chunk]));
  })().catch((thrown: unknown) => thrown);
  await expect.poll(() => requests.length).toBe(1);
  await expect.poll(() => received).toEqual(text);
  controller.abort(reason);
  expect(await outcome).toBe(reason);
  await expect.poll(() => requests[0]?.aborted).toBe(true);
}

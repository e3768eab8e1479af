/**
 * The provider that asks no model: each agent's work is done by a rule of its team. It is private, free and gives the same
 * answer every time. An agent whose work needs a model gets a clear error and no invented answer.
 */
import { AppError } from '../../../platform/errors.ts';
import type { ModelRequest } from '../model.ts';
import type { ModelProvider, ProviderChunk } from '../provider.ts';
import type { RuleAnswer, RuleOf } from './rule.ts';

/** Small enough that an answer arrives in several chunks, large enough that there are few events. */
const WORDS_PER_CHUNK = 6;
const WORD_GROUP = new RegExp(`(?:\\S+\\s*){1,${WORDS_PER_CHUNK}}|\\s+`, 'g');

export function createOffline(ruleOf: RuleOf): ModelProvider {
  return {
    async *stream(request, signal) {
      signal.throwIfAborted();
      const ruled = await answer(ruleOf, request);
      for (const chunk of chunksOf(ruled, request)) {
        signal.throwIfAborted();
        yield chunk;
      }
    },
  };
}

async function answer(ruleOf: RuleOf, request: ModelRequest): Promise<RuleAnswer> {
  const rule = ruleOf(request.team, request.agent);
  if (!rule) {
    throw new AppError(
      'model_required',
      `${request.agent} needs a model, and none is configured. Set GEMINI_API_KEY, or OPENAI_BASE_URL for a local one.`,
    );
  }
  return rule(request);
}

function* chunksOf(ruled: RuleAnswer, request: ModelRequest): Generator<ProviderChunk> {
  if ('calls' in ruled) {
    if (ruled.text) yield { type: 'text', text: ruled.text };
    // Ids are derived from the position in the conversation, so that a replay makes the same ones.
    const place = request.messages.length;
    for (const [index, { name, args }] of ruled.calls.entries())
      yield { type: 'call', call: { id: `offline-${place}-${index}`, name, args } };
  } else if (request.output) {
    yield { type: 'text', text: ruled.text };
  } else {
    for (const text of wordGroups(ruled.text)) yield { type: 'text', text };
  }
  for (const citation of ruled.citations ?? []) yield { type: 'citation', citation };
  yield { type: 'usage', usage: { input_tokens: 0, output_tokens: 0 } };
}

/** Pieces whose concatenation is exactly the text. */
function wordGroups(text: string): string[] {
  return text.match(WORD_GROUP) ?? [];
}

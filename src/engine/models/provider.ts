/** What the gateway expects of a provider: one protocol, one server, one request at a time; nothing is retried. */
import type { AnswerChunk, ModelRequest, TokenCount } from './model.ts';

export type ProviderChunk = AnswerChunk | { type: 'usage'; usage: TokenCount };

/** `model` is the name by which the server knows the model. */
export type ProviderRequest = ModelRequest & {
  /** Not given: the call may be silent for ever. */
  patience?: Patience | undefined;
};

/** How long a call may send nothing: before its first token, while the server reads the prompt, and after it. */
export type Patience = { firstMs: number; silenceMs: number };

export interface ModelProvider {
  stream(request: ProviderRequest, signal: AbortSignal): AsyncIterable<ProviderChunk>;
}

export type Server = {
  /** Its entry in models.yml. */
  name: string;
  baseUrl: string;
  apiKey?: string | undefined;
  /** Where key and address come from, for messages: names of environment variables or of fields in models.yml. */
  settings: { apiKey: string; baseUrl: string };
};

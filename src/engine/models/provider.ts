/** What the gateway expects of a provider: one protocol, one server, one request at a time; nothing is retried. */
import type { AnswerChunk, ModelRequest, TokenCount } from './model.ts';

export type ProviderChunk = AnswerChunk | { type: 'usage'; usage: TokenCount };

export interface ModelProvider {
  /** `request.model` is the name by which the server knows the model. */
  stream(request: ModelRequest, signal: AbortSignal): AsyncIterable<ProviderChunk>;
}

export type Server = {
  /** Its entry in models.yml. */
  name: string;
  baseUrl: string;
  apiKey?: string | undefined;
  /** Where key and address come from, for messages: names of environment variables or of fields in models.yml. */
  settings: { apiKey: string; baseUrl: string };
};

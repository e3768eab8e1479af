/**
 * One interface for everything that can think: messages, tools and an output schema in; a stream of chunks out.
 * A provider translates its own errors into the catalogue's model_* codes and nothing else.
 */
export type ToolCall = {
  id: string;
  name: string;
  args: Record<string, unknown>;
  /** Opaque token that some providers want back with the call (Gemini's thought signature). */
  signature?: string;
};

export type Part =
  | { type: 'text'; text: string }
  | { type: 'call'; call: ToolCall }
  | { type: 'response'; id: string; name: string; result: unknown }
  | { type: 'file'; uri: string; mime: string };

export type Message = { role: 'user' | 'model' | 'tool'; parts: Part[] };

export type ToolDeclaration = { name: string; description: string; parameters: Record<string, unknown> };

/** Tools that the provider itself runs. */
export const BUILTIN_TOOLS = ['google_search'] as const;
export type BuiltinTool = (typeof BUILTIN_TOOLS)[number];

export type GenerateConfig = { temperature?: number; top_p?: number; top_k?: number; max_output_tokens?: number };

export type ModelRequest = {
  /** Which agent of which team asks: the offline provider has a rule for each. */
  team: string;
  agent: string;
  model: string;
  instruction: string;
  messages: Message[];
  tools: ToolDeclaration[];
  builtin?: BuiltinTool;
  /** JSON schema of the structured answer. */
  output?: Record<string, unknown>;
  settings: GenerateConfig;
  /** What is known about now and the user; rules need it, models get it through the instruction. */
  context: { now: string; timezone: string; state: Readonly<Record<string, unknown>> };
};

export type Usage = { input_tokens: number; output_tokens: number };

export type ModelChunk =
  | { type: 'text'; text: string }
  | { type: 'call'; call: ToolCall }
  | { type: 'usage'; usage: Usage };

export interface Model {
  readonly provider: 'gemini' | 'openai' | 'offline';
  stream(request: ModelRequest, signal: AbortSignal): AsyncIterable<ModelChunk>;
}

/** What a finished model step leaves in the journal. */
export type ModelAnswer = { text: string; calls: ToolCall[]; usage: Usage };

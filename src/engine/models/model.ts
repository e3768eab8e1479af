/**
 * The interface to models. Runs, tools and questions are given a ModelGateway and know
 * nothing of servers; errors have the catalogue's model_* codes, `limit_reached`, `context_exceeded`, `tools_unsupported` and `bad_output`.
 */
import type { Citation } from './citation.ts';
import type { OutwardQuery } from './outward-query.ts';

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

/** What is said in them. */
export function textOf(parts: readonly Part[]): string {
  return parts.map((part) => (part.type === 'text' ? part.text : '')).join('');
}

/** What the user has written in a conversation, oldest first. */
export function writtenByUser(messages: readonly Message[]): string[] {
  return messages.filter(({ role }) => role === 'user').map(({ parts }) => textOf(parts));
}

export type ToolDeclaration = { name: string; description: string; parameters: Record<string, unknown> };

/** Tools that the provider itself runs. */
export const BUILTIN_TOOLS = ['google_search'] as const;
export type BuiltinTool = (typeof BUILTIN_TOOLS)[number];

export type GenerateConfig = { temperature?: number; top_p?: number; top_k?: number; max_output_tokens?: number };

export type ModelRequest = {
  /** Which agent of which team asks: offline rules belong to teams, and accounts are kept for them. */
  team: string;
  agent: string;
  /** A name or an alias in agents/models.yml. */
  model: string;
  instruction: string;
  messages: Message[];
  tools: ToolDeclaration[];
  /** A search that the provider runs itself. Its query is then the whole conversation that is sent. */
  search?: { tool: BuiltinTool; query: OutwardQuery };
  /** JSON schema of the structured answer. */
  output?: Record<string, unknown>;
  settings: GenerateConfig;
  /** What the caller's token limit still allows. A request that is larger is not sent. */
  tokensLeft?: number;
  /** A person waits for these words: the call goes before others that wait for the same server. */
  urgent?: boolean;
  /** It finds out what the model can do: nothing is known yet. */
  probing?: true;
  /** Waiting for the server is not the agent's time: it stands still until what this returns is called. */
  pause?: () => () => void;
  /** For how long a call that fails is made again, from its first failure; not at all if it is not given. */
  retrySeconds?: number;
  /** What is known about now and the user; rules need it, models get it through the instruction. */
  context: {
    now: string;
    timezone: string;
    state: Readonly<Record<string, unknown>>;
    /** What the user is told before the answer. */
    said?: string;
    /** What the user wrote before, oldest first, also where the agent's model is shown the message alone. */
    earlier?: readonly string[];
  };
};

export type TokenCount = { input_tokens: number; output_tokens: number };

/** `cost_usd` is null where models.yml gives no price: unknown is not free. `model`: who has answered, OFFLINE for the offline rules. */
export type Usage = TokenCount & { cost_usd: number | null; model?: string };

export const OFFLINE = 'offline';
/** Who answers where no model does, as people are told. */
export const RULES = 'offline rules';

export type AnswerChunk =
  | { type: 'text'; text: string }
  | { type: 'call'; call: ToolCall }
  | { type: 'citation'; citation: Citation }
  /** The answer has reached its largest length and ends in the middle. */
  | { type: 'cut' };

/** `restart`: the call has failed and is made again after that time; what came before it is void, but its usage. */
export type ModelChunk =
  | AnswerChunk
  | { type: 'usage'; usage: Usage }
  | { type: 'restart'; reason: string; retryInMs: number };

/** All calls to any model pass here. `usage` comes once for each try, and before an error too, because the tokens are billed. */
export interface ModelGateway {
  stream(request: ModelRequest, signal: AbortSignal): AsyncIterable<ModelChunk>;
  /** Whether this model's server is configured and runs this tool itself. */
  offers(model: string, tool: BuiltinTool): boolean;
  /** Who answers to this name. Throws `config` for a name that a call would fail for. */
  serves(model: string): Served;
}

/** `by`: the model and its server, such as "gemini-2.5-flash at gemini", or the offline rules, which use no tokens. */
/** `obeys`: false where a probe has seen that it does not do what a short instruction says. */
export type Served = { by: string; usesTokens: boolean; contextWindow?: number | null; obeys?: boolean };

/** What a finished model step leaves in the journal. */
export type ModelAnswer = { text: string; calls: ToolCall[]; citations: Citation[]; usage: Usage; cut?: true };

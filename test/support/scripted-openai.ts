/** A server that speaks OpenAI's chat completions, as llama.cpp, vLLM and Ollama do, and answers what a script tells it to. */
import { type Recorded, type Reply, type ScriptedServer, startScriptedServer } from './scripted-server.ts';

type ChatMessage = { role: string; content: unknown; tool_calls?: unknown; tool_call_id?: string };

export type OpenAiRequest = Recorded & {
  model: string;
  systemText: string;
  messages: ChatMessage[];
  lastUserText: string;
  /** Names of the functions declared. */
  tools: string[];
};

type Usage = { input: number; output: number };

export type OpenAiAnswer =
  /** Each string is one delta; `reasoning` comes first, `annotations` last. `usage: null` is a server that counts nothing. */
  | {
      text: string | string[];
      reasoning?: string;
      annotations?: unknown[];
      finish?: string;
      usage?: Usage | null;
    }
  /** The raw text of the stream. */
  | { raw: string }
  /** The arguments are sent in two pieces, or as the raw text that `args` gives. `sameIndex` is what Ollama does. */
  | {
      calls: { name: string; args: Record<string, unknown> | string; id?: string }[];
      sameIndex?: boolean;
      finish?: string;
      usage?: Usage;
    }
  /** `body` stands for the whole answer: an object, or text as it is. */
  | {
      error: {
        status: number;
        retryAfter?: string;
        message?: string;
        location?: string;
        afterText?: string;
        body?: unknown;
      };
    }
  | { hang: true; text?: string }
  /** The connection breaks once `received` resolves: when the client has read the text. */
  | { cut: true; text: string; received?: () => Promise<unknown> }
  | { unfinished: true; text: string };

export type ScriptedOpenAi = ScriptedServer<OpenAiRequest>;

/** The `url` includes `/v1`, as OPENAI_BASE_URL does. */
export async function startScriptedOpenAi(
  handler: (request: OpenAiRequest) => OpenAiAnswer | Promise<OpenAiAnswer>,
  options: { port?: number; get?: (path: string) => { status: number; body: unknown } | undefined } = {},
): Promise<ScriptedOpenAi> {
  const server = await startScriptedServer<OpenAiRequest>(
    {
      read: readRequest,
      answer: async (request, reply) => play(await handler(request), reply),
      ...(options.get && { get: options.get }),
    },
    options,
  );
  return { ...server, url: `${server.url}/v1` };
}

function readRequest(path: string, recorded: Recorded): OpenAiRequest | undefined {
  if (path !== '/v1/chat/completions') return undefined;
  const { body } = recorded;
  const messages = (body.messages ?? []) as ChatMessage[];
  const tools = (body.tools ?? []) as { function: { name: string } }[];
  return Object.assign(recorded, {
    model: String(body.model),
    systemText: textOf(messages.find(({ role }) => role === 'system')),
    messages,
    lastUserText: textOf(messages.findLast(({ role }) => role === 'user')),
    tools: tools.map((tool) => tool.function.name),
  });
}

async function play(answer: OpenAiAnswer, reply: Reply): Promise<void> {
  if ('error' in answer && answer.error.afterText === undefined) return sendError(answer.error, reply);
  if ('hang' in answer && answer.text === undefined) return reply.hang();
  reply.startStream();
  if ('raw' in answer) {
    reply.write(answer.raw);
    return reply.end();
  }
  for (const event of eventsOf(answer)) reply.write(`data: ${JSON.stringify(event)}\n\n`);
  if ('hang' in answer) return reply.hang();
  if ('cut' in answer) return reply.cut(answer.received);
  if (!('unfinished' in answer) && !('error' in answer)) reply.write('data: [DONE]\n\n');
  reply.end();
}

function eventsOf(answer: Exclude<OpenAiAnswer, { raw: string }>): unknown[] {
  if ('error' in answer) {
    const { afterText, status, message = 'scripted error' } = answer.error;
    return [delta({ content: afterText }), { error: { code: status, message } }];
  }
  if ('hang' in answer || 'cut' in answer || 'unfinished' in answer) return [delta({ content: answer.text })];
  const { input, output } = answer.usage ?? { input: 10, output: 5 };
  const counted = { choices: [], usage: { prompt_tokens: input, completion_tokens: output } };
  const usage = answer.usage === null ? [] : [counted];
  if ('calls' in answer) {
    return [...callEvents(answer), delta({}, answer.finish ?? 'tool_calls'), ...usage];
  }
  const reasoning = answer.reasoning ? [delta({ reasoning_content: answer.reasoning })] : [];
  const texts = [answer.text].flat().map((content) => delta({ content }));
  const annotations = answer.annotations ? [delta({ annotations: answer.annotations })] : [];
  return [...reasoning, ...texts, ...annotations, delta({}, answer.finish ?? 'stop'), ...usage];
}

function callEvents({ calls, sameIndex }: Extract<OpenAiAnswer, { calls: unknown }>): unknown[] {
  return calls.flatMap(({ name, args, id }, position) => {
    const index = sameIndex ? 0 : position;
    const text = typeof args === 'string' ? args : JSON.stringify(args);
    const middle = Math.floor(text.length / 2);
    return [
      delta({
        tool_calls: [{ index, id: id ?? `call_${position}`, type: 'function', function: { name, arguments: '' } }],
      }),
      delta({ tool_calls: [{ index, function: { arguments: text.slice(0, middle) } }] }),
      delta({ tool_calls: [{ index, function: { arguments: text.slice(middle) } }] }),
    ];
  });
}

function delta(content: Record<string, unknown>, finish: string | null = null): unknown {
  return { object: 'chat.completion.chunk', choices: [{ index: 0, delta: content, finish_reason: finish }] };
}

type OpenAiError = Extract<OpenAiAnswer, { error: unknown }>['error'];

function sendError(
  { status, retryAfter, message = 'scripted error', location, body }: OpenAiError,
  reply: Reply,
): void {
  reply.json(status, body ?? { error: { message, type: 'scripted', code: status } }, {
    ...(retryAfter && { 'retry-after': retryAfter }),
    ...(location && { location }),
  });
}

function textOf(message: ChatMessage | undefined): string {
  if (typeof message?.content === 'string') return message.content;
  const parts = Array.isArray(message?.content) ? (message.content as { text?: string }[]) : [];
  return parts.map(({ text }) => text ?? '').join('');
}

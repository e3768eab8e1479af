/**
 * A server that speaks Gemini's REST protocol and answers what a script tells it to, so that tests drive the real SDK:
 *
 *   const server = await startScriptedGemini((request) => ({ text: `You said: ${request.lastUserText}` }));
 *   const model = await gatewayFor({ GEMINI_API_KEY: 'any', GEMINI_BASE_URL: server.url });
 */
import { type Before, type Recorded, type Reply, type ScriptedServer, startScriptedServer } from './scripted-server.ts';

type GeminiPart = {
  text?: string;
  thought?: boolean;
  thoughtSignature?: string;
  functionCall?: { id?: string; name: string; args: Record<string, unknown> };
  functionResponse?: { id?: string; name: string; response: Record<string, unknown> };
  fileData?: { fileUri: string; mimeType: string };
};
type GeminiContent = { role: string; parts: GeminiPart[] };

export type ScriptedRequest = Recorded & {
  model: string;
  streaming: boolean;
  /** First line of the system instruction: identifies the agent. */
  agentHint?: string;
  systemText: string;
  contents: GeminiContent[];
  /** Text of the last content that a user wrote; answers of tools do not count. */
  lastUserText: string;
  /** Names of the functions declared, and of the built-in tools (`googleSearch`). */
  tools: string[];
};

type ScriptedUsage = { input: number; output: number; thoughts?: number };
type ScriptedCall = { name: string; args: Record<string, unknown>; id?: string; signature?: string };

export type ScriptedAnswer =
  /**
   * Each string is one chunk; `thought` comes first; `finish` is STOP unless told; `grounding` stands in the last chunk. Each chunk
   * after the first waits for `before`.
   */
  | {
      text: string | string[];
      before?: Before;
      thought?: string;
      finish?: string;
      usage?: ScriptedUsage;
      grounding?: Record<string, unknown>;
    }
  | { calls: ScriptedCall[]; text?: string; finish?: string; usage?: ScriptedUsage }
  /** `retryDelay` as in google.rpc.RetryInfo ("7s"), `retryAfter` as in the header; `reason` as in ErrorInfo; with
   * `afterText` the error comes inside a stream that began well. */
  | {
      error: {
        status: number;
        retryDelay?: string;
        retryAfter?: string;
        location?: string;
        message?: string;
        reason?: string;
        afterText?: string;
      };
    }
  | { blocked: string; where: 'prompt' | 'candidate'; text?: string; usage?: ScriptedUsage }
  /** Never ends the answer; with `text`, sends that first. */
  | { hang: true; text?: string }
  /** The connection breaks once `received` resolves: when the client has read the text. */
  | { cut: true; text: string; received?: () => Promise<unknown>; usage?: ScriptedUsage }
  /** A clean end of the stream without a finish reason. */
  | { unfinished: true; text: string };

export type ScriptedGemini = ScriptedServer<ScriptedRequest>;

type Chunk = Record<string, unknown>;

const STATUS_NAMES: Record<number, string> = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  429: 'RESOURCE_EXHAUSTED',
  500: 'INTERNAL',
  503: 'UNAVAILABLE',
  504: 'DEADLINE_EXCEEDED',
};

export function startScriptedGemini(
  handler: (request: ScriptedRequest) => ScriptedAnswer | Promise<ScriptedAnswer>,
  options: { port?: number; models?: readonly string[] } = {},
): Promise<ScriptedGemini> {
  const known = new Set(options.models?.map((name) => `/v1beta/models/${name}`));
  return startScriptedServer<ScriptedRequest>(
    {
      read: readRequest,
      answer: async (request, reply) => play(await handler(request), request, reply),
      get: (path) => (known.has(path) ? { status: 200, body: { name: path } } : undefined),
    },
    options,
  );
}

function readRequest(path: string, recorded: Recorded): ScriptedRequest | undefined {
  const route = /^\/v1beta\/models\/([^/:]+):(streamGenerateContent\?alt=sse|generateContent)$/.exec(path);
  if (!route?.[1]) return undefined;
  const body = recorded.body as {
    systemInstruction?: { parts?: GeminiPart[] };
    contents?: GeminiContent[];
    tools?: Record<string, unknown>[];
  };
  const systemText = textOf(body.systemInstruction?.parts);
  const contents = body.contents ?? [];
  const asked = contents.findLast(({ role, parts }) => role === 'user' && parts.some(({ text }) => text !== undefined));
  const agentHint = systemText.split('\n')[0];
  return Object.assign(recorded, {
    model: route[1],
    streaming: route[2] !== 'generateContent',
    ...(agentHint && { agentHint }),
    systemText,
    contents,
    lastUserText: textOf(asked?.parts),
    tools: (body.tools ?? []).flatMap(toolNames),
  });
}

async function play(answer: ScriptedAnswer, request: ScriptedRequest, reply: Reply): Promise<void> {
  if ('error' in answer && (answer.error.afterText === undefined || !request.streaming)) {
    return sendError(answer.error, request, reply);
  }
  if ('hang' in answer && answer.text === undefined) return reply.hang();
  const chunks = chunksOf(answer, request);
  if (!request.streaming) return sendWhole(answer, chunks, reply);
  reply.startStream();
  for (const [index, chunk] of chunks.entries()) {
    if (index > 0 && 'before' in answer) await answer.before?.(index);
    reply.write(`data: ${JSON.stringify(chunk)}\r\n\r\n`);
  }
  if ('hang' in answer) return reply.hang();
  if ('cut' in answer) return reply.cut(answer.received);
  reply.end();
}

function chunksOf(answer: ScriptedAnswer, request: ScriptedRequest): Chunk[] {
  const usage = 'usage' in answer && answer.usage ? answer.usage : { input: countOf(request), output: 5 };
  const meta = { modelVersion: request.model, usageMetadata: toUsageMetadata(usage) };
  if ('error' in answer) return [candidate([{ text: answer.error.afterText ?? '' }]), errorBody(answer.error)];
  if ('hang' in answer || 'cut' in answer || 'unfinished' in answer) {
    const counted = 'usage' in answer && answer.usage ? meta : {};
    return [{ ...candidate([{ text: answer.text ?? '' }]), ...counted }];
  }
  if ('blocked' in answer) {
    if (answer.where === 'prompt') return [{ promptFeedback: { blockReason: answer.blocked }, ...meta }];
    const said = answer.text ? [candidate([{ text: answer.text }])] : [];
    return [...said, { candidates: [{ index: 0, finishReason: answer.blocked }], ...meta }];
  }
  const finish = answer.finish ?? 'STOP';
  if ('calls' in answer) {
    const parts: GeminiPart[] = [...(answer.text ? [{ text: answer.text }] : []), ...answer.calls.map(toCallPart)];
    return [{ ...candidate(parts, finish), ...meta }];
  }
  const texts = [answer.text].flat();
  const thought = answer.thought ? [candidate([{ text: answer.thought, thought: true }])] : [];
  const said = texts.map((text, index) =>
    index < texts.length - 1
      ? // Every chunk has the count so far; only the last one is billed.
        { ...candidate([{ text }]), usageMetadata: toUsageMetadata({ input: usage.input, output: 1 }) }
      : { ...candidate(text ? [{ text }] : [], finish, answer.grounding), ...meta },
  );
  return [...thought, ...said];
}

function candidate(parts: GeminiPart[], finishReason?: string, groundingMetadata?: Record<string, unknown>): Chunk {
  const content = parts.length > 0 ? { content: { role: 'model', parts } } : {};
  const ended = { ...(finishReason && { finishReason }), ...(groundingMetadata && { groundingMetadata }) };
  return { candidates: [{ index: 0, ...content, ...ended }] };
}

function toCallPart({ name, args, id, signature }: ScriptedCall): GeminiPart {
  return { functionCall: { ...(id && { id }), name, args }, ...(signature && { thoughtSignature: signature }) };
}

function toUsageMetadata({ input, output, thoughts = 0 }: ScriptedUsage): Record<string, number> {
  return {
    promptTokenCount: input,
    candidatesTokenCount: output,
    ...(thoughts > 0 && { thoughtsTokenCount: thoughts }),
    totalTokenCount: input + output + thoughts,
  };
}

type ScriptedError = Extract<ScriptedAnswer, { error: unknown }>['error'];

function errorBody({ status, retryDelay, message = 'scripted error', reason }: ScriptedError): Chunk {
  const details = [
    ...(reason ? [{ '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason }] : []),
    ...(retryDelay ? [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay }] : []),
  ];
  const name = STATUS_NAMES[status] ?? 'UNKNOWN';
  return { error: { code: status, message, status: name, ...(details.length > 0 && { details }) } };
}

/** Google answers a failed streaming request with JSON under the stream's content type, and the SDK wraps it again. */
function sendError(error: ScriptedError, request: ScriptedRequest, reply: Reply): void {
  reply.json(error.status, JSON.stringify(errorBody(error), null, 2), {
    ...(request.streaming && { 'content-type': 'text/event-stream' }),
    ...(error.retryAfter && { 'retry-after': error.retryAfter }),
    ...(error.location && { location: error.location }),
  });
}

async function sendWhole(answer: ScriptedAnswer, chunks: Chunk[], reply: Reply): Promise<void> {
  if ('hang' in answer) return reply.hang();
  if ('cut' in answer) return reply.cut();
  const candidates = chunks.flatMap((chunk) => (chunk.candidates ?? []) as { content?: GeminiContent }[]);
  const parts = candidates.flatMap(({ content }) => content?.parts ?? []);
  reply.json(200, {
    ...chunks.at(-1),
    ...(candidates.length > 0 && {
      candidates: [{ ...candidates.at(-1), ...(parts.length > 0 && { content: { role: 'model', parts } }) }],
    }),
  });
}

function textOf(parts: GeminiPart[] = []): string {
  return parts.map(({ text }) => text ?? '').join('');
}

function toolNames(tool: Record<string, unknown>): string[] {
  const declared = tool.functionDeclarations as { name: string }[] | undefined;
  return declared ? declared.map(({ name }) => name) : Object.keys(tool);
}

/** About four letters a token, so that counts differ as prompts do. */
function countOf({ body }: ScriptedRequest): number {
  return Math.ceil(JSON.stringify(body.contents ?? []).length / 4);
}

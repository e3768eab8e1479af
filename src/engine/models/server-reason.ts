/**
 * Why a model server has refused a request, where it says so in a form that llama.cpp, vLLM, Ollama, OpenAI or Gemini is known to use.
 * A server's own words may quote the prompt: they are compared with these forms, and only numbers are taken from them.
 */
import { AppError } from '../../platform/errors.ts';
import type { Server } from './provider.ts';
import { errorOfStatus, type ServerCall } from './provider-call.ts';

const MAX_BYTES = 64 * 1024;
/** Longer than any known form; patterns are not run over more. */
const MAX_TEXT = 2_000;
/** From the status to the end of the body, which is small. */
const BODY_MS = 5_000;

type Kind = 'context' | 'model' | 'tools' | 'images' | 'loading';

const FORMS: readonly [RegExp, Kind][] = [
  [/maximum context length|exceeds? (?:the )?(?:available|maximum|model's)? ?context|exceed_context_size/i, 'context'],
  [/input token count .{0,40}exceeds the maximum number of tokens/i, 'context'],
  [
    /does not support tools|tools param requires --jinja|tool choice requires --enable-auto-tool|^Function calling is not enabled/i,
    'tools',
  ],
  [
    /image input is not supported|does not support image input|required for image input|not a multimodal model/i,
    'images',
  ],
  [/^(?:llm server )?loading model\b/i, 'loading'],
  [
    /^the model \S{1,200} does not exist|^model \S{1,200} (?:not found|does not exist)|^models\/\S{1,200} is not found/i,
    'model',
  ],
];
const WINDOW = /(?:maximum context length is|context size \(|number of tokens allowed \(?) ?(\d{1,9})/i;
const NEEDED = [
  /total of (?:at least )?(\d{1,9})/i,
  /(?:requested|resulted in|request has|request \(|token count \() ?(\d{1,9})(?! output)/i,
];

/** Undefined where the body has no known form. */
export function knownReason(body: unknown, server: Server, model: string, cause?: unknown): AppError | undefined {
  const error = fieldsOf(fieldsOf(body).error ?? body);
  const text = String(error.message ?? '').slice(0, MAX_TEXT);
  const kind = kindOf(text, [error.code, error.type].map(String));
  switch (kind) {
    case 'context': {
      const needed =
        numberIn(error.n_prompt_tokens) ?? NEEDED.map((form) => numberIn(form.exec(text)?.[1])).find(Boolean);
      const window = numberIn(error.n_ctx) ?? numberIn(WINDOW.exec(text)?.[1]);
      return contextExceeded(needed ?? null, window ?? null, `the model ${model} on the server ${server.name}`, cause);
    }
    case 'model':
      return new AppError(
        'model_missing',
        `The model server ${server.name} does not have the model ${model}: check the model's name and ${server.settings.baseUrl}, or load it there`,
        { cause },
      );
    case 'tools':
      return new AppError(
        'tools_unsupported',
        `The model ${model} on the server ${server.name} cannot call tools: start the server so that it can (llama.cpp: --jinja), or give this agent another model`,
        { cause },
      );
    case 'images':
      return new AppError(
        'model_refused',
        `The model ${model} on the server ${server.name} cannot read images: load its projector (llama.cpp: --mmproj), or give this agent another model`,
        { cause },
      );
    case 'loading':
      return new AppError('model_loading', `The model server ${server.name} is still loading the model ${model}`, {
        cause,
      });
    default:
      return undefined;
  }
}

/** `model`: which one, and where. */
export function contextExceeded(
  needed: number | null,
  window: number | null,
  model: string,
  cause?: unknown,
): AppError {
  const request = needed === null ? 'The request is too long' : `The request needs ${needed} tokens`;
  const takes = window === null ? `for the context of ${model}` : `and the context of ${model} has ${window}`;
  const message = `${request} ${takes}: start the server with a larger context, shorten the agent's instruction, or give it another model`;
  return new AppError('context_exceeded', message, { cause });
}

/** The error for an answer that is not a success. */
export async function errorOfResponse(
  response: Response,
  server: Server,
  model: string,
  call: ServerCall,
): Promise<AppError> {
  const body = await readBody(response);
  return (
    knownReason(body, server, model) ??
    errorOfStatus(response.status, server, model, { retryAfterMs: call.last?.retryAfterMs })
  );
}

function kindOf(text: string, names: readonly string[]): Kind | undefined {
  if (names.some((name) => name === 'context_length_exceeded' || name === 'exceed_context_size_error'))
    return 'context';
  if (names.includes('model_not_found')) return 'model';
  return FORMS.find(([form]) => form.test(text))?.[1];
}

/** Ollama writes a bare string in some versions. */
export function fieldsOf(value: unknown): Record<string, unknown> {
  if (typeof value === 'string') return { message: value };
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

export function numberIn(value: unknown): number | undefined {
  const number = Number(value);
  return Number.isSafeInteger(number) && number > 0 ? number : undefined;
}

/** Undefined where it is too long, too slow or not JSON. */
export async function readBody({ body }: Response): Promise<unknown> {
  if (!body) return undefined;
  const reader = body.getReader();
  const stop = () => void reader.cancel().catch(() => undefined);
  const deadline = setTimeout(stop, BODY_MS);
  const chunks: Uint8Array[] = [];
  try {
    for (let size = 0; size <= MAX_BYTES; ) {
      const { done, value } = await reader.read();
      if (done) return JSON.parse(Buffer.concat(chunks).toString());
      chunks.push(value);
      size += value.length;
    }
  } catch {
    // Cut off or not JSON: the status says what there is to say.
  } finally {
    clearTimeout(deadline);
    stop();
  }
  return undefined;
}

/** A model request in the format of OpenAI's chat completions, as llama.cpp, vLLM and Ollama accept it. */
import { AppError } from '../../platform/errors.ts';
import { type Message, type ModelRequest, type Part, textOf } from './model.ts';
import { providerSchema, schemaInWords } from './provider-schema.ts';

type Content = string | ({ type: 'text'; text: string } | { type: 'image_url'; image_url: { url: string } })[];
type FunctionCall = { id: string; type: 'function'; function: { name: string; arguments: string } };
type ChatMessage =
  | { role: 'system' | 'user'; content: Content }
  | { role: 'assistant'; content: string | null; tool_calls?: FunctionCall[] }
  | { role: 'tool'; tool_call_id: string; content: string };

const NEEDS_GEMINI = 'give this agent a model on a server with "protocol: gemini" in models.yml';

export function toBody(request: ModelRequest): Record<string, unknown> {
  const { model, settings, tools, output, search } = request;
  if (search) {
    throw new AppError('model_refused', `${search.tool} is run by Gemini itself: ${NEEDS_GEMINI}`);
  }
  return {
    model,
    messages: toMessages(request),
    stream: true,
    stream_options: { include_usage: true },
    ...(settings.temperature !== undefined && { temperature: settings.temperature }),
    ...(settings.top_p !== undefined && { top_p: settings.top_p }),
    // Not OpenAI's, but all three servers take it.
    ...(settings.top_k !== undefined && { top_k: settings.top_k }),
    ...(settings.max_output_tokens !== undefined && { max_tokens: settings.max_output_tokens }),
    ...(tools.length > 0 && {
      tools: tools.map(({ name, description, parameters }) => ({
        type: 'function',
        function: { name, description, parameters: providerSchema(parameters) },
      })),
    }),
    // Not strict: that mode allows no optional field. With tools, such a server could only answer and never call.
    ...(output &&
      tools.length === 0 && {
        response_format: { type: 'json_schema', json_schema: { name: 'answer', schema: providerSchema(output) } },
      }),
  };
}

function toMessages({ instruction, messages, output, tools }: ModelRequest): ChatMessage[] {
  const shape = output && tools.length > 0 ? schemaInWords(output) : '';
  const content = [instruction, shape].filter(Boolean).join('\n\n');
  const system: ChatMessage[] = content ? [{ role: 'system', content }] : [];
  return [...system, ...messages.flatMap(toChat)];
}

function toChat({ role, parts }: Message): ChatMessage[] {
  if (role === 'model') return fromModel(parts);
  // Each tool result is a message of its own.
  const answers = parts.flatMap((part): ChatMessage[] =>
    part.type === 'response' ? [{ role: 'tool', tool_call_id: part.id, content: asText(part.result) }] : [],
  );
  const content = fromUser(parts);
  return content.length === 0 ? answers : [...answers, { role: 'user', content }];
}

function fromModel(parts: Part[]): ChatMessage[] {
  const text = textOf(parts);
  const calls = parts.flatMap((part): FunctionCall[] => {
    if (part.type !== 'call') return [];
    const { id, name, args } = part.call;
    return [{ id, type: 'function', function: { name, arguments: JSON.stringify(args) } }];
  });
  if (!text && calls.length === 0) return [];
  return [{ role: 'assistant', content: text || null, ...(calls.length > 0 && { tool_calls: calls }) }];
}

/** A string where there is only text: some local chat templates do not support lists of parts. */
function fromUser(parts: Part[]): Content {
  const images = parts.flatMap((part) => (part.type === 'file' ? [toImage(part.uri, part.mime)] : []));
  const text = textOf(parts);
  if (images.length === 0) return text;
  return [...(text ? [{ type: 'text' as const, text }] : []), ...images];
}

function toImage(uri: string, mime: string) {
  if (!mime.startsWith('image/')) {
    throw new AppError('model_refused', `Files of type ${mime} can only be read by Gemini: ${NEEDS_GEMINI}`);
  }
  return { type: 'image_url' as const, image_url: { url: uri } };
}

function asText(result: unknown): string {
  return typeof result === 'string' ? result : JSON.stringify(result ?? null);
}

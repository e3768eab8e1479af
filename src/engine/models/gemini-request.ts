/** A model request in Gemini's format. */
import { randomUUID } from 'node:crypto';
import type { Content, FunctionDeclaration, Part as GeminiPart, GenerateContentConfig, Tool } from '@google/genai';
import type { Message, ModelRequest, Part, ToolCall, ToolDeclaration } from './model.ts';
import { providerSchema, schemaInWords } from './provider-schema.ts';

/** Marks call ids that are ours because Gemini sent none; they are not sent back. */
const OWN_ID = 'own-';

export function toContents(messages: Message[]): Content[] {
  const contents: (Content & { parts: GeminiPart[] })[] = [];
  let previous: Message['role'] | undefined;
  for (const { role, parts } of messages) {
    const translated = parts.flatMap(toPart);
    if (translated.length === 0) continue;
    // Gemini requires all answers to one round of calls in one content, and also text and calls of one model turn.
    const last = contents.at(-1);
    if (last && role === previous && role !== 'user') last.parts.push(...translated);
    else contents.push({ role: role === 'model' ? 'model' : 'user', parts: translated });
    previous = role;
  }
  return contents;
}

export function toConfig(request: ModelRequest): GenerateContentConfig {
  const { settings, output } = request;
  const tools = toTools(request);
  const inWords = output !== undefined && tools.length > 0 && !combinesToolsAndSchema(request.model);
  const instruction = inWords ? `${request.instruction}\n\n${schemaInWords(output)}` : request.instruction;
  return {
    ...(instruction && { systemInstruction: instruction }),
    ...(settings.temperature !== undefined && { temperature: settings.temperature }),
    ...(settings.top_p !== undefined && { topP: settings.top_p }),
    ...(settings.top_k !== undefined && { topK: settings.top_k }),
    ...(settings.max_output_tokens !== undefined && { maxOutputTokens: settings.max_output_tokens }),
    ...(tools.length > 0 && { tools }),
    ...(output && !inWords && { responseMimeType: 'application/json', responseJsonSchema: providerSchema(output) }),
    // The agent's loop runs the tools, never the SDK.
    automaticFunctionCalling: { disable: true },
  };
}

/** A call as Gemini sent it. The Developer API gives ids to some calls only; ours must all have one. */
export function toCall({ functionCall, thoughtSignature }: GeminiPart): ToolCall | undefined {
  if (!functionCall?.name) return undefined;
  return {
    id: functionCall.id ?? `${OWN_ID}${randomUUID()}`,
    name: functionCall.name,
    args: functionCall.args ?? {},
    ...(thoughtSignature && { signature: thoughtSignature }),
  };
}

function toPart(part: Part): GeminiPart[] {
  switch (part.type) {
    case 'text':
      return part.text === '' ? [] : [{ text: part.text }];
    case 'call': {
      const { id, name, args, signature } = part.call;
      return [{ functionCall: { ...theirId(id), name, args }, ...(signature && { thoughtSignature: signature }) }];
    }
    case 'response':
      return [{ functionResponse: { ...theirId(part.id), name: part.name, response: toResponse(part.result) } }];
    case 'file':
      return [{ fileData: { fileUri: part.uri, mimeType: part.mime } }];
  }
}

function theirId(id: string): { id?: string } {
  return id.startsWith(OWN_ID) ? {} : { id };
}

/** Gemini takes objects only, and calls everything else `output`. */
function toResponse(result: unknown): Record<string, unknown> {
  const isObject = typeof result === 'object' && result !== null && !Array.isArray(result);
  return isObject ? (result as Record<string, unknown>) : { output: result ?? null };
}

function toTools({ tools, search }: ModelRequest): Tool[] {
  return [
    ...(tools.length > 0 ? [{ functionDeclarations: tools.map(toDeclaration) }] : []),
    ...(search?.tool === 'google_search' ? [{ googleSearch: {} }] : []),
  ];
}

function toDeclaration({ name, description, parameters }: ToolDeclaration): FunctionDeclaration {
  const properties = parameters.properties as Record<string, unknown> | undefined;
  const takesNothing = !properties || Object.keys(properties).length === 0;
  return { name, description, ...(!takesNothing && { parametersJsonSchema: providerSchema(parameters) }) };
}

/** Before Gemini 3, a request with both tools and a response schema is refused. */
function combinesToolsAndSchema(model: string): boolean {
  return Number(/gemini-(\d+)/.exec(model)?.[1] ?? 0) >= 3;
}

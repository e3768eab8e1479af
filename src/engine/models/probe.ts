/**
 * What a model can do, found out by asking its server and by short calls: a word, twice, a JSON object, a tool call. A hosted Gemini is only
 * asked whether it has the model: its calls cost money, and what its models can do is known.
 */
import { randomUUID } from 'node:crypto';
import { AppError, toAppError } from '../../platform/errors.ts';
import type { ModelGateway, ModelRequest, ToolCall } from './model.ts';
import type { ModelFacts, ModelState } from './model-facts.ts';
import type { Server } from './provider.ts';
import { openCall, unavailable } from './provider-call.ts';
import { errorOfResponse, fieldsOf, numberIn, readBody } from './server-reason.ts';

export type Endpoint = { protocol: 'gemini' | 'openai'; server: Server };

const GET_MS = 5_000;
/** What a server lists is shown to operators, so only what looks like a name. */
const NAME = /^[\w.:@/-]{1,80}$/;
const STATES: Readonly<Record<string, ModelState>> = {
  model_missing: 'missing',
  model_loading: 'loading',
  model_refused: 'refused',
};

/** Asks the server alone: nothing is generated. */
export async function lookAt(endpoint: Endpoint, model: string, signal: AbortSignal): Promise<ModelFacts> {
  try {
    return endpoint.protocol === 'gemini'
      ? await lookAtGemini(endpoint.server, model, signal)
      : await lookAtOpenAi(endpoint.server, model, signal);
  } catch (thrown) {
    signal.throwIfAborted();
    return { state: STATES[toAppError(thrown).code] ?? 'away' };
  }
}

async function lookAtGemini(server: Server, model: string, signal: AbortSignal): Promise<ModelFacts> {
  const headers = { 'x-goog-api-key': server.apiKey ?? '' };
  await get(server, `/v1beta/models/${encodeURIComponent(model)}`, headers, model, signal);
  return { state: 'ok' };
}

async function lookAtOpenAi(server: Server, model: string, signal: AbortSignal): Promise<ModelFacts> {
  const headers: Record<string, string> = server.apiKey ? { authorization: `Bearer ${server.apiKey}` } : {};
  const listed = namesIn(await get(server, '/models', headers, model, signal));
  const root = { ...server, baseUrl: server.baseUrl.replace(/\/v1\/{0,20}$/, '') };
  const props = fieldsOf(
    await get(root, '/props', headers, model, signal).catch((error: AppError) => {
      if (error.code === 'model_loading') throw error;
      return {};
    }),
  );
  const slots = numberIn(props.total_slots);
  const has = listed.length === 0 || listed.includes(model) || listed.includes(`${model}:latest`);
  // llama.cpp answers to any name with the model that it has loaded.
  if (!has && slots === undefined) return { state: 'missing', listed };
  return {
    state: 'ok',
    slots,
    contextWindow: numberIn(fieldsOf(props.default_generation_settings).n_ctx),
    ...(!has && { listed }),
    ...(fieldsOf(props.chat_template_caps).supports_tools === false && { tools: false }),
  };
}

/** `called`: a name that the gateway knows. Whatever fails for another reason than the model stays unknown. */
export async function tryOut(
  gateway: ModelGateway,
  called: string,
  known: ModelFacts,
  signal: AbortSignal,
): Promise<ModelFacts> {
  const words: Tried[] = [];
  for (const question of QUESTIONS)
    words.push(await ask(gateway, called, `${question} Answer with one word.`, { tokens: 8 }, signal));
  const json = await ask(gateway, called, 'Name the capital of France.', { tokens: 48, output: CAPITAL }, signal);
  let tool: Tried | undefined;
  for (let tries = 0; tries < 2 && known.tools === undefined && !tool?.calls.length && !tool?.code; tries += 1)
    tool = await ask(
      gateway,
      called,
      'I weigh 82 kg. Call the tool note_weight.',
      { tokens: 96, tool: WEIGHT },
      signal,
    );
  const speeds = [...words, json, tool].flatMap((one) => (one?.reads ? [one.reads] : []));
  const writes = json.writes ?? words[0]?.writes;
  return {
    ...known,
    ...(words.every(({ code }) => !code) && { obeys: words.every(isOneWord) }),
    ...(!json.code && { json: isCapital(json.text) }),
    ...(tool && canCall(tool)),
    ...(speeds.length > 0 && { reads: Math.max(...speeds) }),
    ...(writes && { writes }),
  };
}

const QUESTIONS = ['What is the opposite of hot?', 'Which day comes after Monday?'];
const CAPITAL = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] };
const WEIGHT = {
  name: 'note_weight',
  description: 'Notes a body weight',
  parameters: { type: 'object', properties: { kg: { type: 'number' } }, required: ['kg'] },
};

type Asked = { tokens: number; output?: ModelRequest['output']; tool?: typeof WEIGHT };
type Tried = { text: string; calls: ToolCall[]; code?: string; reads?: number; writes?: number };

async function ask(
  gateway: ModelGateway,
  model: string,
  text: string,
  { tokens, output, tool }: Asked,
  signal: AbortSignal,
): Promise<Tried> {
  const request: ModelRequest = {
    team: '',
    agent: 'Probe',
    model,
    // A prompt that the server has not cached: reading it takes its time.
    instruction: `${randomUUID()} You are an assistant. Do exactly what the user asks, and nothing else.`,
    messages: [{ role: 'user', parts: [{ type: 'text', text }] }],
    tools: tool ? [tool] : [],
    ...(output && { output }),
    urgent: true,
    probing: true,
    settings: { temperature: 0, max_output_tokens: tokens },
    context: { now: new Date().toISOString(), timezone: 'UTC', state: {} },
  };
  const tried: Tried = { text: '', calls: [] };
  const began = performance.now();
  let first: number | undefined;
  try {
    for await (const chunk of gateway.stream(request, signal)) {
      if (chunk.type === 'text') tried.text += chunk.text;
      if (chunk.type === 'call') tried.calls.push(chunk.call);
      if (chunk.type !== 'usage') first ??= performance.now();
      else if (first !== undefined) {
        tried.reads = perSecond(chunk.usage.input_tokens, first - began);
        tried.writes = perSecond(chunk.usage.output_tokens, performance.now() - first);
      }
    }
  } catch (thrown) {
    signal.throwIfAborted();
    tried.code = toAppError(thrown).code;
  }
  return tried;
}

function isOneWord({ text }: Tried): boolean {
  return /^\P{L}*\p{L}+\P{L}*$/u.test(text);
}

function canCall({ calls, code }: Tried): Pick<ModelFacts, 'tools'> {
  if (code) return code === 'tools_unsupported' ? { tools: false } : {};
  return { tools: calls.some(({ name }) => name === WEIGHT.name) };
}

function isCapital(text: string): boolean {
  try {
    return typeof fieldsOf(JSON.parse(text)).city === 'string';
  } catch {
    return false;
  }
}

function perSecond(tokens: number, ms: number): number {
  return Math.max(1, Math.round(tokens / (Math.max(1, ms) / 1000)));
}

function namesIn(body: unknown): string[] {
  const { data } = fieldsOf(body);
  const ids = Array.isArray(data) ? data.map((one) => String(fieldsOf(one).id ?? '')) : [];
  return ids.filter((id) => NAME.test(id));
}

async function get(
  server: Server,
  path: string,
  headers: Record<string, string>,
  model: string,
  signal: AbortSignal,
): Promise<unknown> {
  const call = openCall(signal, server, { firstMs: GET_MS, silenceMs: GET_MS });
  try {
    const address = `${server.baseUrl.replace(/\/{1,20}$/, '')}${path}`;
    const response = await call.fetch(address, { headers, signal: call.signal });
    if (!response.ok) throw await errorOfResponse(response, server, model, call);
    return await readBody(response);
  } catch (thrown) {
    throw call.silent ?? (thrown instanceof AppError ? thrown : unavailable(server, thrown));
  } finally {
    call.end();
  }
}

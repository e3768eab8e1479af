/** The model: whether its provider answers with the key that is set. Nothing is generated, and nothing is paid for. */
import type { Config } from '../../platform/config.ts';
import { type Finding, fail, ok, reasonOf, warn } from './finding.ts';

const GEMINI_URL = 'https://generativelanguage.googleapis.com';
const ANSWER_MS = 5_000;

export async function checkModel(config: Config): Promise<Finding> {
  const { MODEL_PROVIDER: provider } = config;
  if (provider === 'offline') return ok('model', 'none: rules answer');
  const asked = provider === 'gemini' ? gemini(config) : openai(config);
  if (!asked) return ok('model', 'as agents/models.yml says');
  const { url, headers, settings } = asked;
  try {
    const { ok: isFine, status } = await fetch(url, { headers, signal: AbortSignal.timeout(ANSWER_MS) });
    if (isFine) return ok('model', `${provider} answers`);
    if (status === 401 || status === 403 || status === 400)
      return fail('model', `${provider} refuses the key (${status})`, `correct ${settings}`);
    return warn('model', `${provider} answers with ${status}`, 'try again later; turns wait or are answered by rules');
  } catch (error) {
    return fail(
      'model',
      `${provider} does not answer: ${reasonOf(error)}`,
      `check the network, or correct ${settings}`,
    );
  }
}

type Asked = { url: string; headers: Record<string, string>; settings: string };

function gemini({ GEMINI_BASE_URL = GEMINI_URL, GEMINI_API_KEY = '' }: Config): Asked {
  const url = `${GEMINI_BASE_URL.replace(/\/{1,5}$/, '')}/v1beta/models?pageSize=1`;
  return { url, headers: { 'x-goog-api-key': GEMINI_API_KEY }, settings: 'GEMINI_API_KEY or GEMINI_BASE_URL' };
}

function openai({ OPENAI_BASE_URL, OPENAI_API_KEY }: Config): Asked | null {
  if (!OPENAI_BASE_URL) return null;
  const headers = OPENAI_API_KEY ? { Authorization: `Bearer ${OPENAI_API_KEY}` } : undefined;
  return {
    url: `${OPENAI_BASE_URL.replace(/\/{1,5}$/, '')}/models`,
    headers: { ...headers },
    settings: 'OPENAI_BASE_URL or OPENAI_API_KEY',
  };
}

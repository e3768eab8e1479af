/**
 * An instruction is a template over the session state: `{key}` must be there, `{key?}` may be missing, and
 * `{key.part}` reaches into an object. Anything else between braces, JSON or Cypher say, is left as it stands.
 */
import { AppError } from '../../platform/errors.ts';
import type { AgentConfig } from './schema.ts';

/** A state key: an optional scope, then words joined by dots. The same names as ADK allows. */
const PLACEHOLDER = /\{((?:(?:app|user|temp):)?[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*)(\?)?\}/g;

/** In tokens. The longest instruction of an agent takes a quarter of it, before tools, conversation and answer. */
const SMALL_CONTEXT = 8_192;

/** The form that fits the model's context window; null where the window is not known. */
export function instructionOf(
  { instruction = '', instruction_short }: Pick<AgentConfig, 'instruction' | 'instruction_short'>,
  contextWindow: number | null,
): string {
  const isSmall = contextWindow !== null && contextWindow < SMALL_CONTEXT;
  return isSmall && instruction_short !== undefined ? instruction_short : instruction;
}

export function renderInstruction(template: string, state: (key: string) => unknown): string {
  // One pass, with a function: a value that itself looks like a placeholder, or holds "$&", is never expanded.
  return template.replace(PLACEHOLDER, (_match, key: string, optional: string | undefined) => {
    const value = lookUp(key, state);
    if (value !== undefined) return asText(value);
    if (optional) return '';
    throw new AppError(
      'config',
      `An instruction needs the state key "${key}", which is not set; write {${key}?} if it may be missing.`,
    );
  });
}

function lookUp(key: string, state: (key: string) => unknown): unknown {
  const whole = state(key);
  if (whole !== undefined) return whole;
  const [first = key, ...rest] = key.split('.');
  if (rest.length === 0) return undefined;
  let value = state(first);
  for (const part of rest) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part)) return undefined;
    value = (value as Record<string, unknown>)[part];
  }
  return value;
}

function asText(value: unknown): string {
  if (value === null) return '';
  if (value instanceof Date) return value.toISOString();
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

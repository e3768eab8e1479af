/** Output that must be structured: the schema goes to the provider, and what comes back is parsed by it. */
import { z } from 'zod';
import type { Output } from './team-module.ts';

/** At most this many times is a misfit fed back to the model. */
export const MAX_REPAIRS = 2;

const jsonSchemas = new WeakMap<Output, Record<string, unknown>>();

export function outputJsonSchema(output: Output): Record<string, unknown> {
  let schema = jsonSchemas.get(output);
  if (!schema) {
    schema = z.toJSONSchema(output.schema, { io: 'input' }) as Record<string, unknown>;
    jsonSchemas.set(output, schema);
  }
  return schema;
}

export type Parsed = { ok: true; value: unknown } | { ok: false; feedback: string };

export function parseOutput({ schema }: Output, text: string): Parsed {
  let json: unknown;
  try {
    json = JSON.parse(withoutFence(text));
  } catch {
    return { ok: false, feedback: 'Your answer is not JSON. Answer again with one JSON object and nothing else.' };
  }
  const parsed = schema.safeParse(json);
  if (parsed.success) return { ok: true, value: parsed.data };
  const problems = parsed.error.issues
    .slice(0, 8)
    .map((issue) => `- ${issue.path.join('.') || '(root)'}: ${issue.message}`);
  return {
    ok: false,
    feedback: `Your answer does not fit the schema:\n${problems.join('\n')}\nAnswer again with the corrected JSON only.`,
  };
}

/** Models like to wrap JSON in a Markdown fence. */
function withoutFence(text: string): string {
  return text
    .trim()
    .replace(/^```(?:json)?\s*/i, '')
    .replace(/\s{0,3}```$/, '');
}

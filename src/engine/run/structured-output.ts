/** Output that must be structured: the schema goes to the provider, and what comes back is parsed by it. */
import { z } from 'zod';
import { EXTRACTIONS } from '../../record/mention.ts';

/** At most this many times is a misfit fed back to the model. */
export const MAX_REPAIRS = 2;

/** The schemas that a config's `output:` may name. */
const OUTPUTS: Readonly<Record<string, z.ZodType>> = EXTRACTIONS;

const jsonSchemas = new Map<string, Record<string, unknown>>();

export function outputJsonSchema(name: string): Record<string, unknown> {
  let schema = jsonSchemas.get(name);
  if (!schema) {
    schema = z.toJSONSchema(schemaOf(name), { io: 'input' }) as Record<string, unknown>;
    jsonSchemas.set(name, schema);
  }
  return schema;
}

export type Parsed = { ok: true; value: unknown } | { ok: false; feedback: string };

export function parseOutput(name: string, text: string): Parsed {
  let json: unknown;
  try {
    json = JSON.parse(withoutFence(text));
  } catch {
    return { ok: false, feedback: 'Your answer is not JSON. Answer again with one JSON object and nothing else.' };
  }
  const parsed = schemaOf(name).safeParse(json);
  if (parsed.success) return { ok: true, value: parsed.data };
  const problems = parsed.error.issues
    .slice(0, 8)
    .map((issue) => `- ${issue.path.join('.') || '(root)'}: ${issue.message}`);
  return {
    ok: false,
    feedback: `Your answer does not fit the schema:\n${problems.join('\n')}\nAnswer again with the corrected JSON only.`,
  };
}

function schemaOf(name: string): z.ZodType {
  const schema = OUTPUTS[name];
  if (!schema) throw new Error(`there is no output schema ${name}`);
  return schema;
}

/** Models like to wrap JSON in a Markdown fence. */
function withoutFence(text: string): string {
  return text
    .trim()
    .replace(/^```(?:json)?\s*/i, '')
    .replace(/\s*```$/, '');
}

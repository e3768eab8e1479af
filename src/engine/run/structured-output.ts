/**
 * Output that must be structured: the schema goes to the provider, and what comes back is parsed by it. An answer that has reached its
 * largest length ends in the middle, whatever it is.
 */
import { z } from 'zod';
import { AppError } from '../../platform/errors.ts';
import type { Agent } from '../agents/team.ts';
import type { ModelAnswer } from '../models/model.ts';
import type { RunResult } from './run-result.ts';
import type { Output } from './team-module.ts';

/** At most this many times is a misfit fed back to the model; an answer that was cut, once: it would be as long again. */
const MAX_REPAIRS = 2;
const CUT_FEEDBACK =
  'Your answer was too long and was cut off. Answer again with one complete JSON object that is much shorter: repeat nothing, and leave out what matters least.';
const CUT_CAUSE = "it reached max_output_tokens or the end of the model's context";
/** Letters of a cut answer that the model is shown again: all of it could leave no room for another. */
const CUT_SHOWN = 400;

const jsonSchemas = new WeakMap<Output, Record<string, unknown>>();

export function outputJsonSchema(output: Output): Record<string, unknown> {
  let schema = jsonSchemas.get(output);
  if (!schema) {
    schema = z.toJSONSchema(output.schema, { io: 'input' }) as Record<string, unknown>;
    jsonSchemas.set(output, schema);
  }
  return schema;
}

type Parsed = { ok: true; value: unknown } | { ok: false; feedback: string };

/** Reads the answers of one run. Throws once another answer would not help. */
export function createReader({ name, output: called }: Agent): (output: Output, answer: ModelAnswer) => Parsed {
  let misfits = 0;
  let wasCut = false;
  return (output, { text, cut }) => {
    const parsed = parseOutput(output, text);
    if (parsed.ok) return parsed;
    if (cut && wasCut) throw new AppError('limit_reached', `The ${called} of ${name} was cut off twice: ${CUT_CAUSE}.`);
    misfits += 1;
    if (misfits > MAX_REPAIRS)
      throw new AppError('bad_output', `${name} did not give a valid ${called} in ${misfits} tries.`);
    wasCut ||= cut === true;
    return cut ? { ok: false, feedback: CUT_FEEDBACK } : parsed;
  };
}

export function cutWarning({ name }: Agent): NonNullable<RunResult['warning']> {
  return { code: 'cut', detail: `The answer of ${name} ends in the middle: ${CUT_CAUSE}.` };
}

/** What a model is shown of its own answer. */
export function beginningOf({ text, cut }: ModelAnswer): string {
  return cut && text.length > CUT_SHOWN ? `${text.slice(0, CUT_SHOWN)} …` : text;
}

function parseOutput({ schema }: Output, text: string): Parsed {
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

/** Input that does not fit its schema, as an error that names each wrong field in a sentence and repeats none of the values. */
import type { z } from 'zod';
import { AppError } from './errors.ts';
import { plainIssue, UNKNOWN_FIELD } from './plain-issues.ts';

export type FieldError = { path: string; message: string };

/** How many wrong values are named, and how many of them in the message itself. */
const MAX_ERRORS = 50;
const MAX_SENTENCES = 3;

/** A message that continues the name of the field. Another is a sentence of its own: "use next_cursor of the page before". */
const PREDICATE = /^(?:is|must|may|has|have|can|cannot|does|do|needs|takes)\b/;
const WHOLES: ReadonlySet<string> = new Set(['body', 'query', 'path', 'input', 'message', 'metadata', 'data']);

/** The value as the schema gives it; a 422 if it does not fit. `where` is what the whole is called, `named` what a path in it is. */
export function parseInput<S extends z.ZodType>(
  schema: S,
  value: unknown,
  where: string,
  named = (path: string) => path,
): z.infer<S> {
  const parsed = schema.safeParse(value, { error: plainIssue });
  if (parsed.success) return parsed.data;
  const issues = withoutConsequences(parsed.error.issues);
  const shown = issues.slice(0, MAX_ERRORS).map(({ code, path, message }) => ({
    path: path.length === 0 ? where : named(path.join('.')),
    message,
    // The error's message is logged, and the name of a field that we do not know is the client's own words.
    logged: code === 'unrecognized_keys' ? UNKNOWN_FIELD : message,
  }));
  const errors = shown.map(({ path, message }) => ({ path, message }));
  const logged = shown.map((one) => ({ path: one.path, message: one.logged }));
  throw new AppError('invalid', detailOf(logged, issues.length), { errors });
}

/** What is of the wrong type also breaks rules of the right one. */
function withoutConsequences(issues: readonly z.core.$ZodIssue[]): z.core.$ZodIssue[] {
  const mistyped = new Set<string>();
  return issues.filter(({ code, path }) => {
    const at = path.join('.');
    if (mistyped.has(at)) return false;
    if (code === 'invalid_type') mistyped.add(at);
    return true;
  });
}

/** A 422 about one field. `message` continues its name: "must be in the future". */
export function invalidField(path: string, message: string): AppError {
  const errors = [{ path, message }];
  return new AppError('invalid', detailOf(errors), { errors });
}

/** All of it in a few sentences. */
function detailOf(errors: readonly FieldError[], count = errors.length): string {
  const said = errors.slice(0, MAX_SENTENCES).map(sentenceOf).join(' ');
  if (count <= MAX_SENTENCES) return said;
  const which = count > MAX_ERRORS ? `; errors has the first ${MAX_ERRORS}` : '; see errors';
  return `${said} There are ${count - MAX_SENTENCES} more problems${which}.`;
}

/** "text is missing." */
export function sentenceOf({ path, message }: FieldError): string {
  const subject = WHOLES.has(path) ? `The ${path}` : path;
  const text = PREDICATE.test(message) ? `${subject} ${message}` : message.charAt(0).toUpperCase() + message.slice(1);
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
